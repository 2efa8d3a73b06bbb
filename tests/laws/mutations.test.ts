import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { seededFaults, textWithSeededFault } from "../../scripts/mutations/seeded-fault.ts";
import { root } from "../support/sources";

test.each(seededFaults.map((fault) => [fault.file, fault] as const))(
  "what is to be changed in %s is there once, and so is its test",
  (file, fault) => {
    expect(textWithSeededFault(readFileSync(join(root, file), "utf8"), fault)).toContain(fault.to);
    expect(existsSync(join(root, fault.test))).toBe(true);
  },
);

test("there are forty, and no two are the same", () => {
  const places = seededFaults.map(({ file, from, to }) => JSON.stringify([file, from, to]));
  expect(new Set(places).size).toBe(places.length);
  expect(places.length).toBeGreaterThanOrEqual(40);
  for (const { from, to } of seededFaults) expect(to).not.toBe(from);
});

test("a fault whose line is gone is told, not passed over", () => {
  const [fault] = seededFaults;
  if (!fault) throw new Error("There is no fault.");
  expect(() => textWithSeededFault("another text", fault)).toThrow("has it 0 times");
});
