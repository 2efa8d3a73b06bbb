import { readBatch } from "~/db/read";
import { template } from "~/db/schema";
import { insertRows, updateRows } from "~/db/write";
import { thingVersionsQuery } from "../../queries/page-things";
import { movedTemplateComponents, movedTemplateContent } from "../../rules/moved-template";
import type { ImportNounWriter } from "../noun-writer";
import { oneRowThingParts } from "./one-row-thing";

/** Templates of incidents: name, title, text, status and components. Nothing names a template. */
export const templateImportWriter: ImportNounWriter<"template"> = {
  noun: "template",
  ...oneRowThingParts(template),
  write: async (_, { pageId, startedAt, idOf }, things) => {
    const rows = things.map(({ action, ourId, thing }) => ({
      action,
      row: {
        id: ourId,
        ...movedTemplateContent(thing),
        components: movedTemplateComponents(thing, (theirId) => idOf({ noun: "component", theirId })),
        updatedAt: startedAt,
      },
    }));
    const [made, changed] = ["make", "change"].map((act) =>
      rows.flatMap((each) => (each.action === act ? each.row : [])),
    );
    return [
      ...insertRows(
        template,
        (made ?? []).map((row) => ({ ...row, pageId, createdAt: startedAt })),
        { onConflict: { key: ["id"], set: null } },
      ),
      ...updateRows(template, pageId, changed ?? []),
    ];
  },
  readRemovable: async (ctx, pageId, ids) => {
    const [rows] = await readBatch(ctx, thingVersionsQuery(ctx, template, pageId, ids));
    return rows.map((row) => ({ ...row, namedBy: [] }));
  },
};
