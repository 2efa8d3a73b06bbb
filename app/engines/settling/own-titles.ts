import type { SettleRead } from "~/db/queries/settle";
import type { WordKey, Words } from "~/i18n/words";
import { missedKey } from "~/rules/heartbeats/heartbeat-alert";
import { degradedKey, downKey } from "~/rules/monitors/monitor-alerts";
import type { FiringAlert } from "~/rules/settling/settle-facts";

/** What our own alerts are called, by family and key. */
const monitorTitles: Record<string, WordKey> = { [downKey]: "auto.monitor_down", [degradedKey]: "auto.monitor_slow" };

function titleOf({ key, labels }: FiringAlert): { key: WordKey; name: string } | null {
  const ofMonitor = monitorTitles[key];
  if (labels.monitor !== undefined && ofMonitor) return { key: ofMonitor, name: labels.monitor };
  if (labels.heartbeat === undefined || key !== missedKey) return null;
  return { key: labels.ping === "fail" ? "auto.heartbeat_failed" : "auto.heartbeat_late", name: labels.heartbeat };
}

/** The facts with our own alerts' titles in the page's language: an incident that opens of one is read by visitors. */
export function titledForVisitors({ t }: Words, { facts }: SettleRead): SettleRead["facts"] {
  const own = new Set(facts.sources.filter(({ family }) => family !== "source").map(({ id }) => id));
  const alerts = facts.alerts.map((alert) => {
    const title = own.has(alert.sourceId) ? titleOf(alert) : null;
    return title ? { ...alert, title: t(title.key, { name: title.name }).slice(0, 255) } : alert;
  });
  return { ...facts, alerts };
}
