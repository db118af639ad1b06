/** Segments: a few choices side by side, of which one is taken. */

import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

export interface Segment<Value extends string> {
  readonly value: Value;
  readonly content: ComponentChildren;
  /** What the choice means, in a sentence. */
  readonly title: string;
}

interface Props<Value extends string> {
  label: string;
  segments: readonly Segment<Value>[];
  value: Value;
  choose: (value: Value) => void;
}

export function Segments<Value extends string>({ label, segments, value, choose }: Props<Value>) {
  return (
    <div class="segments" role="radiogroup" aria-label={label}>
      {segments.map((one) => (
        // biome-ignore lint/a11y/useSemanticElements: a button shows what it chooses, also as an icon
        <button
          key={one.value}
          type="button"
          role="radio"
          aria-checked={one.value === value}
          title={one.title}
          onClick={() => choose(one.value)}
        >
          {one.content}
        </button>
      ))}
    </div>
  );
}

interface SwitchProps {
  /** What is switched on or off, and what that means. */
  children: ComponentChildren;
  title?: string;
  on: boolean;
  change: (on: boolean) => void;
}

/** A switch with its words before it. */
export function Switch({ children, title, on, change }: SwitchProps) {
  return (
    <label class="row">
      <span>
        {children}
        {title && (
          <small class="quiet" aria-hidden="true">
            {title}
          </small>
        )}
      </span>
      <input
        type="checkbox"
        class="switch"
        role="switch"
        title={title}
        aria-checked={on}
        checked={on}
        onChange={({ currentTarget }) => change(currentTarget.checked)}
      />
    </label>
  );
}

interface IconButtonProps {
  title: string;
  /** The sign, as one of `icons` draws it. */
  icon: () => Element;
  press: () => void;
  disabled?: boolean;
  class?: string;
}

/** A button with a sign instead of words; its title names it. */
export function IconButton({ title, icon, press, disabled = false, class: kind = "square" }: IconButtonProps) {
  const host = useRef<HTMLButtonElement>(null);
  useEffect(() => host.current?.replaceChildren(icon()), []);
  return (
    <button
      ref={host}
      type="button"
      class={kind}
      title={title}
      aria-label={title}
      disabled={disabled}
      onClick={press}
    />
  );
}

/** An element that was made by hand, at its place among others. */
export function Hosted({ element }: { element: Element }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => host.current?.replaceChildren(element), [element]);
  return <div class="hosted" ref={host} />;
}

/** A sign as one of `icons` draws it, before words. */
export function Icon({ of }: { of: () => Element }) {
  return <span class="hosted" ref={(host) => host?.replaceChildren(of())} />;
}
