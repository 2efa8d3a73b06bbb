import { usageError } from "../definition/cli-error";

const units: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Returns the length of a text such as `90m`, `2h` or `1d`, in ms; null for another text. */
export function parseLength(text: string): number | null {
  const [, count = "", unit = ""] = /^(\d{1,6})\s*([mhd])$/.exec(text.trim()) ?? [];
  const length = Number(count) * (units[unit] ?? Number.NaN);
  return length > 0 ? length : null;
}

/**
 * Returns an instant (ISO 8601, UTC): of an instant with its zone, or of a length from `from` on, such as `2h`. Throws
 * CliError, also for a time without a zone, which could be meant in any.
 */
export function parseInstantInput(text: string, from: number, option: string): string {
  if (text === "now") return new Date(from).toISOString();
  const length = parseLength(text);
  if (length !== null) return new Date(from + length).toISOString();
  const isZoned = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text);
  if (isZoned && Number.isFinite(Date.parse(text))) return new Date(text).toISOString();
  throw usageError(
    `“${text}” is no time for ${option}. Write it as 2026-12-01T02:00+01:00, or as a length such as 90m, 2h or 1d.`,
  );
}
