import { defences, type Removed } from "./defence.ts";
import { type Trial, tryTogether } from "./together.ts";
import type { NamedTest, Verdict } from "./verdict.ts";

/** So many under one Vitest: each is a server of modules in its memory. */
const together = 24;

const keyOf = ({ test, name }: NamedTest): string => `${test} > ${name}`;

async function inParts(trials: readonly Trial[]): Promise<Verdict[]> {
  const found: Verdict[] = [];
  for (let at = 0; at < trials.length; at += together) {
    const parts = await tryTogether(trials.slice(at, at + together));
    found.push(...parts.map(([verdict = "none"]) => verdict));
    console.error(`… ${found.length} of ${trials.length}`);
  }
  return found;
}

/** The named tests with every defence in its place, in one process for the rules and one for the rest. */
async function wellOnes(named: readonly NamedTest[]): Promise<Set<string>> {
  const unique = [...new Map(named.map((each) => [keyOf(each), each])).values()];
  const isRule = ({ test }: NamedTest) => test.startsWith("app/rules/");
  const groups = [unique.filter(isRule), unique.filter((each) => !isRule(each))].filter((each) => each.length > 0);
  const verdicts = await tryTogether(groups.map((tests) => ({ tests })));
  return new Set(
    groups.flatMap((tests, group) => tests.filter((_, at) => verdicts[group]?.[at] === "passed")).map(keyOf),
  );
}

function wordOf(verdict: Verdict, isWell: boolean): string {
  if (verdict === "none") return "NOT RUN";
  if (verdict === "passed") return "MISSED";
  return isWell ? "found" : "FAILS ANYWAY";
}

/** Takes out each defence whose row, file or test holds one of the names (all without names); whether each was missed. */
export async function removeDefences(names: readonly string[]): Promise<boolean> {
  const isWanted = (each: Removed) =>
    names.length === 0 || names.some((name) => `${each.row} ${each.file} ${each.test}`.includes(name));
  const wanted = defences.flatMap((each, defence) => (isWanted(each) ? [{ each, defence }] : []));
  const verdicts = await inParts(wanted.map(({ each, defence }) => ({ tests: [each], defence })));
  const well = await wellOnes(wanted.map(({ each }) => each));
  const words = wanted.map(({ each }, at) => wordOf(verdicts[at] ?? "none", well.has(keyOf(each))));
  for (const [at, { each }] of wanted.entries()) {
    console.log(`${words[at]?.padEnd(8)} ${each.row}  ${each.file}: ${each.from} → ${each.to || "(gone)"}`);
    if (words[at] !== "found") console.log(`         ${keyOf(each)}`);
  }
  const found = words.filter((word) => word === "found").length;
  console.log(`\nwithout its defence the test failed: ${found} of ${wanted.length}`);
  return found === wanted.length;
}
