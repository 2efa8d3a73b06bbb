import type { AlertRecord } from "~/alerts/rules/alert";
import { type DeliveryDecision, decideDelivery, episodeKey } from "~/alerts/rules/delivery";
import { type AlertSignal, makeAlertSignal, type Signal, type SignalOrder } from "~/alerts/rules/signal";

export const t0 = Date.UTC(2026, 10, 20, 12);
export const minute = 60_000;

export const signal = (given: Partial<AlertSignal>) =>
  makeAlertSignal({ key: "k", status: "firing", severity: "critical", title: "down", groupKey: "g", ...given });
export const firing = (startedAt: number, more: Partial<AlertSignal> = {}) => signal({ startedAt, ...more });
export const resolved = (startedAt: number, endedAt: number | null, more: Partial<AlertSignal> = {}) =>
  signal({ status: "resolved", startedAt, endedAt, ...more });
export const fires = (eventAt: number) => signal({ eventAt, startedAt: eventAt });
export const ends = (eventAt: number) => signal({ status: "resolved", eventAt, endedAt: eventAt });

/** Keeps the rows as the database would hold them after each delivery. */
export function makeStore(order: SignalOrder) {
  const alerts = new Map<string, AlertRecord>();
  const episodes = new Map<string, Set<number>>();
  const olderEpisodes = () =>
    new Set(
      [...episodes].flatMap(([id, starts]) =>
        [...starts].filter((at) => at !== alerts.get(id)?.reportedStart).map((at) => episodeKey(id, at)),
      ),
    );
  const receive = (now: number, ...signals: Signal[]): DeliveryDecision => {
    const facts = { now, order, signals, alerts: [...alerts.values()], olderEpisodes: olderEpisodes() };
    const decision = decideDelivery({ ...facts, idOf: (key) => `s.${key}` });
    for (const alert of [...decision.inserted, ...decision.updated, ...decision.retimed]) alerts.set(alert.id, alert);
    for (const each of decision.started) {
      const starts = episodes.get(each.alertId) ?? new Set();
      episodes.set(each.alertId, starts.add(each.reportedStart));
    }
    return decision;
  };
  return { receive, state: (key = "k") => alerts.get(`s.${key}`), alerts };
}

export const outcomesOf = (order: SignalOrder, steps: [number, Signal][]) => {
  const store = makeStore(order);
  const outcomes = steps.map(([now, each]) => store.receive(now, each).outcomes[0]?.outcome ?? "nothing");
  return { outcomes, store, end: store.state()?.state };
};

/** Returns the state that its sender reports; a flapping alert is held firing meanwhile. */
export const saidOf = (alert: AlertRecord | undefined) => (alert && alert.heldEnd !== null ? "resolved" : alert?.state);
