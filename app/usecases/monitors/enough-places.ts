import { monitorKindOf } from "~/monitors/kinds";
import { invalid, ok, type Result } from "~/rules/basics/failure";
import { said } from "~/rules/failures/refusal";
import { placesCounted } from "~/rules/monitors/quorum";

/** Whether a public network of probes can look at monitors of this kind. */
export const asksProbes = (kind: string): boolean => Boolean(monitorKindOf(kind)?.publicLook);

interface Chosen {
  kind: string;
  regions: readonly string[];
  continents: readonly string[];
  agree: number | null;
}

/** Whether the chosen places can look, and as many agree as are to. Failures: invalid `too_few_places`, `no_probes`. */
export function enoughPlaces({ kind, agree, regions, continents }: Chosen): Result<null> {
  if (continents.length > 0 && !asksProbes(kind)) return invalid("continents", "monitor.no_probes", "no_probes");
  const places = placesCounted({ regions, continents });
  if (agree === null || agree <= places) return ok(null);
  return invalid("agree", said("monitor.places", { places }), "too_few_places");
}
