import type { RuleFact } from "./rule-match";
import type { SettleSource } from "./settle-facts";

const deadlineOf = (source: SettleSource): number | null =>
  source.heartbeatSeconds === null ? null : source.lastHeardAt + source.heartbeatSeconds * 1000;

const isSilent = (source: SettleSource, now: number): boolean => {
  const deadline = deadlineOf(source);
  return deadline !== null && deadline <= now;
};

/** Components all of whose sources are silent: nobody knows how they are (protocols §3, §4). */
export function silentComponents(
  sources: readonly SettleSource[],
  rules: readonly RuleFact[],
  now: number,
): Set<string> {
  const silent = new Set(sources.filter((each) => isSilent(each, now)).map((each) => each.id));
  const heard = new Set<string>();
  const unheard = new Set<string>();
  for (const rule of rules) {
    for (const { componentId } of rule.components) (silent.has(rule.sourceId) ? unheard : heard).add(componentId);
  }
  return new Set([...unheard].filter((id) => !heard.has(id)));
}

/** When the next source falls silent; null when none can. */
export function nextSilence(sources: readonly SettleSource[], now: number): number | null {
  const ahead = sources.map(deadlineOf).filter((at): at is number => at !== null && at > now);
  return ahead.length > 0 ? Math.min(...ahead) : null;
}
