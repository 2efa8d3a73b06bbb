import { dayMs, hourMs } from "~/time/durations";
import type { MaintenanceView } from "../verbs";

type MaintenanceAutomation = "autoStart" | "autoEnd" | "tellStart" | "tellEnd" | "remindDay" | "remindHour";

/** The parts of a maintenance on which its steps depend. */
export type MaintenanceScheduleFacts = Pick<MaintenanceView, "status" | "startsAt" | "endsAt" | MaintenanceAutomation>;

/** Keys in group `next` of the words. */
export type MaintenanceStepKey =
  | "remind_day"
  | "remind_hour"
  | "starts"
  | "starts_quietly"
  | "starts_alone"
  | "start_by_hand"
  | "ends"
  | "ends_quietly"
  | "ends_alone"
  | "end_by_hand";

export interface MaintenanceScheduleStep {
  /** Time of the step, ms. */
  at: number;
  what: MaintenanceStepKey;
}

function reminders(
  { startsAt, remindDay, remindHour }: MaintenanceScheduleFacts,
  now: number,
): MaintenanceScheduleStep[] {
  const wanted = [
    { wants: remindDay, at: startsAt - dayMs, what: "remind_day" },
    { wants: remindHour, at: startsAt - hourMs, what: "remind_hour" },
  ] as const;
  return wanted.filter(({ wants, at }) => wants && at > now).map(({ at, what }) => ({ at, what }));
}

const startOf = ({ startsAt, autoStart, tellStart }: MaintenanceScheduleFacts): MaintenanceScheduleStep => ({
  at: startsAt,
  what: autoStart ? (tellStart ? "starts" : "starts_quietly") : "start_by_hand",
});

const endOf = ({ endsAt, autoEnd, tellEnd }: MaintenanceScheduleFacts): MaintenanceScheduleStep => ({
  at: endsAt,
  what: autoEnd ? (tellEnd ? "ends" : "ends_quietly") : "end_by_hand",
});

/** Steps as they are named where nobody has subscribed yet: who is notified depends on who does so until then. */
const namedAlone: Partial<Record<MaintenanceStepKey, MaintenanceStepKey>> = {
  starts: "starts_alone",
  ends: "ends_alone",
};

function stepsOf(course: MaintenanceScheduleFacts, now: number): MaintenanceScheduleStep[] {
  const { status } = course;
  if (status === "scheduled") return [...reminders(course, now), startOf(course), endOf(course)];
  return status === "in_progress" || status === "verifying" ? [endOf(course)] : [];
}

/**
 * Returns the next steps with their times, soonest first; none once it is over. `reach` is the number of people
 * notified now; when it is 0, no step mentions subscribers.
 */
export function nextMaintenanceSteps(
  course: MaintenanceScheduleFacts,
  now: number,
  reach: number,
): MaintenanceScheduleStep[] {
  if (reach > 0) return stepsOf(course, now);
  const unannounced = stepsOf({ ...course, remindDay: false, remindHour: false }, now);
  return unannounced.map(({ at, what }) => ({ at, what: namedAlone[what] ?? what }));
}
