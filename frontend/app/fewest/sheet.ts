/** The sheet of an attempt: its tree on this page and on the server, which another tab may change too. */

import { computed, signal } from "@preact/signals";
import type { AttemptRequest, Branch, BranchRequest, KeptAttempt, LineView } from "../../api/schema";
import { ServerFault } from "../client";
import { Again, Outbox } from "../times/outbox";
import { calls } from "./calls";
import { lineTo, rows } from "./tree";

type Change =
  | { readonly kind: "attempt"; readonly id: string; readonly body: AttemptRequest }
  | { readonly kind: "branch"; readonly id: string; readonly attempt: string; readonly body: BranchRequest };

function send(change: Change): Promise<unknown> {
  return change.kind === "attempt"
    ? calls.saveAttempt(change.id, change.body)
    : calls.saveBranch(change.attempt, change.id, change.body);
}

const outbox = new Outbox<Change>(
  localStorage,
  async (change) => void (await send(change)),
  "attempt",
  "puzzlery-fewest:",
);
const channel = new BroadcastChannel("puzzlery-fewest");

export function newId(): string {
  return crypto.getRandomValues(new Uint32Array(4)).reduce((text, n) => text + n.toString(16).padStart(8, "0"), "");
}

export function newAttempt(scramble: string): KeptAttempt {
  const created = Date.now() / 1000;
  const name = new Date().toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
  return { id: newId(), name, scramble, created, changed: created, deleted: false };
}

export class Sheet {
  readonly attempts = signal<readonly KeptAttempt[]>([]);
  readonly attempt: ReturnType<typeof signal<KeptAttempt>>;
  readonly branches = signal<readonly Branch[]>([]);
  /** The branch that is open; the empty one is the scramble. */
  readonly at = signal("");
  /** Where lines stand, by their moves. */
  readonly views = signal<ReadonlyMap<string, LineView>>(new Map());
  readonly rows = computed(() => rows(this.branches.value));
  readonly waiting = signal(0);
  readonly undoable = signal(0);
  private readonly undos: (() => void)[] = [];
  private asked = 0;
  private readonly hear = (): void => void this.refresh();
  /** The server may be back before anybody noticed that it was away. */
  private readonly again = new Again(this.hear);

  constructor(
    attempt: KeptAttempt,
    private readonly tell: (text: string) => void,
  ) {
    this.attempt = signal(attempt);
    channel.addEventListener("message", this.hear);
  }

  dispose(): void {
    channel.removeEventListener("message", this.hear);
    this.again.stop();
  }

  get line(): string {
    return lineTo(this.branches.value, this.at.value);
  }

  get view(): LineView | undefined {
    return this.views.value.get(this.line);
  }

  open(attempt: KeptAttempt): Promise<void> {
    this.attempt.value = attempt;
    this.branches.value = [];
    this.views.value = new Map();
    this.at.value = "";
    this.undos.length = this.undoable.value = 0;
    return this.refresh();
  }

  /** Send what waits, then ask for what is there. */
  async refresh(): Promise<void> {
    this.merge([]);
    try {
      await outbox.flush();
    } catch (fault) {
      if (fault instanceof ServerFault) this.tell(`A branch was not taken: ${fault.message}`);
      this.again.after(fault);
    }
    const asked = ++this.asked;
    try {
      const attempts = await calls.attempts();
      const { id } = this.attempt.value!;
      const known = attempts.some((one) => one.id === id) ? await calls.attempt(id) : null;
      if (asked !== this.asked || id !== this.attempt.value!.id) return;
      this.attempts.value = attempts;
      if (known) this.attempt.value = known.attempt;
      this.merge(known?.branches ?? []);
    } catch (fault) {
      if (fault instanceof ServerFault) this.tell(fault.message);
    }
    await this.look();
  }

  /** Take in what the server knows, with the changes that wait here; the later change of a branch stays. */
  private merge(branches: readonly Branch[]): void {
    const waiting = outbox.waiting();
    const byId = new Map(this.branches.value.map((branch) => [branch.id, branch]));
    const take = (branch: Branch): void => {
      const known = byId.get(branch.id);
      if (!known || known.changed <= branch.changed) byId.set(branch.id, branch);
    };
    branches.forEach(take);
    for (const change of waiting) {
      if (change.kind === "branch" && change.attempt === this.attempt.value!.id) {
        take({ ...change.body, id: change.id } as Branch);
      }
    }
    this.branches.value = [...byId.values()].sort((one, other) => one.at - other.at);
    this.waiting.value = waiting.filter(({ kind }) => kind === "branch").length;
  }

  /** Ask where the lines stand that are not known yet. */
  async look(): Promise<void> {
    const { id, scramble } = this.attempt.value!;
    const lines = ["", ...this.rows.value.map(({ branch }) => lineTo(this.branches.value, branch.id))];
    const unknown = [...new Set(lines)].filter((line) => !this.views.value.has(line)).slice(0, 500);
    if (unknown.length === 0) return;
    try {
      const found = await calls.lines(scramble, unknown);
      if (id !== this.attempt.value!.id) return;
      this.views.value = new Map([...this.views.value, ...unknown.map((line, k) => [line, found[k]!] as const)]);
    } catch (fault) {
      if (fault instanceof ServerFault) this.tell(fault.message);
    }
  }

  /** Continue the branch that is open, or another one; the new branch is open then. */
  async add(moves: string, step: string, parent = this.at.value): Promise<void> {
    const now = Date.now() / 1000;
    const branch: Branch = { id: newId(), parent, moves, step, comment: "", at: now, changed: now, deleted: false };
    this.put(branch);
    const before = this.at.value;
    this.at.value = branch.id;
    this.remember(() => {
      this.put({ ...branch, deleted: true });
      if (this.at.value === branch.id) this.at.value = before;
    });
    await this.sent();
  }

  async change(branch: Branch, wanted: Partial<Branch>): Promise<void> {
    this.remember(() => this.put(branch));
    this.put({ ...branch, ...wanted });
    if (wanted.deleted && !this.rows.value.some((row) => row.branch.id === this.at.value)) {
      this.at.value = branch.parent;
    }
    await this.sent();
  }

  private put(branch: Branch): void {
    const changed = Math.max(Date.now() / 1000, branch.changed + 0.001);
    const saved = { ...branch, changed };
    const { id, ...body } = saved;
    const { id: attempt, ...kept } = this.attempt.value!;
    outbox.put({ kind: "attempt", id: attempt, body: kept });
    outbox.put({ kind: "branch", id, attempt, body });
    this.branches.value = [...this.branches.value.filter((one) => one.id !== id), saved].sort(
      (one, other) => one.at - other.at,
    );
  }

  /** Take back the last change of this page. */
  undo(): void {
    this.undos.pop()?.();
    this.undoable.value = this.undos.length;
    void this.sent();
  }

  private remember(undo: () => void): void {
    this.undos.push(undo);
    this.undoable.value = this.undos.length;
  }

  private async sent(): Promise<void> {
    await this.refresh();
    channel.postMessage(this.attempt.value!.id);
  }

  /** Change the attempt that is open, or keep a new one. */
  async saveAttempt(attempt: KeptAttempt): Promise<void> {
    const changed = Date.now() / 1000;
    this.attempt.value = { ...attempt, changed };
    const { id, ...body } = this.attempt.value;
    outbox.put({ kind: "attempt", id, body });
    await this.sent();
  }
}
