import { refusedKey, silentKey } from "../alerts/signal";
import type { SaidTitle, TitleKey } from "../basics/said-title";
import { isPublicLink } from "../basics/usual-words";
import { missedKey } from "../heartbeats/heartbeat-alert";
import { degradedKey, downKey } from "../monitors/monitor-alerts";

/** What is kept of an alert, as far as it says which of ours it is. */
export interface KeptAlert {
  family: "source" | "monitor" | "heartbeat" | null;
  key: string;
  labels: Readonly<Record<string, string>>;
  /** Of the source, where the alert is about one. */
  sourceName?: string | null;
  /** A key of the failures' catalogue, where the alert is about a source. */
  body?: string;
}

const monitorTitles: Readonly<Record<string, TitleKey>> = { [downKey]: "monitor_down", [degradedKey]: "monitor_slow" };

const refusedTitles: Readonly<Record<string, TitleKey>> = {
  "source_alert.invalid": "source_invalid",
  "source_alert.unverifiable": "source_unverifiable",
  "source_alert.sealed": "source_sealed",
};

/** Of somebody else's word: neither down nor slow is ours to say. */
const isVendors = ({ link }: KeptAlert["labels"]): boolean => isPublicLink(link);

function keyOf({ family, key, labels, body = "" }: KeptAlert): TitleKey | undefined {
  if (family === "monitor") return isVendors(labels) && monitorTitles[key] ? "vendor_trouble" : monitorTitles[key];
  if (family === "source") return key === silentKey ? "source_silent" : refusedTitles[key === refusedKey ? body : ""];
  if (family !== "heartbeat" || key !== missedKey) return undefined;
  return labels.ping === "fail" ? "heartbeat_failed" : "heartbeat_late";
}

/** What one of our own alerts is called, for every reader in their language; null: its sender named it. */
export function ownTitle(alert: KeptAlert): SaidTitle | null {
  const { family, labels, sourceName } = alert;
  const name = family === "source" ? sourceName : family && labels[family];
  const key = keyOf(alert);
  return key && name ? { key, names: [name] } : null;
}
