import type { RuleRecord } from "~/alerts/rules/rule-match";
import type { SettleFacts } from "~/alerts/settling/rules/settle-facts";
import { importedMuteUntilMs } from "./imported-silence";

type MuteFacts = Pick<SettleFacts, "now" | "mutedUntil" | "mutedComponents" | "sources" | "rules">;
type ComponentRefs = readonly { componentId: string }[];
type MutedState = { mutedUntil: number | null } | undefined;

/**
 * Returns the instant until which a source's news about these components is muted: by the source, the page, or all of
 * the components; null when it is not.
 */
export function muteEndOf(facts: MuteFacts, source: MutedState, components: ComponentRefs): number | null {
  const own = source?.mutedUntil ?? 0;
  const ends = components.map((each) => facts.mutedComponents.get(each.componentId) ?? 0);
  const until = Math.max(own, facts.mutedUntil ?? 0, ends.length > 0 ? Math.min(...ends) : 0);
  return until > facts.now ? until : null;
}

/** Returns the muted rules, which notify nobody and open no incident. */
export function findMutedRules(facts: MuteFacts): Set<RuleRecord> {
  const sources = new Map(facts.sources.map((each) => [each.id, each]));
  const muted = (rule: RuleRecord) => muteEndOf(facts, sources.get(rule.sourceId), rule.components) !== null;
  return new Set(facts.rules.filter(muted));
}

/** Returns true when nobody is notified of the component's changes. */
export const isComponentOrPageMuted = ({ now, mutedUntil: page, mutedComponents }: MuteFacts, id: string): boolean =>
  Math.max(page ?? 0, mutedComponents.get(id) ?? 0) > now;

/**
 * Returns the components that are observed only by imported monitors which nobody has taken over. Their statuses
 * change, but nobody is notified. A heartbeat that has never reported is ignored.
 */
export function componentsOfSilentImports({ rules, sources }: MuteFacts): Set<string> {
  const byId = new Map(sources.map((each) => [each.id, each]));
  const [silent, others] = [new Set<string>(), new Set<string>()];
  for (const { sourceId, components } of rules) {
    const source = byId.get(sourceId);
    if (!source || (source.silentSince !== null && source.vouchesSince === null)) continue;
    const found = source.mutedUntil === importedMuteUntilMs ? silent : others;
    for (const { componentId } of components) found.add(componentId);
  }
  return new Set([...silent].filter((id) => !others.has(id)));
}

/** Returns the sources whose rules are all muted, so that nobody is notified of their recoveries. */
export function findMutedSourceIds(facts: MuteFacts): Set<string> {
  const muted = findMutedRules(facts);
  const own = facts.sources.filter((each) => muteEndOf(facts, each, []) !== null).map(({ id }) => id);
  const speaking = new Set(facts.rules.filter((rule) => !muted.has(rule)).map((rule) => rule.sourceId));
  const all = [...muted].map((rule) => rule.sourceId).filter((id) => !speaking.has(id));
  return new Set([...own, ...all]);
}

/**
 * Returns the instant at which the next mute ends automatically: firing alerts are then notified and open incidents.
 */
export function nextMuteEndTime({ now, mutedUntil: page, mutedComponents, sources }: MuteFacts): number | null {
  const ends = [page, ...mutedComponents.values(), ...sources.map((each) => each.mutedUntil)];
  const ahead = ends.filter((at): at is number => at !== null && at > now);
  return ahead.length > 0 ? Math.min(...ahead) : null;
}

/**
 * Returns a function that gives, for a source, when a mute of the source, of one of its components or of the page last
 * ended; null if none is known.
 */
export function lastMuteEndBySource(facts: MuteFacts): (sourceId: string) => number | null {
  const { now, mutedUntil: page, mutedComponents } = facts;
  const rules = Map.groupBy(facts.rules, ({ sourceId }) => sourceId);
  const sources = new Map(facts.sources.map((each) => [each.id, each.mutedUntil]));
  return (sourceId) => {
    const named = (rules.get(sourceId) ?? []).flatMap((each) => each.components);
    const own = sources.get(sourceId) ?? null;
    const ends = [page, own, ...named.map((each) => mutedComponents.get(each.componentId) ?? null)];
    const over = ends.filter((at): at is number => at !== null && at <= now);
    return over.length > 0 ? Math.max(...over) : null;
  };
}
