import { contactStoreIntervalMs } from "~/sources/rules/source-silence";
import type { Status } from "~/status/status";
import { hourMs, secondMs } from "~/time/durations";
import type { RuleRecord } from "../../rules/rule-match";
import type { SettleAlertSender } from "./settle-facts";

/**
 * Returns when the source must deliver again: within its promised period, else while its word holds; later after a time
 * when we did not listen. Null when it has no deadline.
 */
function deadlineOf(source: SettleAlertSender, now: number): number | null {
  const { heartbeatSeconds, silenceHours, lastHeardAt, expectedUntil } = source;
  const length = heartbeatSeconds === null ? (silenceHours ?? 0) * hourMs : heartbeatSeconds * secondMs;
  if (heartbeatSeconds === null && silenceHours === null) return null;
  const moved = expectedUntil <= now + contactStoreIntervalMs ? expectedUntil : 0;
  return Math.max(lastHeardAt + length, moved);
}

/** Returns when the source fell silent, which for an overdue one is its deadline; null when it speaks. */
function silentSince(source: SettleAlertSender, now: number): number | null {
  if (source.silentSince !== null) return source.silentSince;
  const deadline = deadlineOf(source, now);
  return deadline !== null && deadline <= now ? deadline : null;
}

/** True for a monitor or heartbeat of ours. */
const isOwn = ({ family }: SettleAlertSender) => family !== "source";

/**
 * Returns the sources that can report on a component: one without a promise counts only if no monitor observes the
 * component and someone trusts its word.
 */
function observersIn(all: readonly SettleAlertSender[]): SettleAlertSender[] {
  const isLookedAt = all.some(isOwn);
  return all.filter(
    (each) =>
      isOwn(each) ||
      each.heartbeatSeconds !== null ||
      (!isLookedAt && (each.silenceHours !== null || each.quietMeansWell)),
  );
}

/** Maps each component that a rule names to its observers; a component is left out when none of them can report. */
export function observersByComponent(
  sources: readonly SettleAlertSender[],
  rules: readonly RuleRecord[],
): Map<string, readonly SettleAlertSender[]> {
  const byId = new Map(sources.map((each) => [each.id, each]));
  const named = new Map<string, Set<SettleAlertSender>>();
  for (const { sourceId, components } of rules) {
    const source = byId.get(sourceId);
    if (!source) continue;
    for (const { componentId } of components) {
      named.set(componentId, (named.get(componentId) ?? new Set()).add(source));
    }
  }
  const observing = [...named].map(([id, all]) => [id, observersIn([...all])] as const);
  return new Map(observing.filter(([, all]) => all.length > 0));
}

type Observers = ReadonlyMap<string, readonly SettleAlertSender[]>;

/**
 * Maps each component whose sources, monitors and heartbeats are all silent to when the last of them fell silent: its
 * state is unknown since then. Observers that have never reported do not prevent this.
 */
export function silentSinceByComponent(observers: Observers, now: number): Map<string, number> {
  const silent = new Map<string, number>();
  for (const [id, all] of observers) {
    const since = all.filter(({ hasSpoken }) => hasSpoken).map((each) => silentSince(each, now));
    if (since.length > 0 && since.every((at) => at !== null)) silent.set(id, Math.max(...since));
  }
  return silent;
}

/** Returns the components that are already silent, or that a monitor or heartbeat of ours reports as silent. */
export const silentSinceByKnownComponent = (
  silent: ReadonlyMap<string, number>,
  observers: Observers,
  components: readonly { id: string; observedStatus: Status }[],
): Map<string, number> => {
  const before = new Set(components.filter((each) => each.observedStatus === "no_data").map(({ id }) => id));
  const isKnown = (id: string) => before.has(id) || observers.get(id)?.every(({ silentSince }) => silentSince !== null);
  return new Map([...silent].filter(([id]) => isKnown(id)));
};

/** Maps each observed component to true when one of its observers has reported. */
export const reportFlagByComponent = (observers: Observers): Map<string, boolean> =>
  new Map([...observers].map(([id, all]) => [id, all.some(({ hasSpoken }) => hasSpoken)]));

const speaks = (source: SettleAlertSender, now: number) => source.hasSpoken && silentSince(source, now) === null;

/**
 * Maps each component to the time since which it is observed: the earliest of the sources that report now. A component
 * is left out when that was not recorded.
 */
export function coverageStartByComponent(observers: Observers, now: number): Map<string, number> {
  const speaking = [...observers].map(([id, all]) => [id, all.filter((each) => speaks(each, now))] as const);
  const since = speaking.map(([id, all]) => [id, all.map(({ vouchesSince }) => vouchesSince)] as const);
  return new Map(
    since.flatMap(([id, all]): [string, number][] => {
      const known = all.filter((at) => at !== null);
      return known.length > 0 && known.length === all.length ? [[id, Math.min(...known)]] : [];
    }),
  );
}

/** Returns the components that a monitor or heartbeat observes: these report themselves when they speak again. */
export const componentsWithMonitorOrHeartbeat = (observers: Observers): Set<string> =>
  new Set([...observers].filter(([, all]) => all.some(isOwn)).map(([id]) => id));

/** Returns when the next source falls silent; null when none can. */
export function nextSourceSilenceTime(sources: readonly SettleAlertSender[], now: number): number | null {
  const ahead = sources.map((each) => deadlineOf(each, now)).filter((at): at is number => at !== null && at > now);
  return ahead.length > 0 ? Math.min(...ahead) : null;
}
