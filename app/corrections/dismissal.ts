import { auditedItems } from "~/change/audited-items";
import { alertTable, episodeTable } from "~/db/schema";
import { updateRowsStatements } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { type firingReportsOfSourceQuery, guardStillFiringStatements } from "./queries/firing-reports";

interface DismissalRequest {
  pageId: string;
  firing: Awaited<ReturnType<typeof firingReportsOfSourceQuery>>;
  reason: string;
}

/** Returns the statements that dismiss firing alerts with the reason of a correction, their guard and what is audited. */
export function dismissalParts(ctx: Ctx, { pageId, firing, reason }: DismissalRequest) {
  const dismissedAt = ctx.now();
  const firings = firing.map(({ row: { id, startedAt } }) => ({ alertId: id, startedAt }));
  const alerts = firings.map(({ alertId: id }) => ({ id, dismissedAt }));
  const episodes = firings.map((each) => ({ ...each, dismissedAt, dismissedReason: reason }));
  const isEmpty = firing.length === 0;
  return {
    guards: guardStillFiringStatements(firing.map(({ row }) => row)),
    changes: [
      ...updateRowsStatements(alertTable, pageId, alerts),
      ...updateRowsStatements(episodeTable, pageId, episodes, ["alertId", "startedAt"]),
    ],
    before: isEmpty ? null : { alerts: auditedItems(firing.map(({ row: { id, title } }) => ({ id, name: title }))) },
    after: isEmpty ? {} : { dismissed: firing.length },
    // Settling publishes the page with both; another time before it would not fit into one invocation.
    publishes: isEmpty && ("home" as const),
  };
}
