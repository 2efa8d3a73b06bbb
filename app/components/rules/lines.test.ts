import fc from "fast-check";
import { expect, test } from "vitest";
import { parseComponentLines } from "./lines";
import { firstDuplicateName, isComponentNameTaken } from "./names";

test.each([
  ["", []],
  ["Website\nCheckout", [{ group: null, names: ["Website", "Checkout"] }]],
  [
    "Shop:\r\n- Website\r\n*  Checkout \r\n\r\nPlatform：\r\nAPI",
    [
      { group: "Shop", names: ["Website", "Checkout"] },
      { group: "Platform", names: ["API"] },
    ],
  ],
  [
    "Website\nShop:\nCheckout\nShop:\nSearch",
    [
      { group: null, names: ["Website"] },
      { group: "Shop", names: ["Checkout", "Search"] },
    ],
  ],
  ["Empty:", [{ group: "Empty", names: [] }]],
  [":\nDB: primary", [{ group: null, names: [":", "DB: primary"] }]],
])("%j", (text, lists) => {
  expect(parseComponentLines(text)).toEqual(lists);
});

test("a list written line by line is read as it was meant", () => {
  const word = fc.stringMatching(/^[A-Za-z][A-Za-z0-9]{0,8}$/);
  const lists = fc.uniqueArray(fc.record({ group: word, names: fc.array(word, { minLength: 1 }) }), {
    selector: ({ group }) => group,
    minLength: 1,
  });
  fc.assert(
    fc.property(lists, (meant) => {
      const text = meant.map(({ group, names }) => [`${group}:`, ...names].join("\n")).join("\n\n");
      expect(parseComponentLines(text)).toEqual(meant);
    }),
  );
});

test("a name is taken in its own group alone, whatever its case, and never by itself", () => {
  const all = [
    { id: "a", name: "Website", groupId: "g" },
    { id: "b", name: "Website", groupId: null },
  ];
  expect(isComponentNameTaken(all, { id: "c", name: " website", groupId: "g" })).toBe(true);
  expect(isComponentNameTaken(all, { id: "c", name: "Website", groupId: "h" })).toBe(false);
  expect(isComponentNameTaken(all, { id: "a", name: "WEBSITE", groupId: "g" })).toBe(false);
  expect([firstDuplicateName(["A", "B", "a "]), firstDuplicateName(["A", "B"])]).toEqual(["a ", null]);
});
