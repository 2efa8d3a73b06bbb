import { dayMs, hourMs } from "~/time/durations";
import type { MaintenanceView } from "../list";

type Automation = "autoStart" | "autoEnd" | "tellStart" | "tellEnd" | "remindDay" | "remindHour";

/** The parts of a maintenance on which its steps depend. */
export type Course = Pick<MaintenanceView, "status" | "startsAt" | "endsAt" | Automation>;

/** Keys in group `next` of the words. */
export type StepWord =
  | "remind_day"
  | "remind_hour"
  | "starts"
  | "starts_quietly"
  | "start_by_hand"
  | "ends"
  | "ends_quietly"
  | "end_by_hand";

export interface Step {
  /** Time of the step, ms. */
  at: number;
  what: StepWord;
}

function reminders({ startsAt, remindDay, remindHour }: Course, now: number): Step[] {
  const wanted = [
    { wants: remindDay, at: startsAt - dayMs, what: "remind_day" },
    { wants: remindHour, at: startsAt - hourMs, what: "remind_hour" },
  ] as const;
  return wanted.filter(({ wants, at }) => wants && at > now).map(({ at, what }) => ({ at, what }));
}

const startOf = ({ startsAt, autoStart, tellStart }: Course): Step => ({
  at: startsAt,
  what: autoStart ? (tellStart ? "starts" : "starts_quietly") : "start_by_hand",
});

const endOf = ({ endsAt, autoEnd, tellEnd }: Course): Step => ({
  at: endsAt,
  what: autoEnd ? (tellEnd ? "ends" : "ends_quietly") : "end_by_hand",
});

/** Returns the next steps with their times, soonest first; none once it is over. */
export function stepsOf(course: Course, now: number): Step[] {
  const { status } = course;
  if (status === "scheduled") return [...reminders(course, now), startOf(course), endOf(course)];
  return status === "in_progress" || status === "verifying" ? [endOf(course)] : [];
}
