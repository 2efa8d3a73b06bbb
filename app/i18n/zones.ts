import { timeZoneName } from "./zone-text";

/** The parts of the world by which the time zone database groups its names; their words are in group `area`. */
const areas = {
  Africa: "africa",
  America: "america",
  Antarctica: "antarctica",
  Arctic: "arctic",
  Asia: "asia",
  Atlantic: "atlantic",
  Australia: "australia",
  Europe: "europe",
  Indian: "indian",
  Pacific: "pacific",
} as const;

export interface ZoneGroup {
  word: (typeof areas)[keyof typeof areas];
  /** `text` is the name without its part of the world. */
  zones: { name: string; text: string }[];
}

/** Returns every zone that Intl knows, by part of the world, and by name within it; UTC belongs to none. */
export function zoneGroups(language: string): ZoneGroup[] {
  const { compare } = new Intl.Collator(language);
  const all = Intl.supportedValuesOf("timeZone").map((name) => ({ name, text: timeZoneName(name) }));
  return Object.entries(areas).map(([area, word]) => ({
    word,
    zones: all
      .filter(({ name }) => name.startsWith(`${area}/`))
      .map(({ name, text }) => ({ name, text: text.slice(area.length + 1).replaceAll("/", " – ") }))
      .sort((a, b) => compare(a.text, b.text)),
  }));
}
