import { readFileSync } from "node:fs";

/** A line of the product changed as a mistake would change it, and the test that must find it. */
export interface SeededFault {
  /** Where it is, from the root. */
  file: string;
  /** Stands there exactly once. */
  from: string;
  to: string;
  /** A file of tests. */
  test: string;
  /** Part of a test's name; no size stands in it, which another run has otherwise. */
  name: string;
}

export const faults = JSON.parse(
  readFileSync(new URL("./faults.json", import.meta.url), "utf8"),
) as readonly SeededFault[];

/** The text with the fault; throws where what it changes is not there exactly once. */
export function seeded(text: string, { file, from, to }: SeededFault): string {
  const parts = text.split(from);
  if (parts.length !== 2) throw new Error(`${file} has it ${parts.length - 1} times: ${from}`);
  return parts.join(to);
}
