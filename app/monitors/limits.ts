import { invalid, ok, type Result } from "~/failures/failure";
import { refusalFor } from "~/failures/refusal";
import { monitorKindOf } from "./kinds/known-kinds";
import { countPlaces } from "./rules/quorum";

/** Returns true when a public network of probes can check monitors of this kind. */
export const asksProbes = (kind: string): boolean => Boolean(monitorKindOf(kind)?.publicLook);

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
  return wrong === undefined ? ok(null) : invalid(wrong, "monitor.agent_alone", "agent_alone");
}

/**
 * Tests whether the chosen places can check, and whether enough of them can agree. Failures: invalid `too_few_places`,
 * `no_probes`, `agent_alone`.
 */
export function enoughPlaces(chosen: ChosenPlaces): Result<null> {
  const { kind, agentId, agree, regions, continents } = chosen;
  if (agentId !== null) return agentAlone(chosen);
  if (continents.length > 0 && !asksProbes(kind)) return invalid("continents", "monitor.no_probes", "no_probes");
  const places = countPlaces({ regions, continents });
  if (agree === null || agree <= places) return ok(null);
  return invalid("agree", refusalFor("monitor.places", { places }), "too_few_places");
}

/** Returns the shortest interval of a kind, in minutes, which its third party may require; otherwise one. */
export const leastIntervalOf = (kind: string): number => monitorKindOf(kind)?.leastInterval ?? 1;

/** Tests whether monitors of these kinds may be checked this often. Failure: invalid `too_often`. */
export function slowEnough(kinds: readonly string[], interval: number, field = "interval"): Result<null> {
  const least = Math.max(...kinds.map(leastIntervalOf));
  if (interval >= least) return ok(null);
  return invalid(field, refusalFor("monitor.interval", { least }), "too_often");
}
