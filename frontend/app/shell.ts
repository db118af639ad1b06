/** The shell: the head with its links, and the page that the address names. */

import { api } from "./api";
import { Chooser, TWISTY } from "./chooser";
import { button, h, replace } from "./dom";
import { icons } from "./icons";
import type { OtherPage, Page, PageKind, PlainContext } from "./page";
import { FIRST, go, parsed, type Route, remember, written } from "./router";
import { change, onChange, settings, theme } from "./settings";

const THEMES = { auto: "light", light: "dark", dark: "auto" } as const;

export class Shell {
  private readonly stage = h("div", { class: "stage-host" });
  private readonly panel = h("aside", { class: "panel", "aria-label": "Controls" });
  private readonly name = h("span", { class: "puzzle-name" });
  private readonly links: HTMLAnchorElement[];
  private readonly toast = h("div", { class: "toast", role: "status", hidden: true });
  private readonly chooser: Chooser;
  private readonly choose: HTMLButtonElement;
  private page: Page | null = null;
  private opening = 0;
  private vanish = 0;

  constructor(
    host: HTMLElement,
    private readonly kinds: readonly PageKind[],
  ) {
    this.chooser = new Chooser((puzzle) => go({ page: this.route.page, puzzle, query: new URLSearchParams() }));
    this.links = kinds.map((kind) => h("a", { class: "tab" }, kind.title));
    this.choose = h(
      "button",
      { type: "button", class: "choose", title: "Choose a puzzle (Ctrl K)", onclick: () => this.ask() },
      this.name,
      icons.down(),
    );
    const lamp = button("Light or dark", () => change({ theme: THEMES[settings.theme] }), [icons.theme()], {
      class: "round",
    });
    host.append(
      h(
        "header",
        { class: "head" },
        h(
          "a",
          { class: "brand", href: "#/play/3x3x3" },
          h("img", { src: "./icon.svg", alt: "", width: 26, height: 26 }),
          "Puzzlery",
        ),
        this.choose,
        h("nav", { class: "tabs", "aria-label": "Pages" }, ...this.links),
        lamp,
      ),
      h("main", { class: "layout" }, this.stage, this.panel),
      this.toast,
    );
    window.addEventListener("hashchange", () => void this.open());
    window.addEventListener("keydown", (event) => {
      if ((event.ctrlKey || event.metaKey) && event.key === "k") {
        event.preventDefault();
        this.ask();
      }
    });
    onChange(() => this.paint());
    this.paint();
    void this.open();
  }

  private get route(): Route {
    return parsed(location.hash);
  }

  private get kind(): PageKind {
    return this.kinds.find(({ id }) => id === this.route.page) ?? this.kinds[0]!;
  }

  /** Let a person choose a puzzle for the page that is open. */
  private ask(): void {
    const { kind } = this;
    void this.chooser.open("first" in kind ? kind.choice : TWISTY);
  }

  private paint(): void {
    document.documentElement.dataset["theme"] = theme();
  }

  tell(text: string): void {
    this.toast.textContent = text;
    this.toast.hidden = false;
    window.clearTimeout(this.vanish);
    this.vanish = window.setTimeout(() => (this.toast.hidden = true), 3500);
  }

  /** Open the page of the address; a newer address overtakes one that is still loading. */
  private async open(): Promise<void> {
    const { route, kind } = this;
    const turn = ++this.opening;
    this.mark(route, kind);
    this.stage.classList.add("loading");
    try {
      const context = {
        route: { ...route, page: kind.id },
        stage: this.stage,
        panel: this.panel,
        tell: (text: string) => this.tell(text),
      };
      if ("first" in kind) return await this.openOther(kind, context, turn);
      const scene = await api.scene(route.puzzle);
      if (turn !== this.opening) return;
      this.close();
      this.name.textContent = scene.name;
      this.page = kind.open({ ...context, scene, renamed: (now, name) => this.renamed(now, kind, name) });
    } catch (fault) {
      if (turn !== this.opening) return;
      this.close();
      this.complain(fault);
    } finally {
      if (turn === this.opening) this.stage.classList.remove("loading");
    }
  }

  private async openOther(kind: OtherPage, context: PlainContext, turn: number): Promise<void> {
    this.close();
    const page = await kind.openPlain(context);
    if (turn === this.opening) this.page = page;
    else page.dispose();
  }

  private renamed(route: Route, kind: PageKind, name: string): void {
    remember(route);
    this.mark(route, kind);
    this.name.textContent = name;
  }

  private close(): void {
    this.page?.dispose();
    this.page = null;
    replace(this.stage);
    replace(this.panel);
  }

  private complain(fault: unknown): void {
    const text = fault instanceof Error ? fault.message : String(fault);
    replace(
      this.panel,
      h(
        "div",
        { class: "card fault", role: "alert" },
        h("h2", {}, "This does not open"),
        h("p", {}, text),
        h("button", { type: "button", class: "primary", onclick: () => this.ask() }, "Choose another puzzle"),
      ),
    );
  }

  /** Pages about puzzles of one kind keep the puzzle; those of another open with their first. */
  private puzzleFor(kind: PageKind, open: PageKind, route: Route): string {
    if (kind === open || (!("first" in kind) && !("first" in open))) return route.puzzle;
    return "first" in kind ? kind.first : FIRST.puzzle;
  }

  private mark(route: Route, open: PageKind): void {
    this.name.textContent = route.puzzle;
    document.title = `${route.puzzle} · ${open.title} · Puzzlery`;
    this.kinds.forEach((kind, k) => {
      const link = this.links[k]!;
      link.href = written({ page: kind.id, puzzle: this.puzzleFor(kind, open, route), query: new URLSearchParams() });
      if (kind !== open) return link.removeAttribute("aria-current");
      link.setAttribute("aria-current", "page");
      // On a phone the pages are a strip that can be pushed along.
      link.scrollIntoView({ block: "nearest", inline: "nearest" });
    });
  }
}
