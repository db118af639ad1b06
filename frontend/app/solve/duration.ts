/** Durations in words. */

/** A time in words: "under 0.01 s", "0.42 s", "12 s", "3 min 5 s". */
export function secondsText(seconds: number): string {
  if (seconds > 0 && seconds < 0.005) return "under 0.01 s";
  if (seconds < 10) return `${Number(seconds.toFixed(seconds < 1 ? 2 : 1))} s`;
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
