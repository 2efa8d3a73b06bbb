import fc from "fast-check";
import { expect, test } from "vitest";
import { caseSpellings, searchRank, searchWordsOf, sortBySearchRank } from "./search-match";

test.each([
  ["Checkout", "check", 0],
  ["Checkout", "CHECKOUT ", 0],
  ["Café Zürich", "cafe zur", 0],
  ["Slow checkout", "check", 1],
  ["Slow checkout", "check slow", 1],
  ["API (eu-west-1)", "west", 1],
  ["Precheck", "check", 2],
  ["決済 API", "決済", 0],
  ["Checkout", "chekout", null],
  ["Checkout", "", null],
  ["Checkout", " -- ", null],
  ["100%", "%", null],
])("“%s” for “%s”: %s", (name, search, rank) => {
  expect(searchRank(name, search)).toBe(rank);
});

test.each([
  ["STORE component", ["store", "component"]],
  [" Ärger  im LAGER ", ["Ärger", "im", "lager"]],
  ["決済", ["決済"]],
  ["one two three four", ["one", "two", "three"]],
])("“%s” is looked for as the database writes it in small letters", (search, words) => {
  expect(searchWordsOf(search, 3)).toEqual(words);
});

test.each([
  ["store", ["store"]],
  ["ärger", ["ärger", "Ärger"]],
  ["Ärger", ["Ärger", "ärger"]],
  ["café", ["café", "cafÉ"]],
  ["決済", ["決済"]],
])("“%s” may stand in the database as %j", (word, expected) => {
  expect(caseSpellings(word)).toEqual(expected);
});

test("the best fit comes first, equal ones keep their order", () => {
  const names = ["Precheck", "Slow check", "Check B", "Check A", "Else"];
  expect(sortBySearchRank(names, "check", (each) => each)).toEqual(["Check B", "Check A", "Slow check", "Precheck"]);
});

test("every name is found by any part of it that has a letter or a digit", () => {
  fc.assert(
    fc.property(fc.string(), fc.nat(), fc.nat(), (name, from, length) => {
      const part = [...name]
        .slice(from % (name.length + 1))
        .slice(0, length)
        .join("");
      const asks = /[\p{L}\p{N}]/u.test(part.normalize("NFKD"));
      expect(searchRank(name, part) !== null).toBe(asks);
    }),
  );
});
