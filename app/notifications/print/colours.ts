import { stateMarks } from "~/status/state-mark";
import { nearestReadable, readableOnDark } from "~/text/contrast";
import type { State } from "./content";

/** The colours of the public pages, written out: mail readers know no variables. */
export const light = {
  ground: "#f3f4f1",
  card: "#ffffff",
  line: "#e3e6e1",
  ink: "#17201c",
  soft: "#56625c",
  wash: "#f6f7f4",
};
export const dark = {
  ground: "#101412",
  card: "#171d1a",
  line: "#2e3732",
  ink: "#e9eeeb",
  soft: "#a5b1ab",
  wash: "#1e2522",
};

/** Of the marks that mails have: what is to come is told as what goes on. */
const letters = ["o", "d", "p", "m", "x", "n", "a"] as const satisfies readonly State["letter"][];

export const stateColours = Object.fromEntries(
  letters.map((letter) => {
    const { text, dark, glyph } = stateMarks[letter];
    return [letter, { light: text, dark, shape: glyph }];
  }),
) as Record<State["letter"], { light: string; dark: string; shape: string }>;

/** The accent on the dark card. */
export const accentOnDark = readableOnDark;

/** What is no colour, or too pale for white, is mended: it comes from the database but goes into a style sheet. */
export const accentOnLight = (accent: string): string =>
  /^#[0-9a-f]{6}$/i.test(accent) ? nearestReadable(accent) : "#1f5f4a";
