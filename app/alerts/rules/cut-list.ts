import { createHash } from "node:crypto";
import { cutRecoveryFlag } from "./cut-flag";
import {
  type AlertSignal,
  cutListAlertKeyPrefix,
  type DeliveryReading,
  isAlertSignal,
  partialSignalFlag,
  type Signal,
} from "./signal";
import { maxAlertsPerBody } from "./signal-limits";

/** Returns the key of the alert which reports that alerts of a group were cut. */
export const cutListAlertKey = (groupKey: string): string =>
  groupKey === ""
    ? cutListAlertKeyPrefix
    : `${cutListAlertKeyPrefix}:${createHash("sha256").update(groupKey).digest("hex").slice(0, 16)}`;

/** Keeps state and times only: an alert keeps its texts when it recovers. */
const withoutWords = (signal: AlertSignal): AlertSignal => ({
  ...signal,
  severity: null,
  title: "",
  body: "",
  link: null,
  labels: {},
  flags: [...signal.flags, partialSignalFlag, cutRecoveryFlag],
});

/** Marks a signal whose group was named in the part that was cut: the alert stays in its known group. */
const ofUnknownGroup = (signal: AlertSignal): AlertSignal =>
  signal.groupKey === "" ? { ...signal, flags: [...signal.flags, partialSignalFlag] } : signal;

/** Returns the firing alerts that are taken, and the keys of those that are cut. */
function firingWithin(alerts: readonly AlertSignal[]) {
  const firing = alerts.filter(({ status }) => status === "firing");
  const taken = new Set(firing.slice(0, maxAlertsPerBody));
  return { taken, left: new Set(firing.slice(maxAlertsPerBody).map(({ key }) => key)) };
}

/**
 * Limits a list to 200 alerts with their texts, firing ones first, and every recovery. An alert with something cut does
 * not recover through this body.
 */
export function cutAlertList(reading: DeliveryReading, isShort: boolean, repeatsWithin: number): DeliveryReading {
  const alerts = reading.signals.filter(isAlertSignal);
  const group = alerts.find(({ groupKey }) => groupKey !== "")?.groupKey ?? "";
  if (!isShort && alerts.length <= maxAlertsPerBody) return { ...reading, list: { group, left: 0, repeatsWithin } };
  const { taken, left } = firingWithin(alerts);
  let words = maxAlertsPerBody - taken.size;
  const asTaken = (signal: Signal): Signal[] => {
    if (!isAlertSignal(signal)) return [signal];
    if (signal.status === "resolved" && !left.has(signal.key)) return [words-- > 0 ? signal : withoutWords(signal)];
    return taken.has(signal) ? [isShort ? ofUnknownGroup(signal) : signal] : [];
  };
  const isOver = reading.groupResolved === true && alerts.every(({ status }) => status === "resolved");
  const unread = isShort && !isOver ? null : left.size;
  const signals = reading.signals.flatMap(asTaken);
  return {
    ...reading,
    signals,
    skipped: reading.skipped.slice(0, maxAlertsPerBody),
    list: { group, left: unread, repeatsWithin },
  };
}

/** Returns the keys of our alerts about cut lists that a list starts, keeps or ends. */
export const cutListAlertKeysOf = ({ list }: DeliveryReading): string[] =>
  list ? [...new Set([cutListAlertKey(list.group), cutListAlertKey("")])] : [];

interface KnownAlert {
  state: "firing" | "resolved";
  lastSeenAt: number;
}

interface CutListSignal {
  key: string;
  status: AlertSignal["status"];
  startedAt: number | null;
}

/**
 * Returns what a list makes of them: its own alert fires while something is cut, and ends with a list that is complete.
 */
export function cutListSignals(
  reading: DeliveryReading,
  knownOf: (key: string) => KnownAlert | null,
  now: number,
): CutListSignal[] {
  const { list, groupResolved = false } = reading;
  if (!list) return [];
  const isFiring = (key: string) => knownOf(key)?.state === "firing";
  const own = cutListAlertKey(list.group);
  if (list.left !== 0) return [{ key: own, status: "firing", startedAt: isFiring(own) ? null : now }];
  const endsGroupless =
    (list.group === "" && groupResolved) ||
    now - (knownOf(cutListAlertKey(""))?.lastSeenAt ?? now) >= list.repeatsWithin;
  return cutListAlertKeysOf(reading)
    .filter((key) => isFiring(key) && (key !== cutListAlertKey("") || endsGroupless))
    .map((key) => ({ key, status: "resolved", startedAt: null }));
}
