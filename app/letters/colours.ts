import { nearestReadable, readableOnDark } from "~/rules/basics/contrast";
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

export const stateColours: Record<State["letter"], { light: string; dark: string; shape: string }> = {
  o: { light: "#1f7a4d", dark: "#6cc596", shape: "●" },
  d: { light: "#806200", dark: "#e0bd4f", shape: "▲" },
  p: { light: "#a94e08", dark: "#f0a05a", shape: "◐" },
  m: { light: "#b3261e", dark: "#f28b82", shape: "■" },
  x: { light: "#2f5fa8", dark: "#8fb4f0", shape: "◆" },
  n: { light: "#5f6b66", dark: "#a7b3ad", shape: "○" },
  a: { light: "#56625c", dark: "#a5b1ab", shape: "▬" },
};

/** The accent on the dark card. */
export const accentOnDark = readableOnDark;

/** What is no colour, or too pale for white, is mended: it comes from the database but goes into a style sheet. */
export const accentOnLight = (accent: string): string =>
  /^#[0-9a-f]{6}$/i.test(accent) ? nearestReadable(accent) : "#1f5f4a";
