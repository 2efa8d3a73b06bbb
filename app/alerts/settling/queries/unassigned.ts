import { read } from "~/db/read";
import { heardOfUnassigned } from "~/notifications/queries/team-news";
import type { UnassignedHeard } from "~/notifications/rules/team-news";
import type { Ctx } from "~/platform/ctx";
import { type UnassignedReason, unassignedBy } from "../../rules/assigned";
import { ruleFor } from "../../rules/rule-match";
import type { SettleFacts } from "../rules/settle-facts";

/** An alert that no incident opens for and no component shows, and when we heard of it. */
export interface HeardUnassigned extends Omit<UnassignedHeard, "unmutedAt"> {
  alertId: string;
}

/** Alert → why it is nobody's, of those that fire and that nobody dismissed. */
function reasonsIn({ alerts, rules, sources }: SettleFacts): Map<string, UnassignedReason> {
  const families = new Map(sources.map(({ id, family }) => [id, family]));
  const ofSource = Map.groupBy(rules, ({ sourceId }) => sourceId);
  const found = new Map<string, UnassignedReason>();
  for (const alert of alerts) {
    if (alert.dismissedAt !== null || alert.incidentId !== null) continue;
    const rule = ruleFor(ofSource.get(alert.sourceId) ?? [], alert.sourceId, alert);
    const by = rule && { ...rule, moves: rule.components.length > 0 };
    const reason = unassignedBy(by, alert, families.get(alert.sourceId) ?? null);
    if (reason) found.set(alert.id, reason);
  }
  return found;
}

/** The alerts of these pages that are nobody's. One statement, and none where there are none. */
export async function unassignedOf(
  ctx: Ctx,
  pages: ReadonlyMap<string, SettleFacts>,
): Promise<Map<string, HeardUnassigned[]>> {
  const reasons = new Map([...pages.values()].flatMap((facts) => [...reasonsIn(facts)]));
  if (reasons.size === 0) return new Map();
  const [rows] = await read(ctx, heardOfUnassigned(ctx, [...reasons.keys()]));
  const found = rows.flatMap(({ pageId, sourceId, told, alerts }) =>
    Object.entries(JSON.parse(alerts) as Record<string, number>).flatMap(([alertId, heardAt]) => {
      const reason = reasons.get(alertId);
      return reason ? [{ pageId, alertId, sourceId, reason, heardAt, told }] : [];
    }),
  );
  return Map.groupBy(found, ({ pageId }) => pageId);
}
