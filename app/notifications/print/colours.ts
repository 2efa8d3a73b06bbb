import { stateMarkByLetter } from "~/status/state-mark";
import { nearestReadableColour, readableColourOnDark } from "~/text/contrast";
import type { EmailContentState } from "./content";

/** Colours of the public pages as plain values, because email programs do not know CSS variables. */
export const lightEmailColours = {
  ground: "#f3f4f1",
  card: "#ffffff",
  line: "#e3e6e1",
  ink: "#17201c",
  soft: "#56625c",
  wash: "#f6f7f4",
};
export const darkEmailColours = {
  ground: "#101412",
  card: "#171d1a",
  line: "#2e3732",
  ink: "#e9eeeb",
  soft: "#a5b1ab",
  wash: "#1e2522",
};

/** Letters of the marks that emails use; the mark of scheduled work is not among them. */
const letters = ["o", "d", "p", "m", "x", "n", "a"] as const satisfies readonly EmailContentState["letter"][];

export const emailColoursByStateLetter = Object.fromEntries(
  letters.map((letter) => {
    const { text, dark, glyph } = stateMarkByLetter[letter];
    return [letter, { light: text, dark, shape: glyph }];
  }),
) as Record<EmailContentState["letter"], { light: string; dark: string; shape: string }>;

/** Returns the accent for the dark card. */
export const accentOnDark = readableColourOnDark;

/**
 * Returns a valid colour that is readable on white. It is checked because it comes from the database and is put into a
 * style sheet.
 */
export const accentOnLight = (accent: string): string =>
  /^#[0-9a-f]{6}$/i.test(accent) ? nearestReadableColour(accent) : "#1f5f4a";
