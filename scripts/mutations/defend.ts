import { fileURLToPath } from "node:url";
import { root } from "../setup/install.mjs";
import { type BoundedRun, defaultRunBounds, runWithinBounds } from "./bounded-run.ts";
import { type RemovedDefence, removedDefences } from "./defence.ts";
import { isFaultDetected, type MutationVerdict, type NamedTest, verdictWordOf } from "./verdict.ts";

const trial = fileURLToPath(new URL("./trial.ts", import.meta.url));

/** Runs a named test in a separate process, with one defence removed or with all of them in place. */
const tryOne = ({ test, name }: NamedTest, defence?: number): Promise<BoundedRun> =>
  runWithinBounds([trial, test, name, ...(defence === undefined ? [] : [`${defence}`])], {
    cwd: root,
    bounds: defaultRunBounds,
  });

const verdictOf = ({ ended, answer }: BoundedRun): MutationVerdict =>
  ended ? "ended" : ((answer as MutationVerdict) ?? "none");

const wellOnes = new Map<string, boolean>();
const keyOf = ({ test, name }: NamedTest): string => `${test} > ${name}`;

async function isWell(named: NamedTest): Promise<boolean> {
  const key = keyOf(named);
  const known = wellOnes.get(key) ?? verdictOf(await tryOne(named)) === "passed";
  wellOnes.set(key, known);
  return known;
}

async function removeOne(each: RemovedDefence, defence: number): Promise<string> {
  const run = await tryOne(each, defence);
  const word = await verdictWordOf(verdictOf(run), () => isWell(each));
  const seconds = run.seconds.toFixed(0).padStart(4);
  console.log(`${word.padEnd(8)} ${seconds} s  ${each.row}  ${each.file}: ${each.from} → ${each.to || "(gone)"}`);
  if (run.ended) console.log(`                ${run.ended}`);
  if (word !== "found") console.log(`                ${keyOf(each)}`);
  if (!isFaultDetected(word)) console.log(run.printed.split("\n").slice(-10).join("\n"));
  return word;
}

/**
 * Removes each defence whose row, file or test contains one of the names, or every defence if there are no names.
 * Resolves to true if every removal was detected.
 */
export async function testRemovedDefences(names: readonly string[]): Promise<boolean> {
  const isWanted = (each: RemovedDefence) =>
    names.length === 0 || names.some((name) => `${each.row} ${each.file} ${each.test}`.includes(name));
  const words: string[] = [];
  for (const [place, each] of removedDefences.entries()) if (isWanted(each)) words.push(await removeOne(each, place));
  const seen = words.filter(isFaultDetected).length;
  const ended = words.filter((word) => word === "ended").length;
  console.log(`\nwithout its defence the test failed: ${seen} of ${words.length}, of which ${ended} had to be ended`);
  return seen === words.length;
}
