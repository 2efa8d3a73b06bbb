import { componentGroupFields } from "~/components/rules/fields";
import { readBatch } from "~/db/read";
import { componentGroupTable } from "~/db/schema";
import { insertRowsStatements, type SqlStatement, updateRowsStatements } from "~/db/write";
import { readReferencesByThing } from "../../queries/namers";
import { thingVersionsQuery } from "../../queries/page-things";
import type { MovedGroup } from "../../rules/move-document";
import { movedNameOrId, truncateMovedDescription } from "../../rules/moved-text";
import type { ImportNounWriter, ImportWriteFacts, WrittenImportThing } from "../noun-writer";
import { oneRowThingParts } from "./one-row-thing";

type WrittenGroup = WrittenImportThing<"group">;

const collapseRuleOf = ({ collapsed }: MovedGroup) => collapsed ?? componentGroupFields.collapsed.initial;

/** Returns the rows of new groups, after those that are here and in the order of the origin. */
function insertGroups({ pageId, startedAt }: ImportWriteFacts, groups: readonly WrittenGroup[]): SqlStatement[] {
  const rows = groups.map(({ ourId, thing }, index) => ({
    id: ourId,
    pageId,
    name: movedNameOrId(thing),
    description: truncateMovedDescription(thing.description),
    collapsed: collapseRuleOf(thing),
    position: index + 1,
    createdAt: startedAt,
    updatedAt: startedAt,
  }));
  const last = "(SELECT coalesce(max(g.position), 0) FROM component_group g WHERE g.page_id = ?2)";
  return insertRowsStatements(componentGroupTable, rows, {
    computed: { position: `${last} + j.value->>'$.position'` },
    onConflict: { key: ["id"], set: null },
    params: [pageId],
  });
}

const changeGroups = ({ pageId, startedAt }: ImportWriteFacts, groups: readonly WrittenGroup[]): SqlStatement[] =>
  updateRowsStatements(
    componentGroupTable,
    pageId,
    groups.map(({ ourId, thing }) => ({
      id: ourId,
      name: movedNameOrId(thing),
      description: truncateMovedDescription(thing.description),
      collapsed: collapseRuleOf(thing),
      updatedAt: startedAt,
    })),
  );

/** Groups of components: name, description and when they are collapsed. Visitors see a group once one of its components is shown. */
export const groupImportWriter: ImportNounWriter<"group"> = {
  noun: "group",
  ...oneRowThingParts(componentGroupTable),
  write: async (_, facts, things) => [
    ...insertGroups(
      facts,
      things.filter(({ action }) => action === "make"),
    ),
    ...changeGroups(
      facts,
      things.filter(({ action }) => action === "change"),
    ),
  ],
  readRemovable: async (ctx, pageId, ids) => {
    const [[rows], namers] = await Promise.all([
      readBatch(ctx, thingVersionsQuery(ctx, componentGroupTable, pageId, ids)),
      readReferencesByThing(ctx, pageId, ids),
    ]);
    return rows.map((row) => ({ ...row, namedBy: namers.get(row.id) ?? [] }));
  },
};
