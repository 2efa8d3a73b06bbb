import type { RuleFact } from "../../rules/rule-match";
import type { SettleSource } from "./settle-facts";

const deadlineOf = (source: SettleSource): number | null =>
  source.heartbeatSeconds === null ? null : source.lastHeardAt + source.heartbeatSeconds * 1000;

/** Since when nothing is known of it; a source that is overdue is silent from now on. Null = it speaks. */
function silentSince(source: SettleSource, now: number): number | null {
  if (source.silentSince !== null) return source.silentSince;
  const deadline = deadlineOf(source);
  return deadline !== null && deadline <= now ? now : null;
}

/**
 * Components all of whose sources, monitors and heartbeats are silent, with the instant at which the last of them fell
 * silent: from then on nobody knows how they are.
 */
export function silentComponents(
  sources: readonly SettleSource[],
  rules: readonly RuleFact[],
  now: number,
): Map<string, number> {
  const since = new Map(sources.map((each) => [each.id, silentSince(each, now)]));
  const heard = new Set<string>();
  const unheard = new Map<string, number>();
  for (const rule of rules) {
    const at = since.get(rule.sourceId) ?? null;
    for (const { componentId } of rule.components) {
      if (at === null) heard.add(componentId);
      else unheard.set(componentId, Math.max(at, unheard.get(componentId) ?? at));
    }
  }
  return new Map([...unheard].filter(([id]) => !heard.has(id)));
}

/** Components that a monitor or heartbeat observes: these say themselves since when they speak again. */
export function watchedComponents(sources: readonly SettleSource[], rules: readonly RuleFact[]): Set<string> {
  const own = new Set(sources.filter((each) => each.family !== "source").map(({ id }) => id));
  const named = rules.filter((rule) => own.has(rule.sourceId)).flatMap((rule) => rule.components);
  return new Set(named.map(({ componentId }) => componentId));
}

/** When the next source falls silent; null when none can. */
export function nextSilence(sources: readonly SettleSource[], now: number): number | null {
  const ahead = sources.map(deadlineOf).filter((at): at is number => at !== null && at > now);
  return ahead.length > 0 ? Math.min(...ahead) : null;
}
