import { dayMs, hourMs } from "~/time/durations";

/** Time before the start at which each reminder is sent, by the choice that asks for it, in ms. */
const leads = { remindDay: dayMs, remindHour: hourMs } as const;
const choices = ["remindDay", "remindHour"] as const;

export interface MaintenanceReminder {
  /**
   * Equal for the same start and lead time, so that no reminder of one start is sent twice, however often the start
   * moves.
   */
  sequence: number;
  dueAt: number;
  /** Start of the maintenance, after which the reminder is useless. */
  expiresAt: number;
}

/** Returns the future reminders of a window; a reminder whose time has passed is not created. Instants in ms. */
export function maintenanceReminders(
  plan: { startsAt: number; remindDay: boolean; remindHour: boolean },
  now: number,
): MaintenanceReminder[] {
  const { startsAt } = plan;
  return choices.flatMap((choice, index) => {
    const dueAt = startsAt - leads[choice];
    return plan[choice] && dueAt > now ? [{ sequence: startsAt * 2 + index, dueAt, expiresAt: startsAt }] : [];
  });
}
