import { expect, test } from "vitest";
import { readFile } from "../../../tests/support/configuration";
import { applyToModel, planInModel } from "../../../tests/support/configuration-model";

const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);

/** A page of 20 components and 10 monitors. */
const pageLines = (page: number) => [
  `  page-${page}:`,
  `    name: Page ${page}`,
  "    groups: { core: { name: Core } }",
  "    components:",
  ...numbers(20).map((each) => `      c${each}: { name: Component ${each}, group: core, description: One of twenty }`),
  "    monitors:",
  ...numbers(10).flatMap((each) => [
    `      m${each}:`,
    "        kind: http",
    `        name: Monitor ${each}`,
    `        settings: { url: "https://host-${each}.example.com/health", contains: ok }`,
    "        interval: 5",
    `        components: { c${each}: major_outage, c${each + 10}: degraded_performance }`,
  ]),
];
const whole = ["name: large", "pages:", ...numbers(50).flatMap(pageLines)].join("\n");

/** Returns the result and the ms of computing that it took, whatever else the machine does. */
function measured<Result>(work: () => Result): [Result, number] {
  const before = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(before);
  return [result, (user + system) / 1000];
}

test("50 pages of 20 components with 500 monitors are read and planned within 2 seconds", () => {
  const [{ document, errors }, readMs] = measured(() => readFile(whole));
  expect(errors).toEqual([]);
  if (!document) throw new Error("A file without errors has a document.");
  const [plan, newMs] = measured(() => planInModel(document, []));
  expect([plan.errors, plan.changes.length]).toEqual([[], 50 * (1 + 1 + 20 + 10)]);
  const made = applyToModel(plan, document, []);
  const [again, sameMs] = measured(() => planInModel(document, made));
  expect(again).toEqual({ changes: [], errors: [] });
  if (process.env.SHOW_COST) console.info({ bytes: whole.length, readMs, newMs, sameMs });
  expect(readMs + Math.max(newMs, sameMs)).toBeLessThan(2000);
});
