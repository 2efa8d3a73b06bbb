import { invalidFieldFailure, ok, type Result } from "~/failures/failure";
import { refusalFor } from "~/failures/refusal";
import { monitorKindOf } from "./kinds/known-kinds";
import { countCheckPlaces } from "./rules/quorum";

/** Returns true when a public network of probes can check monitors of this kind. */
export const canAskProbes = (kind: string): boolean => Boolean(monitorKindOf(kind)?.publicLook);

interface ChosenPlaces {
  kind: string;
  /** The agent that checks it; null when checks run here. */
  agentId: string | null;
  regions: readonly string[];
  continents: readonly string[];
  agree: number | null;
}

/**
 * Refuses other places for a monitor with an agent, whose results count as they are. Failure: invalid `agent_alone`.
 */
function agentAlone({ regions, continents, agree }: ChosenPlaces): Result<null> {
  const chosen = { regions: regions.length > 0, continents: continents.length > 0, agree: (agree ?? 1) > 1 };
  const [wrong] = Object.entries(chosen).find(([, isChosen]) => isChosen) ?? [];
  return wrong === undefined ? ok(null) : invalidFieldFailure(wrong, "monitor.agent_alone", "agent_alone");
}

/**
 * Tests whether the chosen places can check, and whether enough of them can agree. Failures: invalid `too_few_places`,
 * `no_probes`, `agent_alone`.
 */
export function validateCheckPlaces(chosen: ChosenPlaces): Result<null> {
  const { kind, agentId, agree, regions, continents } = chosen;
  if (agentId !== null) return agentAlone(chosen);
  if (continents.length > 0 && !canAskProbes(kind))
    return invalidFieldFailure("continents", "monitor.no_probes", "no_probes");
  const places = countCheckPlaces({ regions, continents });
  if (agree === null || agree <= places) return ok(null);
  return invalidFieldFailure("agree", refusalFor("monitor.places", { places }), "too_few_places");
}

/** Returns the shortest interval of a kind, in minutes, which its third party may require; otherwise one. */
export const leastIntervalOfKind = (kind: string): number => monitorKindOf(kind)?.leastInterval ?? 1;

/** Tests whether monitors of these kinds may be checked this often. Failure: invalid `too_often`. */
export function validateKindInterval(kinds: readonly string[], interval: number, field = "interval"): Result<null> {
  const least = Math.max(...kinds.map(leastIntervalOfKind));
  if (interval >= least) return ok(null);
  return invalidFieldFailure(field, refusalFor("monitor.interval", { least }), "too_often");
}
