import { tableNames, unmetered } from "../support/restored";
import type { Chance } from "./chance";

const names = [
  "accept",
  "accept-language",
  "cookie",
  "if-none-match",
  "if-modified-since",
  "if-match",
  "range",
  "origin",
];
const more = [
  "sec-fetch-site",
  "authorization",
  "idempotency-key",
  "content-type",
  "content-encoding",
  "x-forwarded-host",
  "referer",
];

/** Headers that mean something to us, some of them, each with anything. */
export function headersBy(chance: Chance, share = 0.2): Record<string, string> {
  const drawn = [...names, ...more].filter(() => chance.often(share));
  return Object.fromEntries(drawn.map((name) => [name, chance.headerText()]));
}

export const escaped = (text: string) => encodeURIComponent(text.replaceAll(/[\ud800-\udfff]/g, "?"));

/** Names of fields, with what stands in those that are hidden. */
export function fieldsIn(html: string): [string, string][] {
  const fields = [...html.matchAll(/<(?:input|select|textarea|button)\b[^>]*\bname="([^"]+)"[^>]*>/g)];
  return fields.map(([tag, name = ""]) => [name, /\bvalue="([^"]*)"/.exec(tag)?.[1] ?? ""]);
}

/** Of all tables together. */
export async function rowsIn(DB: D1Database): Promise<number> {
  const tables = await tableNames(DB);
  const counted = await unmetered<{ count: number }>(
    DB,
    tables.map((name) => ({ sql: `SELECT count(*) AS count FROM ${name}`, params: [] })),
  );
  return counted.reduce((sum, [row]) => sum + (row?.count ?? 0), 0);
}
