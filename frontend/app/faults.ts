/** Faults: what a person is told when something fails. */

export function said(fault: unknown): string {
  return fault instanceof Error ? fault.message : String(fault);
}
