import { foreignName, foreignText, parseForeignId } from "./foreign-values";
import type { MoveNotes } from "./move-notes";
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
export function chooseForeignPage<T>(
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

interface ForeignPageKeys {
  id: unknown;
  name: unknown;
  /** Name in addresses, where pages have one. */
  slug?: unknown;
}

/** Returns the page that is wanted by its id or slug, else the first; asks about the others of the field. */
export function firstForeignPage<T>(
  pages: readonly T[],
  wanted: string | undefined,
  keysOf: (page: T) => ForeignPageKeys,
  field: string,
  notes: MoveNotes,
): T | undefined {
  const isWanted = ({ id, slug }: ForeignPageKeys) => Boolean(wanted) && (id === wanted || slug === wanted);
  const page = pages.find((each) => isWanted(keysOf(each))) ?? pages[0];
  for (const other of pages.filter((each) => each !== page)) {
    const { id, name, slug = id } = keysOf(other);
    const subject = { noun: "page" as const, id: parseForeignId(id), name: foreignName(name, "Status page") };
    notes.question(subject, field, `One page is moved at a time: to read this one, enter “${foreignText(slug)}”.`);
  }
  return page;
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
