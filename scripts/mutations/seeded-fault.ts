import { readFileSync } from "node:fs";

/** A line of the product changed by a typical mistake, and the test that must detect it. */
export interface SeededFault {
  /** Path from the root. */
  file: string;
  /** Text that the file contains exactly once. */
  from: string;
  to: string;
  /** A file of tests. */
  test: string;
  /** Part of a test's name, without sizes, which differ between runs. */
  name: string;
}

export const seededFaults = JSON.parse(
  readFileSync(new URL("./faults.json", import.meta.url), "utf8"),
) as readonly SeededFault[];

/** Returns the text with the fault; throws unless the original is there exactly once. */
export function textWithSeededFault(text: string, { file, from, to }: SeededFault): string {
  const parts = text.split(from);
  if (parts.length !== 2) throw new Error(`${file} has it ${parts.length - 1} times: ${from}`);
  return parts.join(to);
}
