import { isAboutDeliveries, silentKey } from "~/alerts/rules/signal";
import { missedKey } from "~/heartbeats/rules/heartbeat-alert";
import { degradedKey, degradedTitle, downKey } from "~/monitors/rules/monitor-alerts";
import { isPublicLink } from "~/status/usual-words";
import type { SaidTitle, TitleKey } from "~/text/said-title";

/** The parts of a stored alert that tell which of Upfront's own alerts it is. */
export interface KeptAlert {
  family: "source" | "monitor" | "heartbeat" | null;
  key: string;
  labels: Readonly<Record<string, string>>;
  /** Name of the source, when the alert is about one. */
  sourceName?: string | null;
  /** A key of the failures' catalogue, when the alert is about a source. */
  body?: string;
}

const deliveryTitles: Readonly<Record<string, TitleKey>> = {
  "source_alert.invalid": "source_invalid",
  "source_alert.unverifiable": "source_unverifiable",
  "source_alert.sealed": "source_sealed",
  "source_alert.cut": "source_cut",
};

/** True when a vendor reported the trouble; its alerts are not titled as down or slow. */
const isVendors = ({ link }: KeptAlert["labels"]): boolean => isPublicLink(link);

type TitleWithoutNames = Omit<SaidTitle, "names">;

function ofMonitor({ key, labels }: KeptAlert): TitleWithoutNames | undefined {
  if (key !== downKey && key !== degradedKey) return undefined;
  if (isVendors(labels)) return { key: "vendor_trouble" };
  return key === downKey ? { key: "monitor_down" } : degradedTitle(labels);
}

function keyOf(alert: KeptAlert): TitleWithoutNames | undefined {
  const { family, key, labels, body = "" } = alert;
  if (family === "monitor") return ofMonitor(alert);
  if (family === "source") {
    const title = key === silentKey ? "source_silent" : deliveryTitles[isAboutDeliveries(key) ? body : ""];
    return title && { key: title };
  }
  if (family !== "heartbeat" || key !== missedKey) return undefined;
  return { key: labels.ping === "fail" ? "heartbeat_failed" : "heartbeat_late" };
}

/** Returns the title of one of Upfront's own alerts, for readers in any language; null when its sender named it. */
export function ownTitle(alert: KeptAlert): SaidTitle | null {
  const { family, labels, sourceName } = alert;
  const name = family === "source" ? sourceName : family && labels[family];
  const title = keyOf(alert);
  return title && name ? { ...title, names: [name] } : null;
}
