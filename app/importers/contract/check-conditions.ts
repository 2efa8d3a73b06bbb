/** Returns whether a comparison holds; null = the operator is not known. */
export function isComparisonTrue(left: number, operator: string, right: number): boolean | null {
  const holds: Readonly<Record<string, boolean>> = {
    "==": left === right,
    "!=": left !== right,
    "<": left < right,
    "<=": left <= right,
    ">": left > right,
    ">=": left >= right,
  };
  return holds[operator] ?? null;
}

/** Every status code that a check can be answered with. */
export const allHttpStatuses: readonly number[] = Array.from({ length: 500 }, (_, index) => index + 100);

/** Returns Go's duration such as `1h30m` in seconds; null for any other text. */
export function goDurationSeconds(text: string): number | null {
  if (!/^(?:\d{1,12}(?:\.\d{1,12})?(?:ns|us|µs|ms|s|m|h)){1,8}$/.test(text)) return null;
  const units: Record<string, number> = { ns: 1e-9, us: 1e-6, µs: 1e-6, ms: 1e-3, s: 1, m: 60, h: 3600 };
  const parts = [...text.matchAll(/(\d{1,12}(?:\.\d{1,12})?)(ns|us|µs|ms|s|m|h)/g)];
  return parts.reduce((sum, [, count, unit = "s"]) => sum + Number(count) * (units[unit] ?? 1), 0);
}
