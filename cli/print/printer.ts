import type { CommandCall } from "../definition/command-definition";
import { type TableCell, tableLines } from "./table";
import { plainText } from "./terminal-text";

type PrintCall = Pick<CommandCall, "machine" | "options">;

export const wantsJsonOutput = ({ options }: PrintCall): boolean => options.json === true;

export const printLine = ({ machine }: PrintCall, line: string): void => machine.out.write(`${line}\n`);

/** Prints a text of others, which may have several lines. */
export const printText = (call: PrintCall, text: string): void => printLine(call, plainText(text));

/** Prints an answer of the API as it is. */
export const printJson = (call: PrintCall, value: unknown): void => printLine(call, JSON.stringify(value, null, 2));

/** Says on the error output what goes on, so that a command's output stays for programs. */
export const printProgress = ({ machine }: PrintCall, line: string): void => machine.err.write(`${line}\n`);

/** Prints a list: as JSON, as a table, or as a sentence when it is empty. */
export function printList(
  call: PrintCall,
  items: readonly unknown[],
  table: { heading: readonly string[]; rows: readonly (readonly TableCell[])[]; empty: string },
): void {
  if (wantsJsonOutput(call)) printJson(call, items);
  else if (items.length === 0) printLine(call, table.empty);
  else for (const line of tableLines(call.machine, table.heading, table.rows)) printLine(call, line);
}

/** Prints what a command did: the API's answer as JSON, or a sentence. */
export function printOutcome(call: PrintCall, answer: unknown, sentence: string): void {
  if (wantsJsonOutput(call)) printJson(call, answer);
  else printText(call, sentence);
}
