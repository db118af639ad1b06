/** The shell: the head with its links, and the page that the address names. */

import { Chooser } from "./chooser";
import { connection } from "./connection";
import { button, h, replace } from "./dom";
import { said } from "./faults";
import { icons } from "./icons";
import { isFavorite, opened, shelfOf, toggleFavorite } from "./known";
import type { Page, PageEntry, PlainContext } from "./page";
import { HOME } from "./pages";
import { go, parsed, type Route, remember, written } from "./router";
import { change, type Known, onChange, settings, theme } from "./settings";
import { Tour } from "./tour";

const THEMES = { auto: "light", light: "dark", dark: "auto" } as const;

export class Shell {
  private readonly stage = h("div", { class: "stage-host" });
  private readonly purpose = h("p", { class: "purpose" });
  private readonly panel = h("div", { class: "cards" });
  private readonly layout = h(
    "main",
    { class: "layout" },
    this.stage,
    h("aside", { class: "panel", "aria-label": "Controls" }, this.purpose, this.panel),
  );
  private readonly name = h("span", { class: "puzzle-name" });
  private readonly links: HTMLAnchorElement[];
  private readonly toast = h("div", { class: "toast", role: "status", hidden: true });
  private readonly lost = h(
    "div",
    { class: "lost", role: "alert", hidden: true },
    "The server does not answer. This page tries again by itself; nothing on it is lost.",
  );
  private readonly chooser: Chooser;
  private readonly choose: HTMLButtonElement;
  private readonly star = button("Keep as a favorite", () => this.starred(), [icons.star()], { class: "round star" });
  private readonly tour = new Tour();
  private readonly tabs: readonly PageEntry[];
  private page: Page | null = null;
  private known: Known | null = null;
  private opening = 0;
  private vanish = 0;

  constructor(
    host: HTMLElement,
    private readonly entries: readonly PageEntry[],
  ) {
    this.chooser = new Chooser((puzzle) => go({ page: this.entry.id, puzzle, query: new URLSearchParams() }));
    this.tabs = entries.filter((entry) => entry !== HOME);
    this.links = this.tabs.map((entry) => h("a", { class: "tab", title: entry.purpose }, entry.title));
    this.choose = h(
      "button",
      { type: "button", class: "choose", title: "Choose a puzzle (Ctrl K)", onclick: () => this.ask() },
      this.name,
      icons.down(),
    );
    const lamp = button("Light or dark", () => change({ theme: THEMES[settings.theme] }), [icons.theme()], {
      class: "round",
    });
    const guide = button("Show me around this page", () => this.tour.start(this.entry.tour), [icons.help()], {
      class: "round tour-button",
    });
    host.append(
      h(
        "header",
        { class: "head" },
        h(
          "a",
          { class: "brand", href: "#/", title: "All puzzles and pages" },
          h("img", { src: "./icon.svg", alt: "", width: 26, height: 26 }),
          "Puzzlery",
        ),
        this.choose,
        this.star,
        h("nav", { class: "tabs", "aria-label": "Pages" }, ...this.links),
        guide,
        lamp,
      ),
      this.lost,
      this.layout,
      this.tour.element,
      this.toast,
    );
    window.addEventListener("hashchange", () => void this.open());
    window.addEventListener("puzzlery-tour", () => this.tour.start(this.entry.tour));
    window.addEventListener("keydown", (event) => {
      if ((event.ctrlKey || event.metaKey) && event.key === "k") {
        event.preventDefault();
        this.ask();
      }
    });
    onChange(() => this.paint());
    connection.on((there) => this.heard(there));
    this.paint();
    void this.open();
  }

  private get route(): Route {
    return parsed(location.hash);
  }

  private get entry(): PageEntry {
    return this.entries.find(({ id }) => id === this.route.page) ?? HOME;
  }

  /** Let a person choose a puzzle for the page that is open. */
  private ask(): void {
    const { choice } = this.entry;
    if (choice) void this.chooser.open(choice);
  }

  private starred(): void {
    if (this.known) toggleFavorite(this.known);
  }

  private paint(): void {
    document.documentElement.dataset["theme"] = theme();
    this.star.setAttribute("aria-pressed", String(this.known !== null && isFavorite(this.known)));
  }

  tell(text: string): void {
    this.toast.textContent = text;
    this.toast.hidden = false;
    window.clearTimeout(this.vanish);
    this.vanish = window.setTimeout(() => (this.toast.hidden = true), 3500);
  }

