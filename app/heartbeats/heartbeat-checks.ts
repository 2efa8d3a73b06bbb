import { fail, ok, type Result } from "~/failures/failure";
import { validateClockSchedule } from "./rules/clock-runs";
import type { HeartbeatSchedule } from "./rules/heartbeat";

/** Returns the schedule in its stored form, or its fault, attached to the field. */
export function validateSchedule(schedule: HeartbeatSchedule): Result<HeartbeatSchedule> {
  if (schedule.kind === "simple") return ok(schedule);
  const checked = validateClockSchedule(schedule);
  if (checked.ok || checked.failure.name !== "invalid") return checked;
  const fields = Object.entries(checked.failure.fields).map(([name, words]) => [`schedule.${name}`, words]);
  return fail({ ...checked.failure, fields: Object.fromEntries(fields) });
}
