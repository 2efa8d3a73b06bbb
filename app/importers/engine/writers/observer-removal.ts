import { requestSettleStatement } from "~/clock/wishes/queries/wish";
import { readBatch } from "~/db/read";
import { source } from "~/db/schema";
import { guardVersions, type SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { observersOfFamily, removableObservers } from "../../queries/imported-observer";
import type { HereThing } from "../../rules/import-facts";
import type { RemovableThing } from "../noun-writer";

type ObserverFamily = "monitor" | "heartbeat";

/** Returns a reader of the page's monitors or heartbeats; it has few of them, so all are read. */
export const observersHere =
  (family: ObserverFamily) =>
  async (ctx: Ctx, pageId: string): Promise<HereThing[]> => {
    const [rows] = await readBatch(ctx, observersOfFamily(ctx, pageId, family));
    return rows;
  };

/** Returns a reader of those that an undo may take back; an open incident of their alerts names them. */
export const removableObserversHere =
  (family: ObserverFamily) =>
  async (ctx: Ctx, pageId: string, ids: readonly string[]): Promise<RemovableThing[]> => {
    const [rows] = await readBatch(ctx, removableObservers(ctx, pageId, family, ids));
    return rows.map(({ incidents, ...row }) => ({
      ...row,
      namedBy: (JSON.parse(incidents) as string[]).map((ourId) => ({ noun: "incident", ourId })),
    }));
  };

/** Guards the versions that were read, and asks for a settling while their rules still name the components. */
export const beforeObserverRemoval = (ctx: Ctx, pageId: string, things: readonly RemovableThing[]): SqlStatement[] => [
  ...guardVersions(
    source,
    pageId,
    things.map(({ id, version }) => ({ id, version })),
  ),
  requestSettleStatement(pageId, ctx.now(), false, { sources: things.map(({ id }) => id) }),
];
