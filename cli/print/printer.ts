import type { CommandCall } from "../definition/command-definition";
import { terminalTableLines } from "./table";
import { styledText, type TextPart, toTerminalBlock, toTerminalText } from "./terminal-text";

type PrintCall = Pick<CommandCall, "machine" | "options">;
type Table = readonly (readonly TextPart[])[];

export const wantsJsonOutput = ({ options }: PrintCall): boolean => options.json === true;

/** Prints a line. All of it may come from others, so that only its own styles reach a terminal. */
export function printLine({ machine }: PrintCall, ...parts: readonly TextPart[]): void {
  const written = parts.map((part) =>
    typeof part === "string" ? toTerminalBlock(part) : styledText(machine, toTerminalBlock(part.text), part.style),
  );
  machine.out.write(`${written.join("")}\n`);
}

/** Prints a text of others, which may have several lines. */
export const printText = (call: PrintCall, text: string): void => printLine(call, toTerminalText(text));

const escapedUnits = (text: string): string =>
  Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, "0")}`).join("");

/** Returns JSON in which nothing can move the cursor: JSON itself escapes only the oldest controls. */
const plainJson = (value: unknown, indent?: number): string =>
  (JSON.stringify(value, null, indent) ?? "null").replaceAll(/[\u007f-\u009f\u2028\u2029\p{Cf}]/gu, escapedUnits);

/** Prints an answer of the API as it is. */
export const printJson = ({ machine }: PrintCall, value: unknown): void =>
  machine.out.write(`${plainJson(value, 2)}\n`);

/** Prints one of many answers, on one line. */
export const printJsonLine = ({ machine }: PrintCall, value: unknown): void =>
  machine.out.write(`${plainJson(value)}\n`);

/** Says on the error output what goes on, so that a command's output stays for programs. */
export const printProgress = ({ machine }: PrintCall, line: string): void =>
  machine.err.write(`${toTerminalBlock(line)}\n`);

/** Prints a table with its heading. */
export function printTable({ machine }: PrintCall, heading: readonly string[], rows: Table): void {
  for (const line of terminalTableLines(machine, heading, rows)) machine.out.write(`${line}\n`);
}

/** Prints a list: as JSON, as a table, or as a sentence when it is empty. */
export function printList(
  call: PrintCall,
  items: readonly unknown[],
  table: { heading: readonly string[]; rows: Table; empty: string },
): void {
  if (wantsJsonOutput(call)) printJson(call, items);
  else if (items.length === 0) printLine(call, table.empty);
  else printTable(call, table.heading, table.rows);
}

/** Prints what a command did: the API's answer as JSON, or a sentence. */
export function printOutcome(call: PrintCall, answer: unknown, sentence: string): void {
  if (wantsJsonOutput(call)) printJson(call, answer);
  else printText(call, sentence);
}
