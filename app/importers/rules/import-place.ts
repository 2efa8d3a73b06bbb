import type { ImportPlace } from "./import-job";
import type { ImportStepsStart } from "./import-steps";
import type { PlannedImportThing } from "./planned-thing";
import type { ImportStepEntry } from "./step-costs";

/**
 * Returns where the plan of a part goes on. The place names a thing and an update of it and not the number of a step,
 * as a new version, or another plan of the deployment, divides the rest differently.
 */
export function importStepsStartOf({ cursor }: ImportPlace): ImportStepsStart {
  const [thing = 0, update = 0] = cursor.split(".").map(Number);
  return { thing, update };
}

/** Returns the first place of the next part; after the last one, that of the days of the past. */
export const importPlaceAfterPart = (place: ImportPlace, parts: number): ImportPlace =>
  place.part + 1 < parts
    ? { part: place.part + 1, step: 0, stage: "things", cursor: "" }
    : { part: place.part + 1, step: 0, stage: "days", cursor: "" };

/** Returns the place after a step of a part, of which these were the entries. */
export function importPlaceAfterStep(
  place: ImportPlace,
  things: readonly PlannedImportThing[],
  entries: readonly ImportStepEntry[],
): ImportPlace {
  const last = entries.at(-1);
  if (!last) return place;
  const thing = things.indexOf(last.planned);
  const cursor = last.isLast ? `${thing + 1}.0` : `${thing}.${last.updates.to}`;
  return { ...place, step: place.step + 1, cursor };
}
