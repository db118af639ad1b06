/** Numbers too long for JavaScript, which the server sends as digits. */

/** With a comma between thousands: 1,234,567. */
export const grouped = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, ",");

/** In a few characters: 4.33 × 10¹⁹. */
export function shortNumber(digits: string): string {
  if (digits.length <= 7) return Number(digits).toLocaleString("en");
  const power = [...String(digits.length - 1)].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]).join("");
  return `${digits[0]}.${digits.slice(1, 3)} × 10${power}`;
}
