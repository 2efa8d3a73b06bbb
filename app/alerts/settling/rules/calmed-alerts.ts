import { flappingEndTime, isFlapping } from "../../rules/flap-history";
import type { CalmedFlappingAlert, FiringAlert, SettleFacts } from "./settle-facts";

const isCalm = (alert: FiringAlert, now: number) => alert.heldEnd !== null && !isFlapping(alert, now);

/** Returns the alerts that were held firing while they flapped, and have been calm since. */
export const findCalmedFlappingAlerts = ({ alerts, now }: SettleFacts): CalmedFlappingAlert[] =>
  alerts
    .filter((each) => isCalm(each, now))
    .map(({ id, sourceId, startedAt, heldEnd }) => ({
      alertId: id,
      sourceId,
      startedAt,
      endedAt: Math.max(startedAt, Math.min(heldEnd ?? now, now)),
    }));

/** Returns the facts without them: they recovered when their senders said so. */
export function withoutCalmedFlappingAlerts(facts: SettleFacts, calmed: readonly CalmedFlappingAlert[]): SettleFacts {
  if (calmed.length === 0) return facts;
  const over = new Set(calmed.map(({ alertId }) => alertId));
  const ends = [...calmed.map(({ endedAt }) => endedAt), ...(facts.recoveredAt === null ? [] : [facts.recoveredAt])];
  return { ...facts, alerts: facts.alerts.filter(({ id }) => !over.has(id)), recoveredAt: Math.max(...ends) };
}

/** Returns when the next held alert will be calm; now when some were not read and may be calm too. */
export function nextFlappingEndTime(
  { alerts, cutSources, now }: SettleFacts,
  calmed: readonly CalmedFlappingAlert[],
): number | null {
  if (calmed.some(({ sourceId }) => cutSources.has(sourceId))) return now;
  const held = alerts.filter((each) => each.heldEnd !== null).flatMap((each) => flappingEndTime(each) ?? []);
  return held.length > 0 ? Math.min(...held) : null;
}
