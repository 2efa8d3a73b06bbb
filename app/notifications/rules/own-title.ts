import { isDeliveryAlertKey, silentSourceAlertKey } from "~/alerts/rules/signal";
import { missedPingAlertKey } from "~/heartbeats/rules/heartbeat-alert";
import { degradedAlertKey, degradedAlertTitle, downAlertKey } from "~/monitors/rules/monitor-alerts";
import { isPublicUrl } from "~/status/usual-words";
import type { AutomaticTitle, AutomaticTitleKey } from "~/text/said-title";

/** The parts of a stored alert that tell which of Upfront's own alerts it is. */
export interface StoredBuiltInAlert {
  family: "source" | "monitor" | "heartbeat" | null;
  key: string;
  labels: Readonly<Record<string, string>>;
  /** Name of the source, when the alert is about one. */
  sourceName?: string | null;
  /** A key of the failures' catalogue, when the alert is about a source. */
  body?: string;
}

const deliveryTitles: Readonly<Record<string, AutomaticTitleKey>> = {
  "source_alert.invalid": "source_invalid",
  "source_alert.unverifiable": "source_unverifiable",
  "source_alert.sealed": "source_sealed",
  "source_alert.cut": "source_cut",
};

/** True when a vendor reported the trouble; its alerts are not titled as down or slow. */
const isVendors = ({ link }: StoredBuiltInAlert["labels"]): boolean => isPublicUrl(link);

type TitleWithoutNames = Omit<AutomaticTitle, "names">;

function ofMonitor({ key, labels }: StoredBuiltInAlert): TitleWithoutNames | undefined {
  if (key !== downAlertKey && key !== degradedAlertKey) return undefined;
  if (isVendors(labels)) return { key: "vendor_trouble" };
  return key === downAlertKey ? { key: "monitor_down" } : degradedAlertTitle(labels);
}

function keyOf(alert: StoredBuiltInAlert): TitleWithoutNames | undefined {
  const { family, key, labels, body = "" } = alert;
  if (family === "monitor") return ofMonitor(alert);
  if (family === "source") {
    const title = key === silentSourceAlertKey ? "source_silent" : deliveryTitles[isDeliveryAlertKey(key) ? body : ""];
    return title && { key: title };
  }
  if (family !== "heartbeat" || key !== missedPingAlertKey) return undefined;
  return { key: labels.ping === "fail" ? "heartbeat_failed" : "heartbeat_late" };
}

/** Returns the title of one of Upfront's own alerts, for readers in any language; null when its sender named it. */
export function builtInAlertTitle(alert: StoredBuiltInAlert): AutomaticTitle | null {
  const { family, labels, sourceName } = alert;
  const name = family === "source" ? sourceName : family && labels[family];
  const title = keyOf(alert);
  return title && name ? { ...title, names: [name] } : null;
}
