import { readOnPage } from "~/change/read-permitted";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { newestSenderDeliveries } from "./queries/deliveries";

export interface SetupArrival {
  /** The last delivery that the tool itself sent; null = none yet. `first`: true when it is the only one. */
  last: { id: string; receivedAt: number; first: boolean } | null;
}

/** Returns the last delivery of the tool itself while a source is set up; tests and replays do not count. */
export const readSetup = (ctx: Ctx, { pageId, id }: { pageId: string; id: string }): Promise<Result<SetupArrival>> =>
  readOnPage(ctx, { pageId, role: "admin" }, [newestSenderDeliveries(ctx, pageId, id)], ([rows]) => {
    const [last] = [...rows].sort((one, other) => other.receivedAt - one.receivedAt);
    return ok({ last: last ? { id: last.id, receivedAt: last.receivedAt, first: rows.length === 1 } : null });
  });
