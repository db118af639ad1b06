/** What is changed step by step, with every change that can be taken back. */

export class History<State> {
  private past: State[] = [];
  private future: State[] = [];
  private topic = "";

  constructor(protected now: State) {}

  get canUndo(): boolean {
    return this.past.length > 0;
  }

  get canRedo(): boolean {
    return this.future.length > 0;
  }

  undo(): void {
    const before = this.past.pop();
    if (before === undefined) return;
    this.future.push(this.now);
    this.now = before;
    this.topic = "";
  }

  redo(): void {
    const after = this.future.pop();
    if (after === undefined) return;
    this.past.push(this.now);
    this.now = after;
    this.topic = "";
  }

  /** Changes of one topic in a row, such as a slider that is dragged, are taken back together. */
  protected change(next: State, topic = ""): void {
    if (topic === "" || topic !== this.topic) this.past.push(this.now);
    this.topic = topic;
    this.future = [];
    this.now = next;
  }
}
