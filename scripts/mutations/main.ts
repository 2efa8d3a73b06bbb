import { type Copy, openCopy } from "./copy.ts";
import { removeDefences } from "./defend.ts";
import { faults, type SeededFault } from "./seeded-fault.ts";
import { type NamedTest, type Run, runNamed } from "./verdict.ts";

/**
 * Whether the tests find mistakes that were made on purpose: `node scripts/mutations.mjs [--long] [NAME …]`. Each is put
 * into a copy, and its test is run alone; with names only faults of which the file or the test holds one of them.
 * `--defences [NAME …]`: the same of each defence of docs/security.md, which is taken out; a row's number is a name too.
 */
const given = process.argv.slice(2);
const long = given.includes("--long");
const names = given.filter((each) => !each.startsWith("--"));

const isWanted = ({ file, test }: SeededFault): boolean =>
  names.length === 0 || names.some((name) => file.includes(name) || test.includes(name));

const wellOnes = new Map<string, boolean>();

/** A test that fails without the fault as well finds nothing. */
function isWell(copy: Copy, { test, name }: NamedTest): boolean {
  const key = `${test} ${name}`;
  const known = wellOnes.get(key) ?? runNamed(copy.path, { test, name }, long).verdict === "passed";
  wellOnes.set(key, known);
  return known;
}

function wordOf(copy: Copy, { verdict }: Run, fault: SeededFault): string {
  if (verdict === "none") return "NOT RUN";
  if (verdict === "passed") return "MISSED";
  return isWell(copy, fault) ? "found" : "FAILS ANYWAY";
}

function tried(copy: Copy, fault: SeededFault): boolean {
  const run = copy.with(fault, () => runNamed(copy.path, fault, long));
  const word = wordOf(copy, run, fault);
  console.log(
    `${word.padEnd(8)} ${run.seconds.toFixed(0).padStart(4)} s  ${fault.file}: ${fault.to.trim() || "(gone)"}`,
  );
  console.log(`                ${fault.test} > ${fault.name}`);
  if (word !== "found") console.log(run.printed.split("\n").slice(-30).join("\n"));
  return word === "found";
}

function seedAll(): boolean {
  const copy = openCopy();
  try {
    const wanted = faults.filter(isWanted);
    const found = wanted.filter((fault) => tried(copy, fault));
    console.log(`\n${found.length} of ${wanted.length} found${long ? " at full size" : ""}`);
    return found.length === wanted.length;
  } finally {
    copy.remove();
  }
}

const isWhole = given.includes("--defences") ? await removeDefences(names) : seedAll();
process.exitCode = isWhole ? 0 : 1;
