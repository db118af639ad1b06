/** The parts of the page that a viewer adds to its element. */

/** The canvas, so that keys reach it and its name is told. */
export function readiedCanvas(canvas: HTMLCanvasElement, label: string): HTMLCanvasElement {
  canvas.className = "puzzlery-canvas";
  canvas.tabIndex = 0;
  // A finger on the puzzle turns it; the page must not scroll or zoom under it.
  canvas.style.touchAction = "none";
  canvas.setAttribute("role", "application");
  canvas.setAttribute("aria-label", `${label}: type a move's name to make it, arrows to look around`);
  return canvas;
}

/** An element whose text is read aloud when it changes, and not seen. */
export function liveRegion(): HTMLElement {
  const voice = document.createElement("div");
  voice.className = "puzzlery-voice";
  voice.setAttribute("aria-live", "polite");
  return voice;
}
