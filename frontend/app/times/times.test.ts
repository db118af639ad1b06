import { describe, expect, it, vi } from "vitest";
import type { TimedSolve } from "../../api/schema";
import { ServerFault } from "../client";
import { HOLD, type Measured, SolveClock } from "./clock";
import { Again, type Change, merged, Outbox, type Shelf } from "./outbox";
import { marks, pathOf } from "./plots";
import { writtenResult } from "./solve_list";

/** A clock whose time is moved by hand, and what it told. */
function clockAt(start: number) {
  const told: (number | Measured)[] = [];
  let now = start;
  const clock = new SolveClock(() => now, {
    call: (seconds) => told.push(seconds),
    finished: (measured) => told.push(measured),
  });
  const wait = (milliseconds: number): void => {
    for (const end = now + milliseconds; now < end; ) {
      now = Math.min(now + 100, end);
      clock.tick();
    }
  };
  const hold = (milliseconds: number): void => {
    clock.press();
    wait(milliseconds);
    clock.release();
  };
  return { clock, told, wait, hold };
}

describe("the clock", () => {
  it("calls after 8 and 12 seconds of inspection, once each", () => {
    const { told, wait, hold } = clockAt(1e12);
    hold(50);
    wait(7_900);
    expect(told).toEqual([]);
    wait(200);
    expect(told).toEqual([8]);
    wait(4_000);
    expect(told).toEqual([8, 12]);
  });

  // Regulation A4d: from 15 seconds on two seconds are added, from 17 on the attempt is over.
  it.each([
    [14_600, "none"],
    [14_800, "+2"],
    [16_600, "+2"],
    [16_800, "DNF"],
  ] as const)("starts %i ms into the inspection and 300 ms of holding with penalty %s", (inspected, penalty) => {
    const { told, wait, hold, clock } = clockAt(5);
    hold(50);
    wait(inspected);
    hold(HOLD);
    wait(9_876);
    clock.press();
    expect(told.at(-1)).toEqual({ milliseconds: 9_876, penalty });
  });

  it("is not started by a short touch, nor by the one that stops it", () => {
    const { clock, wait, hold } = clockAt(0);
    hold(50);
    hold(HOLD - 100);
    expect(clock.phase).toBe("inspecting");
    hold(HOLD);
    wait(1_000);
    hold(2_000);
    expect(clock.phase).toBe("done");
  });

  it("starts without inspection where none is wanted", () => {
    const { clock, told, wait, hold } = clockAt(0);
    clock.inspects = false;
    hold(HOLD);
    wait(2_340);
    clock.press();
    expect(told).toEqual([{ milliseconds: 2_340, penalty: "none" }]);
  });

  it("goes on after a reload where it was", () => {
    const { clock, wait, hold } = clockAt(1e12);
    hold(50);
    wait(15_500);
    hold(HOLD);
    wait(1_000);
    const shot = JSON.parse(JSON.stringify(clock.snapshot));
    const again = clockAt(1e12 + 50 + 15_500 + HOLD + 1_000 + 7_000);
    again.clock.restore(shot);
    again.clock.press();
    expect(again.told).toEqual([{ milliseconds: 8_000, penalty: "+2" }]);
  });

  it("gives a solve up by Escape, as one that did not finish", () => {
    const { clock, told, wait, hold } = clockAt(0);
    clock.inspects = false;
    hold(HOLD);
    wait(1_000);
    clock.cancel();
    expect(told).toEqual([{ milliseconds: 1_000, penalty: "DNF" }]);
  });
});

