import fc from "fast-check";
import { expect, test } from "vitest";
import { decideLeadChange, type LeadChangeFacts, leadChangeAction } from "./lead";

const facts = (
  more: Partial<LeadChangeFacts> & { now?: string | null; visibility?: "draft" | "dismissed" | "withdrawn" },
) => {
  const { now = null, visibility = "draft", ...rest } = more;
  return { row: { visibility, leadId: now }, leadId: "ada", shownLeadId: undefined, note: "", mayLead: true, ...rest };
};

test.each([
  ["nobody leads, and Ada takes it", facts({ shownLeadId: null }), "changed"],
  ["Ada leads already", facts({ now: "ada" }), "kept"],
  ["Ada pressed twice", facts({ now: "ada", shownLeadId: null }), "kept"],
  ["Bob was quicker", facts({ now: "bob", shownLeadId: null }), "lead_changed"],
  ["Ada read that Bob leads", facts({ now: "bob", shownLeadId: "bob" }), "changed"],
  ["a program that has read nothing", facts({ now: "bob" }), "changed"],
  ["to nobody", facts({ now: "bob", shownLeadId: "bob", leadId: null, mayLead: false }), "changed"],
  ["to someone outside, a viewer or someone disabled", facts({ mayLead: false }), "invalid"],
  ["a note for who leads already", facts({ now: "ada", shownLeadId: "ada", note: "Call Eve." }), "changed"],
  ["a dismissed draft", facts({ visibility: "dismissed" }), "dismissed"],
  ["a withdrawn incident", facts({ visibility: "withdrawn" }), "gone"],
])("%s", (_, given, expected) => {
  const decided = decideLeadChange(given);
  if (decided.ok) return expect(decided.value).toBe(expected);
  const { failure } = decided;
  expect("code" in failure && failure.code !== undefined ? failure.code : failure.name).toBe(expected);
});

test("of several who read the same lead exactly one takes it", () => {
  const people = fc.uniqueArray(fc.constantFrom("ada", "bob", "eve", "joe"), { minLength: 2 });
  fc.assert(
    fc.property(people, fc.option(fc.constantFrom("ann", "max")), (takers, first) => {
      let leadId: string | null = first;
      const changed = takers.filter((each) => {
        const decided = decideLeadChange(facts({ now: leadId, shownLeadId: first, leadId: each }));
        if (!decided.ok) return false;
        leadId = each;
        return true;
      });
      expect(changed).toEqual([takers[0]]);
    }),
  );
});

test("the audit log names taking, handing over and leaving", () => {
  expect(["ada", "bob", null].map((leadId) => leadChangeAction(leadId, "ada"))).toEqual([
    "incident.lead_take",
    "incident.lead_hand_over",
    "incident.lead_leave",
  ]);
});
