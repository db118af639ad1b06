/** Elements made by hand: `h("button", { onclick }, "Scramble")`. */

type Child = Node | string | null | undefined | false;
type Props = Record<string, unknown>;

/** An element with properties (or attributes, for names with a dash) and children. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  props: Props = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null) continue;
    if (name === "class") element.className = String(value);
    else if (name.includes("-") || name === "role" || name === "for" || name === "list") {
      element.setAttribute(name, String(value));
    } else (element as unknown as Props)[name] = value;
  }
  element.append(...children.filter((child): child is Node | string => Boolean(child)));
  return element;
}

const SVG = "http://www.w3.org/2000/svg";

export type Attributes = Record<string, string | number>;

/** An element of SVG with attributes and children. */
export function s<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: Element[]
): SVGElementTagNameMap[Tag] {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/** A line icon of 24 × 24 units, drawn by paths. */
export function icon(...paths: string[]): SVGSVGElement {
  return s(
    "svg",
    { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" },
    ...paths.map((d) => s("path", { d })),
  );
}

/** A button with an icon, words or both; where it has no words, its title names it. */
export function button(title: string, onclick: () => void, content: Child[], extra: Props = {}): HTMLButtonElement {
  const wordless = !content.some((child) => typeof child === "string");
  const label = wordless ? { "aria-label": title } : {};
  return h("button", { type: "button", title, ...label, onclick, ...extra }, ...content);
}

export function replace(parent: Element, ...children: Child[]): void {
  parent.replaceChildren(...children.filter((child): child is Node | string => Boolean(child)));
}

/** Call at most once in a pause of so many milliseconds. */
export function debounced<Args extends unknown[]>(
  call: (...args: Args) => void,
  pause: number,
): (...args: Args) => void {
  let timer = 0;
  return (...args) => {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => call(...args), pause);
  };
}

/** Hand a file to the person. */
export function download(content: Blob, name: string): void {
  const link = h("a", { href: URL.createObjectURL(content), download: name });
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Put a text on the clipboard and say so; where that is not allowed, show it to be copied by hand. */
export async function toClipboard(
  text: string,
  said: string,
  asked: string,
  tell: (said: string) => void,
): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    tell(said);
  } catch {
    window.prompt(asked, text);
  }
}
