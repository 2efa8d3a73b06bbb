import type { OriginReadMemory, OriginReadPhase } from "./api-phases";
import { chooseForeignPage, type ForeignPageNames } from "./chosen-page";
import { foreignText } from "./foreign-values";
import type { MovedPage } from "./move-document";
import type { MoveNotes } from "./move-notes";
import type { OriginResult, OriginSettings } from "./origin";
import { originRefusal } from "./origin-texts";
import { httpsOriginOf } from "./web-address";

/** Returns the headers of an API whose key has a scheme. */
export const originKeyHeaders =
  (scheme: "Bearer" | "OAuth") =>
  ({ key }: OriginSettings): Record<string, string> => ({
    accept: "application/json",
    ...(key.trim() === "" ? {} : { authorization: `${scheme} ${key.trim()}` }),
  });

/** Begins with the key, else with what the page’s own address answers to everybody. */
export const beginWithKeyOrSite =
  (example: string) =>
  ({ url, key }: OriginSettings): OriginResult<OriginReadMemory> => {
    if (key.trim() !== "") return { ok: true, value: { way: "key" } };
    const site = httpsOriginOf(url);
    if (site) return { ok: true, value: { way: "site", site } };
    return originRefusal("not_found", `Enter the page’s address, such as ${example}, or a key of the API.`);
  };

export const isReadWithKey = (memory: OriginReadMemory): boolean => memory.way === "key";

/** Returns an address of the page itself; null while a key is used. */
export const originSiteUrl = (memory: OriginReadMemory, path: string): string | null =>
  memory.way === "site" ? `${foreignText(memory.site)}${path}` : null;

/** Returns the id of the page, as a part of an address; null before it is known, and without a key. */
export function originPageIdPart(memory: OriginReadMemory): string | null {
  const id = foreignText(memory.pageId);
  return isReadWithKey(memory) && id !== "" ? encodeURIComponent(id) : null;
}

interface ChosenPage {
  url: string;
  /** Host of the API, which is no address of a page. */
  api: string;
  rowsOf(body: unknown): OriginResult<Record<string, unknown>[]>;
  namesOf(row: Record<string, unknown>): ForeignPageNames;
  pageOf(row: Record<string, unknown>, notes: MoveNotes): MovedPage | null;
}

/** Returns the phase that finds the page among those of the key, and remembers its id and zone. */
export const pageChoicePhase = ({ url, api, rowsOf, namesOf, pageOf }: ChosenPage): OriginReadPhase => ({
  url: ({ memory }) => (isReadWithKey(memory) ? url : null),
  take(body, { memory, settings, notes }) {
    const rows = rowsOf(body);
    const row = rows.ok ? chooseForeignPage(rows.value, namesOf, settings, api) : rows;
    if (!row.ok) return row;
    const page = pageOf(row.value, notes);
    if (!page) return originRefusal("unusable_answer", "The page has no id.");
    return {
      ok: true,
      value: { part: { page }, memory: { ...memory, pageId: page.id, zone: page.timeZone ?? "UTC" } },
    };
  },
});
