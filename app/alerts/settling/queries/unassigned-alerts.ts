import { readBatch } from "~/db/read";
import { unassignedAlertTimesBySourceQuery } from "~/notifications/queries/team-news";
import type { UnassignedSource } from "~/notifications/rules/team-news";
import type { Ctx } from "~/platform/ctx";
import { type UnassignedReason, unassignedReasonOfRule } from "../../rules/alert-assignment";
import { ruleForAlert } from "../../rules/rule-match";
import type { SettleFacts } from "../rules/settle-facts";

/** An alert that opens no incident and affects no component, and when it arrived. */
export interface UnassignedAlertRow extends Omit<UnassignedSource, "unmutedAt"> {
  alertId: string;
}

/** Maps each firing alert that is unassigned and not dismissed → the reason. */
function reasonsIn({ alerts, rules, sources }: SettleFacts): Map<string, UnassignedReason> {
  const families = new Map(sources.map(({ id, family }) => [id, family]));
  const ofSource = Map.groupBy(rules, ({ sourceId }) => sourceId);
  const found = new Map<string, UnassignedReason>();
  for (const alert of alerts) {
    if (alert.dismissedAt !== null || alert.incidentId !== null) continue;
    const rule = ruleForAlert(ofSource.get(alert.sourceId) ?? [], alert.sourceId, alert);
    const by = rule && { ...rule, moves: rule.components.length > 0 };
    const reason = unassignedReasonOfRule(by, alert, families.get(alert.sourceId) ?? null);
    if (reason) found.set(alert.id, reason);
  }
  return found;
}

/** Reads the unassigned alerts of these pages. One statement, and none when there are none. */
export async function readUnassignedAlertsByPage(
  ctx: Ctx,
  pages: ReadonlyMap<string, SettleFacts>,
): Promise<Map<string, UnassignedAlertRow[]>> {
  const reasons = new Map([...pages.values()].flatMap((facts) => [...reasonsIn(facts)]));
  if (reasons.size === 0) return new Map();
  const [rows] = await readBatch(ctx, unassignedAlertTimesBySourceQuery(ctx, [...reasons.keys()]));
  const found = rows.flatMap(({ pageId, sourceId, told, alerts }) =>
    Object.entries(JSON.parse(alerts) as Record<string, number>).flatMap(([alertId, heardAt]) => {
      const reason = reasons.get(alertId);
      return reason ? [{ pageId, alertId, sourceId, reason, heardAt, told }] : [];
    }),
  );
  return Map.groupBy(found, ({ pageId }) => pageId);
}
