const hour = 3600_000;

/** How long before the start each is told, by the choice that asks for it. */
const leads = { remindDay: 24 * hour, remindHour: hour } as const;
const choices = ["remindDay", "remindHour"] as const;

export interface Reminder {
  /** The same for the same start and lead: no reminder of one start is told twice, however often it moves. */
  sequence: number;
  dueAt: number;
  /** From its start on it is of no use. */
  expiresAt: number;
}

/** The reminders of a window that are still to come; one whose moment has passed is not made. Instants in ms. */
export function remindersOf(
  plan: { startsAt: number; remindDay: boolean; remindHour: boolean },
  now: number,
): Reminder[] {
  const { startsAt } = plan;
  return choices.flatMap((choice, index) => {
    const dueAt = startsAt - leads[choice];
    return plan[choice] && dueAt > now ? [{ sequence: startsAt * 2 + index, dueAt, expiresAt: startsAt }] : [];
  });
}
