import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { roles } from "~/access/actor";
import { filterMembers, type MemberFacts, memberSortKeys, sortMembers } from "./member-order";

const member = (personId: string, over: Partial<MemberFacts> = {}): MemberFacts => ({
  personId,
  name: personId,
  email: null,
  role: "viewer",
  lastSeenAt: null,
  joinedAt: 1,
  ...over,
});

const team = [
  member("ann", { role: "viewer", email: "zoe@example.com", lastSeenAt: 5, joinedAt: 3 }),
  member("Émile", { role: "owner", lastSeenAt: null, joinedAt: 1 }),
  member("bob", { role: "owner", email: "a@example.com", lastSeenAt: 9, joinedAt: 2 }),
  member("Zoë", { role: "admin", email: "b@example.com", lastSeenAt: null, joinedAt: 4 }),
];
const namesOf = (members: MemberFacts[]) => members.map(({ name }) => name).join(" ");

test.each([
  ["name", false, "ann bob Émile Zoë"],
  ["name", true, "Zoë Émile bob ann"],
  ["email", false, "bob Zoë ann Émile"],
  ["email", true, "ann Zoë bob Émile"],
  ["role", false, "bob Émile Zoë ann"],
  ["role", true, "ann Zoë bob Émile"],
  ["seen", true, "bob ann Émile Zoë"],
  ["seen", false, "ann bob Émile Zoë"],
  ["joined", true, "Zoë ann bob Émile"],
] as const)("by %s, descending: %s", (key, descending, names) => {
  expect(namesOf(sortMembers(team, { key, descending }))).toBe(names);
});

test.each([
  [{}, "ann Émile bob Zoë"],
  [{ text: "EMILE" }, "Émile"],
  [{ text: "zo" }, "ann Zoë"],
  [{ text: "zo example" }, "ann Zoë"],
  [{ role: "owner" }, "Émile bob"],
  [{ role: "owner", text: "nobody" }, ""],
])("%o finds %s", (filter, names) => {
  expect(namesOf(filterMembers(team, filter))).toBe(names);
});

describe("any team", () => {
  const facts = fc.record({
    personId: fc.string({ minLength: 1, maxLength: 3 }),
    name: fc.constantFrom("Ann", "ann", "Bob", "Zoë", ""),
    email: fc.option(fc.constantFrom("a@b.example", "c@d.example")),
    role: fc.constantFrom(...roles),
    lastSeenAt: fc.option(fc.nat(3)),
    joinedAt: fc.nat(3),
  });
  const teams = fc.uniqueArray(facts, { selector: ({ personId }) => personId, maxLength: 12 });
  const orders = fc.record({ key: fc.constantFrom(...memberSortKeys), descending: fc.boolean() });

  test("sorted has the same members, however they were sorted before", () => {
    fc.assert(
      fc.property(teams, orders, orders, (members, order, before) => {
        const sorted = sortMembers(members, order);
        expect(new Set(sorted)).toEqual(new Set(members));
        expect(sortMembers(sortMembers(members, before), order)).toEqual(sorted);
      }),
    );
  });

  test("filtered keeps its order", () => {
    fc.assert(
      fc.property(teams, fc.constantFrom("", ...roles), (members, role) => {
        const found = filterMembers(members, { role });
        expect(members.filter((each) => found.includes(each))).toEqual(found);
      }),
    );
  });
});
