import { heardEvery } from "~/sources/rules/source-silence";
import type { Status } from "~/status/status";
import type { RuleFact } from "../../rules/rule-match";
import type { SettleSource } from "./settle-facts";

const second = 1000;
const hour = 3600 * second;

/** By when it must be heard again: what it promised, else as long as its word is taken to hold; not while nobody listened. */
function deadlineOf(source: SettleSource, now: number): number | null {
  const { heartbeatSeconds, silenceHours, lastHeardAt, expectedUntil } = source;
  const length = heartbeatSeconds === null ? (silenceHours ?? 0) * hour : heartbeatSeconds * second;
  if (heartbeatSeconds === null && silenceHours === null) return null;
  const moved = expectedUntil <= now + heardEvery ? expectedUntil : 0;
  return Math.max(lastHeardAt + length, moved);
}

/** Since when nothing is known of it; a source that is overdue is silent since then. Null = it speaks. */
function silentSince(source: SettleSource, now: number): number | null {
  if (source.silentSince !== null) return source.silentSince;
  const deadline = deadlineOf(source, now);
  return deadline !== null && deadline <= now ? deadline : null;
}

/** A monitor or heartbeat of ours. */
const isOwn = ({ family }: SettleSource) => family !== "source";

/** Who can say of a component how it is: without a promise only where nothing else looks, and somebody takes its word. */
function observersIn(all: readonly SettleSource[]): SettleSource[] {
  const isLookedAt = all.some(isOwn);
  return all.filter(
    (each) =>
      isOwn(each) ||
      each.heartbeatSeconds !== null ||
      (!isLookedAt && (each.silenceHours !== null || each.quietMeansWell)),
  );
}

/** What observes each component that a rule names, left out where what its rules are of can say nothing. */
export function observersOf(
  sources: readonly SettleSource[],
  rules: readonly RuleFact[],
): Map<string, readonly SettleSource[]> {
  const byId = new Map(sources.map((each) => [each.id, each]));
  const named = new Map<string, Set<SettleSource>>();
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

type Observers = ReadonlyMap<string, readonly SettleSource[]>;

/**
 * Components all of whose sources, monitors and heartbeats are silent, with the instant at which the last of them fell
 * silent: from then on nobody knows how they are. One that has not said a word yet speaks no more than a silent one.
 */
export function silentComponents(observers: Observers, now: number): Map<string, number> {
  const silent = new Map<string, number>();
  for (const [id, all] of observers) {
    const since = all.filter(({ hasSpoken }) => hasSpoken).map((each) => silentSince(each, now));
    if (since.length > 0 && since.every((at) => at !== null)) silent.set(id, Math.max(...since));
  }
  return silent;
}

/** Those that are silent already, or that a monitor or heartbeat of ours says is silent. */
export const knownSilent = (
  silent: ReadonlyMap<string, number>,
  observers: Observers,
  components: readonly { id: string; observedStatus: Status }[],
): Map<string, number> => {
  const before = new Set(components.filter((each) => each.observedStatus === "no_data").map(({ id }) => id));
  const isKnown = (id: string) => before.has(id) || observers.get(id)?.every(({ silentSince }) => silentSince !== null);
  return new Map([...silent].filter(([id]) => isKnown(id)));
};

/** Components that something observes; true where one of those has spoken. */
export const heardComponents = (observers: Observers): Map<string, boolean> =>
  new Map([...observers].map(([id, all]) => [id, all.some(({ hasSpoken }) => hasSpoken)]));

const speaks = (source: SettleSource, now: number) => source.hasSpoken && silentSince(source, now) === null;

/**
 * Components for which something vouches, with since when: the first of what speaks now. Left out where it was not noted,
 * as of what spoke before.
 */
export function vouchedComponents(observers: Observers, now: number): Map<string, number> {
  const speaking = [...observers].map(([id, all]) => [id, all.filter((each) => speaks(each, now))] as const);
  const since = speaking.map(([id, all]) => [id, all.map(({ vouchesSince }) => vouchesSince)] as const);
  return new Map(
    since.flatMap(([id, all]): [string, number][] => {
      const known = all.filter((at) => at !== null);
      return known.length > 0 && known.length === all.length ? [[id, Math.min(...known)]] : [];
    }),
  );
}

/** Components that a monitor or heartbeat observes: these say themselves since when they speak again. */
export const watchedComponents = (observers: Observers): Set<string> =>
  new Set([...observers].filter(([, all]) => all.some(isOwn)).map(([id]) => id));

/** When the next source falls silent; null when none can. */
export function nextSilence(sources: readonly SettleSource[], now: number): number | null {
  const ahead = sources.map((each) => deadlineOf(each, now)).filter((at): at is number => at !== null && at > now);
  return ahead.length > 0 ? Math.min(...ahead) : null;
}
