/** Pointers: mouse, pen and fingers; a drag on a sticker turns, elsewhere it orbits, two pinch. */

import type { Pixel } from "./course";
import { CHOICE } from "./gesture";

/** What the viewer does about gestures. */
export interface PointerHandlers {
  /** A pointer goes down at a time, in milliseconds: whether a sticker is there that can be dragged. */
  grab(at: Pixel, time: number): boolean;
  /** A drag goes on; false if nothing here can be dragged after all, so that it looks around. */
  drag(at: Pixel, time: number): boolean;
  /** The end of a drag, or of a click without one. */
  release(time: number, moved: boolean): void;
  /** The end of a drag that shall do nothing. */
  cancel?(): void;
  orbit(right: number, down: number): void;
  zoom(factor: number): void;
  hover(at: Pixel | null): void;
  doubled(at: Pixel): void;
}

/** A drag beside the puzzle looks around after so many pixels. */
const SLACK = 4;

export class Pointers {
  private readonly down = new Map<number, Pixel>();
  private start: Pixel = { x: 0, y: 0 };
  private mode: "none" | "turn" | "orbit" | "pinch" = "none";
  private moved = false;
  private readonly stop = new AbortController();

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly hands: PointerHandlers,
  ) {
    const options = { signal: this.stop.signal };
    canvas.addEventListener("pointerdown", (event) => this.pressed(event), options);
    canvas.addEventListener("pointermove", (event) => this.movedTo(event), options);
    canvas.addEventListener("pointerup", (event) => this.lifted(event), options);
    canvas.addEventListener("pointercancel", (event) => this.lost(event), options);
    canvas.addEventListener("lostpointercapture", (event) => this.lost(event), options);
    canvas.addEventListener("pointerleave", () => this.hands.hover(null), options);
    canvas.addEventListener("dblclick", (event) => this.hands.doubled(this.at(event)), options);
    canvas.addEventListener("contextmenu", (event) => event.preventDefault(), options);
    canvas.addEventListener("wheel", (event) => this.wheeled(event), { ...options, passive: false });
  }

  dispose(): void {
    this.stop.abort();
  }

  private at(event: MouseEvent): Pixel {
    const box = this.canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  private pressed(event: PointerEvent): void {
    this.canvas.setPointerCapture(event.pointerId);
    const at = this.at(event);
    this.down.set(event.pointerId, at);
    if (this.down.size === 2) {
      // Two fingers look around: what the first had begun to turn goes back.
      if (this.mode === "turn") this.hands.cancel?.();
      this.mode = "pinch";
      return;
    }
    this.start = at;
    this.moved = false;
    const plain = event.button === 0 && !event.ctrlKey;
    this.mode = plain && this.hands.grab(at, event.timeStamp) ? "turn" : "orbit";
  }

  private movedTo(event: PointerEvent): void {
    const at = this.at(event);
    const last = this.down.get(event.pointerId);
    if (last === undefined) {
      if (event.pointerType === "mouse") this.hands.hover(at);
      return;
    }
    if (this.mode === "pinch") this.pinched(event.pointerId, at);
    this.down.set(event.pointerId, at);
    const least = this.mode === "turn" ? CHOICE : SLACK;
    this.moved ||= Math.hypot(at.x - this.start.x, at.y - this.start.y) >= least;
    if (!this.moved) return;
    if (this.mode === "turn" && !this.hands.drag(at, event.timeStamp)) this.mode = "orbit";
    if (this.mode === "orbit") this.hands.orbit(at.x - last.x, at.y - last.y);
  }

  private pinched(id: number, at: Pixel): void {
    const before = this.down.get(id)!;
    const other = [...this.down].find(([key]) => key !== id)?.[1];
    if (other === undefined) return;
    const gap = Math.hypot(before.x - other.x, before.y - other.y);
    this.hands.zoom(Math.hypot(at.x - other.x, at.y - other.y) / Math.max(gap, 1));
    this.hands.orbit((at.x - before.x) / 2, (at.y - before.y) / 2);
  }

  private lifted(event: PointerEvent): void {
    if (!this.down.delete(event.pointerId)) return;
    if (this.mode === "turn") this.hands.release(event.timeStamp, this.moved);
    // The finger that is left after a pinch does nothing until it is lifted too.
    this.mode = "none";
  }

  /** The browser took the pointer away, as where a system gesture begins. */
  private lost(event: PointerEvent): void {
    if (!this.down.delete(event.pointerId)) return;
    if (this.mode === "turn") this.hands.cancel?.();
    this.mode = "none";
  }

  private wheeled(event: WheelEvent): void {
    event.preventDefault();
    this.hands.zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0012)));
  }
}
