import type { CliMachine, TextOutputStream } from "../session/machine";

const codes = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 } as const;
export type TextStyle = keyof typeof codes;
/** A text, perhaps in a style. */
export type TextPart = string | { text: string; style?: TextStyle };

type Env = CliMachine["env"];

/** True when colours may be written: to a terminal, unless NO_COLOR or TERM=dumb says otherwise. */
export const hasColours = (env: Env, { isTerminal }: TextOutputStream): boolean =>
  isTerminal && !env.NO_COLOR && env.TERM !== "dumb";

/** Styles a text for this output, or leaves it as it is. */
export const styledText = ({ env, out }: Pick<CliMachine, "env" | "out">, text: string, style?: TextStyle): string =>
  style !== undefined && hasColours(env, out) ? `\u001b[${codes[style]}m${text}\u001b[0m` : text;

const withoutControls = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ");

/** Removes what could move the cursor or hide text: names and texts come from others. */
export const toTerminalLine = (text: string): string => withoutControls(text).trim();

/** Removes the same from a text of several lines. */
export const toTerminalText = (text: string): string => text.split("\n").map(toTerminalLine).join("\n");

/** Removes the same from a text whose lines are indented, such as a file. */
export const toTerminalBlock = (text: string): string =>
  text
    .split("\n")
    .map((line) => withoutControls(line).trimEnd())
    .join("\n");

const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}]/u;

/** Returns the columns that a text takes: East Asian letters and pictures take two, combining marks none. */
export const terminalColumnsOf = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (/\p{M}/u.test(letter) ? 0 : wide.test(letter) ? 2 : 1), 0);

/** Cuts a text to at most so many columns; a cut one ends with “…”. */
export function fitTextToColumns(text: string, most: number): string {
  if (terminalColumnsOf(text) <= most) return text;
  let cut = "";
  for (const letter of text) {
    if (terminalColumnsOf(cut + letter) > most - 1) break;
    cut += letter;
  }
  return `${cut}…`;
}
