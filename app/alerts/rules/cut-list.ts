import { createHash } from "node:crypto";
import { cutFlag } from "./cut-flag";
import { type AlertSignal, cutKeyPrefix, isAlert, partialFlag, type Reading, type Signal } from "./signal";
import { alertsAtMost } from "./signal-limits";

/** The key of the alert that says that alerts of a group were cut out. */
export const cutKey = (groupKey: string): string =>
  groupKey === ""
    ? cutKeyPrefix
    : `${cutKeyPrefix}:${createHash("sha256").update(groupKey).digest("hex").slice(0, 16)}`;

/** State and times only: what fired keeps its words when it recovers. */
const withoutWords = (signal: AlertSignal): AlertSignal => ({
  ...signal,
  severity: null,
  title: "",
  body: "",
  link: null,
  labels: {},
  flags: [...signal.flags, partialFlag, cutFlag],
});

/** The end of the body would have named the group: the alert stays in the one in which it is known. */
const ofUnknownGroup = (signal: AlertSignal): AlertSignal =>
  signal.groupKey === "" ? { ...signal, flags: [...signal.flags, partialFlag] } : signal;

/** Which alerts that fire are taken, and the keys of those that are cut out. */
function firingWithin(alerts: readonly AlertSignal[]) {
  const firing = alerts.filter(({ status }) => status === "firing");
  const taken = new Set(firing.slice(0, alertsAtMost));
  return { taken, left: new Set(firing.slice(alertsAtMost).map(({ key }) => key)) };
}

/**
 * A list as far as it is taken: 200 alerts with their words, those that fire first, and every recovery. An alert of which
 * something is cut out recovers by nothing that this body says.
 */
export function cutList(reading: Reading, isShort: boolean, repeatsWithin: number): Reading {
  const alerts = reading.signals.filter(isAlert);
  const group = alerts.find(({ groupKey }) => groupKey !== "")?.groupKey ?? "";
  if (!isShort && alerts.length <= alertsAtMost) return { ...reading, list: { group, left: 0, repeatsWithin } };
  const { taken, left } = firingWithin(alerts);
  let words = alertsAtMost - taken.size;
  const asTaken = (signal: Signal): Signal[] => {
    if (!isAlert(signal)) return [signal];
    if (signal.status === "resolved" && !left.has(signal.key)) return [words-- > 0 ? signal : withoutWords(signal)];
    return taken.has(signal) ? [isShort ? ofUnknownGroup(signal) : signal] : [];
  };
  const isOver = reading.groupResolved === true && alerts.every(({ status }) => status === "resolved");
  const unread = isShort && !isOver ? null : left.size;
  const signals = reading.signals.flatMap(asTaken);
  return {
    ...reading,
    signals,
    skipped: reading.skipped.slice(0, alertsAtMost),
    list: { group, left: unread, repeatsWithin },
  };
}

/** The keys of our alerts about what is cut that a list begins, keeps or ends. */
export const cutKeysOf = ({ list }: Reading): string[] => (list ? [...new Set([cutKey(list.group), cutKey("")])] : []);

interface Known {
  state: "firing" | "resolved";
  lastSeenAt: number;
}

interface CutMark {
  key: string;
  status: AlertSignal["status"];
  startedAt: number | null;
}

/** What a list makes of them: its own fires while something of it is cut, and ends with a list of which nothing is. */
export function cutMarks(reading: Reading, knownOf: (key: string) => Known | null, now: number): CutMark[] {
  const { list, groupResolved = false } = reading;
  if (!list) return [];
  const isFiring = (key: string) => knownOf(key)?.state === "firing";
  const own = cutKey(list.group);
  if (list.left !== 0) return [{ key: own, status: "firing", startedAt: isFiring(own) ? null : now }];
  const endsGroupless =
    (list.group === "" && groupResolved) || now - (knownOf(cutKey(""))?.lastSeenAt ?? now) >= list.repeatsWithin;
  return cutKeysOf(reading)
    .filter((key) => isFiring(key) && (key !== cutKey("") || endsGroupless))
    .map((key) => ({ key, status: "resolved", startedAt: null }));
}
