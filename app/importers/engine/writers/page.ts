import { readBatch } from "~/db/read";
import { pageTable } from "~/db/schema";
import { type SqlStatement, updateRowsStatements } from "~/db/write";
import { nearestKnownLanguage } from "~/i18n/languages";
import { type PageRow, pageByIdQuery } from "~/pages/queries/page";
import type { Ctx } from "~/platform/ctx";
import { readTimeZoneCommitParts } from "~/status-page/timeline/engine/change-zone";
import type { MovedPage } from "../../rules/move-document";
import { movedPageSettings } from "../../rules/page-settings";
import type { ImportNounWriter, ImportWriteFacts, WrittenImportThing } from "../noun-writer";

/** Returns the first of the origin's languages that pages are shown in; none = the page keeps its own. */
function languageOf({ languages }: MovedPage): { language?: string } {
  const language = languages.map(nearestKnownLanguage).find((each) => each !== null);
  return language ? { language } : {};
}

/**
 * Returns the statements that show a public page to its members alone, as it was private there. One that is protected
 * here stays as it is, and none is ever opened.
 */
const closePageStatements = (pageId: string): SqlStatement[] => [
  { sql: "UPDATE page SET visibility = 'members' WHERE id = ?1 AND visibility = 'public'", params: [pageId] },
  { sql: "UPDATE snapshot SET visibility = 'members' WHERE page_id = ?1 AND visibility = 'public'", params: [pageId] },
];

/** Returns the parts of a change of the time zone; nothing when the page has it already. */
async function zoneParts(ctx: Ctx, { id, timeZone }: PageRow, next: string | undefined) {
  if (next === undefined || next === timeZone) return { fields: {}, guards: [], changes: [] };
  const { openDayAt, guards, changes } = await readTimeZoneCommitParts(ctx, id, next);
  return { fields: { timeZone: next, openDayAt }, guards, changes };
}

async function changePage(
  ctx: Ctx,
  { startedAt }: ImportWriteFacts,
  { thing, planned }: WrittenImportThing<"page">,
  row: PageRow,
): Promise<SqlStatement[]> {
  const { timeZone, ...settings } = movedPageSettings(thing, planned.arrival.timeZone);
  const zone = await zoneParts(ctx, row, timeZone);
  const fields = { ...settings, ...languageOf(thing), ...zone.fields };
  return [
    ...zone.guards,
    ...updateRowsStatements(pageTable, row.id, [{ id: row.id, ...fields, updatedAt: startedAt }]),
    ...zone.changes,
    ...(thing.isPrivate ? closePageStatements(row.id) : []),
  ];
}

/**
 * Settings of a page that nobody edited here: name, description, time zone, language, accent colour, links, and that it
 * is private. Its slug, host and images stay; the preview names the logo's URL, and a person uploads it.
 * `isPageFresh` tells from the version whether anybody edited them.
 */
export const pageImportWriter: ImportNounWriter<"page"> = {
  noun: "page",
  // A change of the zone packs past days again, 200 years of components a statement: three years of 500 components.
  statements: 13,
  rows: () => 5,
  rowsPerUpdate: 0,
  readHere: async (ctx, pageId) => {
    const [rows] = await readBatch(ctx, pageByIdQuery(ctx, pageId));
    return rows.map(({ id, name, version }) => ({ id, name, version }));
  },
  write: async (ctx, facts, [given]) => {
    const [[row]] = await readBatch(ctx, pageByIdQuery(ctx, facts.pageId));
    return given && row ? changePage(ctx, facts, given, row) : [];
  },
  readRemovable: async (ctx, pageId) => {
    const [rows] = await readBatch(ctx, pageByIdQuery(ctx, pageId));
    return rows.map(({ id, name, version }) => ({ id, name, version, namedBy: [] }));
  },
  remove: async () => [],
};
