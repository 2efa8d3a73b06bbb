import { invalid, ok, type Result } from "~/rules/basics/failure";
import { said } from "~/rules/failures/refusal";
import { placesCounted } from "~/rules/monitors/quorum";

/** Whether so many places can agree as are to. Failure: invalid `too_few_places`. */
export function enoughPlaces({ agree, ...asked }: { agree: number | null; regions: readonly string[] }): Result<null> {
  const places = placesCounted(asked);
  if (agree === null || agree <= places) return ok(null);
  return invalid("agree", said("monitor.places", { places }), "too_few_places");
}
