import { expect, test } from "vitest";
import { auditedItems, maxAuditedItems } from "./audited-items";

test("an entry names the first things by id and name, and no more than fit", () => {
  const items = Array.from({ length: 200 }, (_, index) => ({ id: `c${index}`, name: `Part ${index}`, version: 1 }));
  expect(auditedItems(items.slice(0, 1))).toEqual([{ id: "c0", name: "Part 0" }]);
  expect(auditedItems(items)).toHaveLength(maxAuditedItems);
});
