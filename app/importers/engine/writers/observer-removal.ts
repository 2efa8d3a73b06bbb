import { requestSettleStatement } from "~/clock/wishes/queries/wish";
import { readBatch } from "~/db/read";
import { sourceTable } from "~/db/schema";
import { guardVersionsStatements, type SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { observersOfFamilyQuery, removableObserversQuery } from "../../queries/imported-observer";
import type { ExistingThing } from "../../rules/import-facts";
import type { RemovableImportThing } from "../noun-writer";

type ObserverFamily = "monitor" | "heartbeat";

/** Returns a reader of the page's monitors or heartbeats; it has few of them, so all are read. */
export const existingObserversReader =
  (family: ObserverFamily) =>
  async (ctx: Ctx, pageId: string): Promise<ExistingThing[]> => {
    const [rows] = await readBatch(ctx, observersOfFamilyQuery(ctx, pageId, family));
    return rows;
  };

/** Returns a reader of those that an undo may take back; an open incident of their alerts names them. */
export const removableObserversReader =
  (family: ObserverFamily) =>
  async (ctx: Ctx, pageId: string, ids: readonly string[]): Promise<RemovableImportThing[]> => {
    const [rows] = await readBatch(ctx, removableObserversQuery(ctx, pageId, family, ids));
    return rows.map(({ incidents, ...row }) => ({
      ...row,
      namedBy: (JSON.parse(incidents) as string[]).map((ourId) => ({ noun: "incident", ourId })),
    }));
  };

/** Guards the versions that were read, and asks for a settling while their rules still name the components. */
export const beforeObserverRemovalStatements = (
  ctx: Ctx,
  pageId: string,
  things: readonly RemovableImportThing[],
): SqlStatement[] => [
  ...guardVersionsStatements(
    sourceTable,
    pageId,
    things.map(({ id, version }) => ({ id, version })),
  ),
  requestSettleStatement(pageId, ctx.now(), false, { sources: things.map(({ id }) => id) }),
];
