import { inUnits } from "~/rules/basics/length";

/** "1 day", "90 minutes" */
export function lengthText(seconds: number, language: string): string {
  const { count, unit } = inUnits(seconds);
  return new Intl.NumberFormat(language, { style: "unit", unit: unit.slice(0, -1), unitDisplay: "long" }).format(count);
}
