import { readWhole, statusesOf, ticked, typed } from "../parts/posted";
import { secondsOf } from "./heartbeat-words";

/** A number and the unit beside it, in seconds. */
function readLength(fields: FormData, name: string, unitName: string): number | null {
  const whole = readWhole(fields, name);
  return whole.ok && whole.value !== null ? secondsOf(whole.value, typed(fields, unitName)) : null;
}

/** "backup, eu" → its words. */
const tagsOf = (text: string): string[] =>
  text
    .split(",")
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "");

function readSchedule(fields: FormData) {
  if (typed(fields, "scheduleKind") === "cron") {
    const timeZone = typed(fields, "schedule.timeZone");
    return { kind: "cron" as const, expression: typed(fields, "schedule.expression"), timeZone };
  }
  return { kind: "simple" as const, periodSeconds: readLength(fields, "schedule.periodSeconds", "periodUnit") ?? 0 };
}

const unread = "Give a whole number.";

/** A heartbeat's form as the use case takes it; errors only where a number cannot be read at all. */
export function heartbeatFields(fields: FormData) {
  const errors: Record<string, string> = {};
  const schedule = readSchedule(fields);
  const grace = readLength(fields, "graceSeconds", "graceUnit");
  const [hold, resolveAfter] = [readWhole(fields, "hold"), readWhole(fields, "resolveAfter")];
  const isUnread = schedule.kind === "simple" && readLength(fields, "schedule.periodSeconds", "periodUnit") === null;
  if (isUnread) errors["schedule.periodSeconds"] = unread;
  if (grace === null) errors.graceSeconds = unread;
  if (!hold.ok || hold.value === null) errors.hold = "Give a number of seconds.";
  if (!resolveAfter.ok || resolveAfter.value === null) errors.resolveAfter = "Give a number of seconds.";
  const value = {
    name: typed(fields, "name"),
    slug: typed(fields, "slug"),
    schedule,
    graceSeconds: grace ?? 0,
    postOnly: ticked(fields, "postOnly"),
    manualResume: ticked(fields, "manualResume"),
    tags: tagsOf(typed(fields, "tags")),
    components: statusesOf(fields),
    mode: typed(fields, "mode"),
    hold: hold.ok ? (hold.value ?? 0) : 0,
    resolveAfter: resolveAfter.ok ? (resolveAfter.value ?? 0) : 0,
  };
  return { errors, value };
}
