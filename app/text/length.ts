/** Units for a length of time, as forms offer them. */
export const lengthUnits = ["minutes", "hours", "days", "seconds"] as const;
export type LengthUnit = (typeof lengthUnits)[number];

const units: Record<string, number> = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 } satisfies Record<
  LengthUnit,
  number
>;

/** Returns the seconds of `count` units; of minutes when the unit is unknown. */
export const secondsOf = (count: number, unit: string): number => count * (units[unit] ?? 60);

/** Returns a length as a form shows it: 5400 s are 90 minutes, as no larger unit is whole. */
export function inUnits(seconds: number): { count: number; unit: LengthUnit } {
  const unit = (["days", "hours", "minutes"] as const).find((each) => seconds % secondsOf(1, each) === 0) ?? "seconds";
  return { count: seconds / secondsOf(1, unit), unit };
}
