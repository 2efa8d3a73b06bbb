import { onEnding } from "../setup/ending.mjs";
import { endAllRuns } from "./bounded-run.ts";
import { openRepositoryCopy, type RepositoryCopy } from "./copy.ts";
import { testRemovedDefences } from "./defend.ts";
import { type SeededFault, seededFaults } from "./seeded-fault.ts";
import { isFaultDetected, type NamedTest, runNamedTests, verdictWordOf } from "./verdict.ts";

/**
 * Checks that the tests detect deliberate faults: `node scripts/mutations.mjs [--long] [NAME …]`. Each is put into a
 * copy, and its test runs alone; names select faults by file or test. `--defences [NAME …]`: removes each defence of
 * docs/security.md instead; a row's number is a name too.
 */

const given = process.argv.slice(2);
const long = given.includes("--long");
const names = given.filter((each) => !each.startsWith("--"));

const isWanted = ({ file, test }: SeededFault): boolean =>
  names.length === 0 || names.some((name) => file.includes(name) || test.includes(name));

const wellOnes = new Map<string, boolean>();

async function isWell(copy: RepositoryCopy, { test, name }: NamedTest): Promise<boolean> {
  const key = `${test} ${name}`;
  const known = wellOnes.get(key) ?? (await runNamedTests(copy.path, { test, name }, long)).verdict === "passed";
  wellOnes.set(key, known);
  return known;
}

async function tried(copy: RepositoryCopy, fault: SeededFault): Promise<boolean> {
  const run = await copy.with(fault, () => runNamedTests(copy.path, fault, long));
  const word = await verdictWordOf(run.verdict, () => isWell(copy, fault));
  const [seconds, cpu] = [run.seconds, run.cpuSeconds].map((each) => each.toFixed(0).padStart(4));
  console.log(`${word.padEnd(8)} ${seconds} s, CPU ${cpu} s  ${fault.file}: ${fault.to.trim() || "(gone)"}`);
  console.log(`                ${run.ended ? `${run.ended}: ` : ""}${fault.test} > ${fault.name}`);
  if (!isFaultDetected(word)) console.log(run.printed.split("\n").slice(-30).join("\n"));
  return isFaultDetected(word);
}

async function seedAll(): Promise<boolean> {
  const copy = openRepositoryCopy();
  process.once("exit", copy.remove);
  const wanted = seededFaults.filter(isWanted);
  let found = 0;
  for (const fault of wanted) if (await tried(copy, fault)) found += 1;
  console.log(`\n${found} of ${wanted.length} found${long ? " at full size" : ""}`);
  return found === wanted.length;
}

onEnding(() => {
  endAllRuns();
  process.exit(1);
});
const isWhole = given.includes("--defences") ? await testRemovedDefences(names) : await seedAll();
process.exitCode = isWhole ? 0 : 1;
