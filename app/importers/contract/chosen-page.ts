import { foreignText } from "./foreign-values";
import type { OriginResult, OriginSettings } from "./origin";
import { originRefusal } from "./origin-texts";

/** Ways in which an address or a choice can name a page. */
export interface ForeignPageNames {
  id: string;
  title: string;
  /** Host names under which visitors reach it. */
  hosts: string[];
}

/** Returns true for the page whose id or host the text names. */
function isNamedBy({ id, hosts }: ForeignPageNames, text: string): boolean {
  const named = text.toLowerCase();
  const host = URL.parse(/^https?:/.test(named) ? named : `https://${named}`)?.hostname ?? "";
  return (
    (id !== "" && named.includes(id.toLowerCase())) || hosts.some((each) => each !== "" && each.toLowerCase() === host)
  );
}

/** Returns the page that a key may read: the named one, or the only one; `api` is the API’s own host. */
export function chosenForeignPage<T>(
  rows: readonly T[],
  namesOf: (row: T) => ForeignPageNames,
  { url, choices }: OriginSettings,
  api: string,
): OriginResult<T> {
  const named = (choices.page || (url.includes(api) ? "" : url)).trim();
  const fitting = named === "" ? rows : rows.filter((row) => isNamedBy(namesOf(row), named));
  const [row] = fitting;
  if (row !== undefined && fitting.length === 1) return { ok: true, value: row };
  const titles = rows
    .map((each) => namesOf(each).title)
    .join(", ")
    .slice(0, 300);
  return originRefusal("not_found", `Give the address of the page to read. The key’s pages are: ${titles || "none"}.`);
}

/** Returns a name, which is a text or one by language; the page’s own language stands first. */
export function plainForeignText(value: unknown): string {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return foreignText(value);
  const byLanguage = value as Record<string, unknown>;
  const [first = ""] = [byLanguage.default, byLanguage.en, ...Object.values(byLanguage)]
    .map(foreignText)
    .filter(Boolean);
  return first;
}
