/** Units for a length of time, as forms offer them. */
export const durationUnits = ["minutes", "hours", "days", "seconds"] as const;
export type DurationUnit = (typeof durationUnits)[number];

const units: Record<string, number> = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 } satisfies Record<
  DurationUnit,
  number
>;

/** Returns the seconds of `count` units; of minutes when the unit is unknown. */
export const secondsOfUnits = (count: number, unit: string): number => count * (units[unit] ?? 60);

/** Returns a length as a form shows it: 5400 s are 90 minutes, as no larger unit is whole. */
export function durationInUnits(seconds: number): { count: number; unit: DurationUnit } {
  const unit =
    (["days", "hours", "minutes"] as const).find((each) => seconds % secondsOfUnits(1, each) === 0) ?? "seconds";
  return { count: seconds / secondsOfUnits(1, unit), unit };
}