function shelf(): Shelf {
  const kept = new Map<string, string>();
  return {
    get length() {
      return kept.size;
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}

const solve = (id: string, comment: string, more: Partial<TimedSolve> = {}): Change => ({
  kind: "solve",
  id,
  session: "mon",
  body: { milliseconds: 9000, scramble: "", penalty: "none", comment, at: 1, changed: 1, deleted: false, ...more },
});
const session: Change = {
  kind: "session",
  id: "mon",
  body: { name: "Monday", puzzle: "3x3x3", event: "usual", created: 0, deleted: false },
};

describe("the outbox", () => {
  it("sends a session before its solves, and forgets what has arrived", async () => {
    const sent: string[] = [];
    const box = new Outbox(shelf(), async ({ id }) => void sent.push(id));
    box.put(solve("a", ""));
    box.put(session);
    await box.flush();
    expect(sent).toEqual(["mon", "a"]);
    expect(box.waiting()).toEqual([]);
  });

  it("keeps what could not be sent, also for another tab", async () => {
    const shared = shelf();
    const lost = new Outbox(shared, async () => Promise.reject(new Error("away")));
    lost.put(solve("a", ""));
    await expect(lost.flush()).rejects.toThrow("away");
    expect(new Outbox(shared, async () => undefined).waiting()).toHaveLength(1);
  });

  it("keeps a change that was made while an earlier one was on its way", async () => {
    const box: Outbox = new Outbox(shelf(), async () => {
      if ((box.waiting()[0] as { body: { comment: string } }).body.comment === "first") box.put(solve("a", "second"));
    });
    box.put(solve("a", "first"));
    await box.flush();
    expect(box.waiting()).toEqual([solve("a", "second")]);
  });

  it("sends a change that was made while others were on their way, when asked again", async () => {
    const sent: string[] = [];
    const box = new Outbox(shelf(), async ({ id }) => void sent.push(id));
    box.put(solve("a", ""));
    const first = box.flush();
    box.put(solve("b", ""));
    await Promise.all([box.flush(), first, box.flush()]);
    expect(sent).toEqual(["a", "b"]);
    expect(box.waiting()).toEqual([]);
  });

  it("is tried again after a pause where no answer came, once, and not where the server refused", () => {
    vi.useFakeTimers();
    const tried = vi.fn();
    const again = new Again(tried);
    again.after(new ServerFault({ kind: "UnknownName", message: "no", position: null }, 404));
    vi.advanceTimersByTime(60_000);
    expect(tried).toHaveBeenCalledTimes(0);
    again.after(new TypeError("no answer"));
    again.after(new ServerFault({ kind: "Busy", message: "later", position: null }, 503));
    vi.advanceTimersByTime(60_000);
    expect(tried).toHaveBeenCalledTimes(1);
    again.after(new TypeError("no answer"));
    again.stop();
    vi.advanceTimersByTime(60_000);
    expect(tried).toHaveBeenCalledTimes(1);
    vi.useRealTimers();
  });

  it("shows solves as they will be", () => {
    const known = [
      { ...solve("a", "old").body, id: "a" } as TimedSolve,
      { ...solve("b", "").body, id: "b" } as TimedSolve,
    ];
    const waiting = [solve("a", "new"), solve("b", "", { deleted: true }), solve("c", "", { at: 0 })];
    expect(merged(known, "mon", waiting).map(({ id, comment }) => [id, comment])).toEqual([
      ["c", ""],
      ["a", "new"],
    ]);
  });
});

it("writes results with their penalties", () => {
  const written = (["none", "+2", "DNF"] as const).map((penalty) => writtenResult({ milliseconds: 12_349, penalty }));
  expect(written).toEqual(["12.34", "14.34+", "DNF (12.34)"]);
});

describe("plots", () => {
  it("mark axes at round numbers within the range", () => {
    expect(marks(1012, 1490)).toEqual([1100, 1200, 1300, 1400]);
    expect(marks(900, 1300)).toEqual([900, 1000, 1100, 1200, 1300]);
  });

  it("interrupt a line where a solve did not finish", () => {
    const same = (value: number): number => value;
    expect(pathOf([1, 2, null, 3], same, same)).toBe("M0.0 1.0L1.0 2.0M3.0 3.0");
  });
});
