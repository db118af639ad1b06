/** What the server tells about packings, and long work on them; rules live there, not here. */

import { get, post } from "../api";

/** A cell of an orientation or of the board, drawn about its middle; a ball has no corners. */
export interface Drawn {
  readonly x: number;
  readonly y: number;
  readonly corners: readonly (readonly [number, number])[];
}

export interface BoardCell extends Drawn {
  /** How high it stands. */
  readonly z: number;
  /** Layer, row and column. */
  readonly spot: readonly [number, number, number];
  readonly label: string;
  readonly optional: boolean;
}

export interface Orientation {
  readonly cells: readonly (Drawn & { readonly layer: number })[];
  /** The orientations that follow when it is turned clockwise, and turned over or tilted. */
  readonly turn: number;
  readonly flip: number;
}

export interface Piece {
  readonly id: string;
  readonly title: string;
  readonly shades: Readonly<Record<string, string>>;
  readonly low: number;
  readonly most: number;
  readonly orientations: readonly Orientation[];
}

export interface Packing {
  readonly name: string;
  readonly lattice: string;
  readonly layers: number;
  readonly cells: readonly BoardCell[];
  readonly pieces: readonly Piece[];
  /** Every way to place a piece: its number, that of the orientation, then the cells. */
  readonly options: readonly (readonly number[])[];
}

export interface Packings {
  readonly sets: readonly { readonly name: string; readonly words: string }[];
  readonly boards: readonly string[];
  readonly puzzles: readonly (readonly [string, string])[];
}

export interface NextPiece {
  readonly option: number;
  readonly piece: string;
  readonly reason: string;
  readonly forced: boolean;
}

export interface Told {
  readonly solvable: boolean | null;
  readonly count: string;
  readonly exact: boolean;
  /** About how many there are, where they were not all counted. */
  readonly about: number | null;
  readonly dead: readonly number[] | null;
  readonly forced: NextPiece | null;
  readonly dead_end: string | null;
  readonly done: boolean;
  readonly settled: boolean;
}

export interface Job<Result> {
  readonly id: string;
  readonly status: "queued" | "running" | "done" | "failed" | "cancelled";
  readonly progress: { readonly done: number; readonly note: string } | null;
  readonly result: Result | null;
  readonly error: { readonly message: string } | null;
}

/** A set, a board, and the options that lie on it. */
export interface Place {
  readonly set: string;
  readonly board: string;
  readonly placed: readonly number[];
}

export interface Filter {
  readonly piece: string;
  readonly cell: number;
}

export const packings = {
  list: (): Promise<Packings> => get("api/packings"),
  puzzle: (set: string, board: string): Promise<Packing> =>
    get(`api/packings/puzzle?${new URLSearchParams({ set, board }).toString()}`),
  told: (place: Place, signal: AbortSignal): Promise<Told> => post("api/packings/board", place, signal),
  hint: (place: Place): Promise<{ hint: NextPiece | null; text: string }> => post("api/packings/hint", place),
  undo: (place: Place): Promise<{ keep: number; decided: boolean }> => post("api/packings/undo", place),
  complete: (place: Place): Promise<{ solution: number[] | null; decided: boolean }> =>
    post("api/packings/complete", place),
  solutions: (
    place: Place,
    filter: Filter | null,
    start: number,
  ): Promise<{ ready: boolean; count: string; solutions: number[][] }> =>
    post("api/packings/solutions", { ...place, ...filter, start, size: 1 }),
};

/** Begin a job and follow it to its end; `stop` cancels it. */
export class LongWork<Result> {
  private id: string | null = null;
  private events: EventSource | null = null;

  constructor(private readonly heard: (job: Job<Result>) => void) {}

  async begin(kind: string, request: unknown): Promise<void> {
    this.stop();
    const job = await post<Job<Result>>("api/jobs", { kind, request });
    this.id = job.id;
    this.heard(job);
    this.events = new EventSource(`api/jobs/${job.id}/events`);
    this.events.addEventListener("job", (event) =>
      this.told(JSON.parse((event as MessageEvent<string>).data) as Job<Result>),
    );
  }

  stop(): void {
    this.events?.close();
    if (this.id !== null)
      void fetch(`api/jobs/${this.id}`, { method: "DELETE", headers: { "content-type": "application/json" } });
    this.events = this.id = null;
  }

  private told(job: Job<Result>): void {
    if (!["queued", "running"].includes(job.status)) {
      this.events?.close();
      this.events = this.id = null;
    }
    this.heard(job);
  }
}