  /** The server was lost or is back; a page that could not be opened without it is opened now. */
  private heard(there: boolean): void {
    this.lost.hidden = there;
    if (!there) return;
    this.tell("The server is back.");
    // What could not be loaded stays unloaded in some browsers until the page is loaded anew.
    if (this.page === null) location.reload();
  }

  /** Open the page of the address; a newer address overtakes one that is still loading. */
  private async open(): Promise<void> {
    const { entry } = this;
    const asked = this.route;
    const route = { ...asked, page: entry.id, puzzle: (entry.first && asked.puzzle) || entry.first };
    const turn = ++this.opening;
    this.tour.close();
    if (asked.page !== entry.id) this.tell(`There is no page called “${asked.page}”; here is where to start.`);
    if (asked.page !== route.page || asked.puzzle !== route.puzzle) remember(route);
    // The old page stays while the next one loads, unless the two are laid out differently.
    if (this.layout.classList.contains("whole") !== (entry === HOME)) this.close();
    this.mark(route, entry);
    this.stage.classList.add("loading");
    try {
      await this.enter(entry, route, turn);
    } catch (fault) {
      if (turn !== this.opening) return;
      this.close();
      this.complain(fault, entry);
    } finally {
      if (turn === this.opening) this.stage.classList.remove("loading");
    }
  }

  private async enter(entry: PageEntry, route: Route, turn: number): Promise<void> {
    const context: PlainContext = {
      route,
      stage: this.stage,
      panel: this.panel,
      tell: (text) => this.tell(text),
      renamed: (now, name) => this.renamed(now, entry, name),
    };
    const loading = entry.load();
    const kind = await loading;
    if ("openPlain" in kind) {
      if (turn !== this.opening) return;
      this.close();
      const page = await kind.openPlain(context);
      if (turn !== this.opening) return page.dispose();
      this.page = page;
      if (entry.first) this.met(entry, this.route.puzzle, this.route.puzzle);
      return;
    }
    const { api } = await import("./api");
    const scene = await api.scene(route.puzzle);
    if (turn !== this.opening) return;
    this.close();
    this.name.textContent = scene.name;
    this.page = kind.open({ ...context, scene });
    this.met(entry, route.puzzle, scene.name);
  }

  /** A puzzle was opened: it is offered on the first page from now on. */
  private met(entry: PageEntry, puzzle: string, title: string): void {
    this.known = { page: shelfOf(entry.id), puzzle, title };
    opened(this.known);
  }

  private renamed(route: Route, entry: PageEntry, name: string): void {
    remember(route);
    this.mark(route, entry);
    this.name.textContent = name;
  }

  private close(): void {
    this.page?.dispose();
    this.page = null;
    this.known = null;
    replace(this.stage);
    replace(this.panel);
  }

  private complain(fault: unknown, entry: PageEntry): void {
    replace(
      this.panel,
      h(
        "div",
        { class: "card fault", role: "alert" },
        h("h2", {}, "This does not open"),
        h("p", {}, said(fault)),
        h(
          "div",
          { class: "actions" },
          h("button", { type: "button", class: "primary", onclick: () => this.ask() }, "Choose another puzzle"),
          h("a", { class: "button", href: `#/${entry.id}` }, `${entry.title} with ${entry.first}`),
          h("a", { class: "button", href: "#/" }, "Where to start"),
        ),
      ),
    );
  }

  /** Pages about puzzles of one kind keep the puzzle; those of another open with their first. */
  private puzzleFor(entry: PageEntry, open: PageEntry, route: Route): string {
    return entry.choice === open.choice ? route.puzzle : entry.first;
  }

  private mark(route: Route, open: PageEntry): void {
    this.layout.classList.toggle("whole", open === HOME);
    this.choose.hidden = this.star.hidden = open.choice === null;
    this.purpose.textContent = open.purpose;
    this.name.textContent = route.puzzle;
    document.title = [route.puzzle, open.title, "Puzzlery"].filter(Boolean).join(" · ");
    this.tabs.forEach((entry, k) => {
      const link = this.links[k]!;
      link.href = written({ page: entry.id, puzzle: this.puzzleFor(entry, open, route), query: new URLSearchParams() });
      if (entry !== open) return link.removeAttribute("aria-current");
      link.setAttribute("aria-current", "page");
      // On a phone the pages are a strip that can be pushed along.
      link.scrollIntoView({ block: "nearest", inline: "nearest" });
    });
  }
}
