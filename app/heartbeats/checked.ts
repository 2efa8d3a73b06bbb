import { fail, invalid, ok, type Result } from "~/failures/failure";
import { checkClock } from "./rules/clock-runs";
import type { Schedule } from "./rules/heartbeat";

/** The schedule as it is kept, or what is wrong with it beside its own field. */
export function checkedSchedule(schedule: Schedule): Result<Schedule> {
  if (schedule.kind === "simple") return ok(schedule);
  const checked = checkClock(schedule);
  if (checked.ok || checked.failure.name !== "invalid") return checked;
  const fields = Object.entries(checked.failure.fields).map(([name, words]) => [`schedule.${name}`, words]);
  return fail({ ...checked.failure, fields: Object.fromEntries(fields) });
}

/** Components of another page, or that are archived, cannot be moved. */
export function knownComponents(given: Record<string, string>, components: readonly { id: string }[]): Result<true> {
  const known = new Set(components.map(({ id }) => id));
  const strange = Object.keys(given).find((id) => !known.has(id));
  return strange === undefined ? ok(true) : invalid(`components.${strange}`, "component.unknown");
}
