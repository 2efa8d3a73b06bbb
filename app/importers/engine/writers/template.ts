import { readBatch } from "~/db/read";
import { templateTable } from "~/db/schema";
import { insertRowsStatements, updateRowsStatements } from "~/db/write";
import { thingVersionsQuery } from "../../queries/page-things";
import { movedTemplateContent, templateStatusByComponent } from "../../rules/moved-template";
import type { ImportNounWriter } from "../noun-writer";
import { oneRowThingParts } from "./one-row-thing";

/** Templates of incidents: name, title, text, status and components. Nothing names a template. */
export const templateImportWriter: ImportNounWriter<"template"> = {
  noun: "template",
  ...oneRowThingParts(templateTable),
  write: async (_, { pageId, startedAt, idOf }, things) => {
    const rows = things.map(({ action, ourId, thing }) => ({
      action,
      row: {
        id: ourId,
        ...movedTemplateContent(thing),
        components: templateStatusByComponent(thing, (theirId) => idOf({ noun: "component", theirId })),
        updatedAt: startedAt,
      },
    }));
    const [made, changed] = ["make", "change"].map((act) =>
      rows.flatMap((each) => (each.action === act ? each.row : [])),
    );
    return [
      ...insertRowsStatements(
        templateTable,
        (made ?? []).map((row) => ({ ...row, pageId, createdAt: startedAt })),
        { onConflict: { key: ["id"], set: null } },
      ),
      ...updateRowsStatements(templateTable, pageId, changed ?? []),
    ];
  },
  readRemovable: async (ctx, pageId, ids) => {
    const [rows] = await readBatch(ctx, thingVersionsQuery(ctx, templateTable, pageId, ids));
    return rows.map((row) => ({ ...row, namedBy: [] }));
  },
};
