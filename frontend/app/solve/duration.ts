/** Durations in words. */

/** A time in words: "under 0.01 s", "0.42 s", "12 s", "3 min 5 s", "2 h 5 min". */
export function secondsText(seconds: number): string {
  if (seconds > 0 && seconds < 0.005) return "under 0.01 s";
  if (seconds < 10) return `${Number(seconds.toFixed(seconds < 1 ? 2 : 1))} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  if (whole < 86_400) return `${Math.floor(whole / 3600)} h ${Math.floor(whole / 60) % 60} min`;
  return `${Math.floor(whole / 86_400).toLocaleString("en")} d ${Math.floor(whole / 3600) % 24} h`;
}
