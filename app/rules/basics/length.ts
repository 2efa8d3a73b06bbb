/** Units in which people give a length of time, in seconds. */
const units: Record<string, number> = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 };

export const unitWords = { minutes: "minutes", hours: "hours", days: "days", seconds: "seconds" };

/** Seconds of so many of a unit that forms offer; minutes where it is none. */
export const secondsOf = (count: number, unit: string): number => count * (units[unit] ?? 60);

/** A length as a form shows it: 5400 s are 90 minutes, as no larger unit is whole. */
export function inUnits(seconds: number): { count: number; unit: string } {
  const unit = ["days", "hours", "minutes"].find((each) => seconds % secondsOf(1, each) === 0) ?? "seconds";
  return { count: seconds / secondsOf(1, unit), unit };
}

/** "1 day", "90 minutes" */
export function lengthText(seconds: number): string {
  const { count, unit } = inUnits(seconds);
  return count === 1 ? `1 ${unit.slice(0, -1)}` : `${count} ${unit}`;
}
