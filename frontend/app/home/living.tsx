/** Living pictures: a few frames after one another, at rest for those who want no motion. */

import { useEffect, useMemo, useRef, useState } from "preact/hooks";

const FRAME = 260;
const PAUSE = 5;

/** Whether an element has come near the part of the page that is seen. */
export function useNear<T extends Element>() {
  const ref = useRef<T>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    const watcher = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: "120px" },
    );
    if (ref.current) watcher.observe(ref.current);
    return () => watcher.disconnect();
  }, []);
  return { ref, near };
}

/** A picture that is loaded when it comes near. */
export function Thumbnail({ source }: { source: string }) {
  const { ref, near } = useNear<HTMLSpanElement>();
  return (
    <span class="thumbnail" ref={ref}>
      {near && <img src={source} alt="" width={120} height={120} decoding="async" />}
    </span>
  );
}

const isCalm = (): boolean => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Frames of one picture; the last stays for a while. Who wants no motion sees the frame at rest. */
export function Living({ frames: all, rest }: { frames: readonly string[]; rest: number }) {
  const frames = useMemo(() => (isCalm() ? all.slice(rest).slice(0, 1) : all), [all, rest]);
  const [at, setAt] = useState(0);
  const [loaded, setLoaded] = useState(1);
  useEffect(() => {
    if (frames.length === 1) return;
    let beat = 0;
    // The first frame is what one waits for; the others come when it is there.
    const timer = window.setInterval(() => {
      if (document.hidden) return;
      setLoaded(frames.length);
      beat = (beat + 1) % (frames.length + PAUSE);
      setAt(Math.min(beat, frames.length - 1));
    }, FRAME);
    return () => window.clearInterval(timer);
  }, [frames]);
  return (
    <span class="living">
      {frames.slice(0, loaded).map((source, k) => (
        <img key={source} src={source} alt="" width={160} height={160} class={k === at ? "" : "waiting"} />
      ))}
    </span>
  );
}
