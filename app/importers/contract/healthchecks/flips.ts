import { foreignInstant, foreignList, foreignNumber, foreignRecord, foreignText } from "../foreign-values";
import type { MovedMonitor } from "../move-document";

type Stretches = MovedMonitor["history"];

/** The server answers `{"flips": […]}`, while its documentation shows the list alone. */
export const parseHealthchecksFlips = (body: unknown): unknown[] | null => {
  const list = Array.isArray(body) ? body : foreignRecord(body).flips;
  return Array.isArray(list) ? list : null;
};

/**
 * Our status for each status of a check. The last flip is extended to the present only if it agrees with the check's
 * status.
 */
const agreeing: Readonly<Record<string, Stretches[number]["status"]>> = {
  up: "operational",
  grace: "operational",
  down: "major_outage",
};

/** Returns the turns of a check, oldest first; of those at one instant the list has the newest first. */
const turnsOf = (flips: readonly unknown[]): { at: number; status: Stretches[number]["status"] }[] =>
  foreignList(flips)
    .map(foreignRecord)
    .flatMap(({ timestamp, up }) => {
      const [at, value] = [foreignInstant(timestamp, "UTC"), foreignNumber(up)];
      if (at === null || (value !== 0 && value !== 1)) return [];
      return [{ at, status: value === 1 ? ("operational" as const) : ("major_outage" as const) }];
    })
    .reverse()
    .sort((one, other) => one.at - other.at);

/**
 * Returns the past of a check by its flips. The last one goes on until now only where the check's status says the same:
 * a pause is a flip too, and what a paused check missed is not known.
 */
export function statusSpansOfHealthchecksFlips(flips: readonly unknown[], status: unknown): Stretches {
  const turns = turnsOf(flips);
  return turns.flatMap(({ at: from, status: is }, index): Stretches => {
    const next = turns[index + 1];
    if (next) return next.at > from ? [{ from, to: next.at, status: is }] : [];
    return agreeing[foreignText(status)] === is ? [{ from, to: null, status: is }] : [];
  });
}
