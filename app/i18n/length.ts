import { durationInUnits } from "~/text/length";
import { pseudoLanguage, pseudoText } from "./pseudo";

/** Formats a length of time: "1 day", "90 minutes". */
export function durationInUnitsText(seconds: number, language: string): string {
  const { count, unit } = durationInUnits(seconds);
  const numbers = new Intl.NumberFormat(language, { style: "unit", unit: unit.slice(0, -1), unitDisplay: "long" });
  const text = numbers.format(count);
  return language === pseudoLanguage ? pseudoText(text) : text;
}
