/** Events of a viewer, by name, each with its own kind of news. */

import type { View } from "./hand/camera";
import type { HiddenView } from "./hidden_faces";
import type { SceneMove } from "./scene";
import type { State } from "./state";

/** Who made a move: a drag, a key, or a call from outside. */
export type TurnSource = "hand" | "key" | "call";

export interface Events {
  /** A move was made; the state is the one after it. */
  turn: { readonly move: SceneMove; readonly amount: number; readonly by: TurnSource; readonly state: State };
  /** A sticker was clicked; `sticker` is the one that stands at the place. */
  pick: { readonly place: number; readonly sticker: number; readonly piece: number };
  /** The pointer rests on a sticker, or on none. */
  hover: { readonly place: number } | null;
  view: View;
  /** A key or a button has switched a way to see hidden faces. */
  show: Partial<Record<HiddenView, boolean>>;
  /** A move was tried that a bandage forbids. */
  blocked: { readonly move: SceneMove };
}

type Listener<Name extends keyof Events> = (news: Events[Name]) => void;

export class Emitter {
  private readonly listeners = new Map<keyof Events, Set<(news: never) => void>>();

  /** Listen; the answer stops listening. */
  on<Name extends keyof Events>(name: Name, listener: Listener<Name>): () => void {
    const set = this.listeners.get(name) ?? new Set();
    this.listeners.set(name, set);
    set.add(listener as (news: never) => void);
    return () => set.delete(listener as (news: never) => void);
  }

  emit<Name extends keyof Events>(name: Name, news: Events[Name]): void {
    for (const listener of this.listeners.get(name) ?? []) (listener as Listener<Name>)(news);
  }
}
