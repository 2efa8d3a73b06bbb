import { expect, test } from "vitest";
import { type PolicyRecipients, unreachedPolicyRecipients } from "./escalation-reach";

const channel = { id: "c", name: "Ops", off: false };
const person = { id: "p", name: "Ann", role: "responder", reached: true };
const of = (given: Partial<PolicyRecipients>) => unreachedPolicyRecipients({ channels: [], people: [], ...given });

test("whoever is told is not spoken of", () => {
  expect(of({ channels: [channel], people: [person, { ...person, role: "owner" }] })).toBeNull();
  expect(of({})).toBeNull();
});

test.each<[string, Partial<PolicyRecipients>, object]>([
  ["channel_gone", { channels: [{ ...channel, name: null, off: false }] }, { id: "", name: "" }],
  ["channel_off", { channels: [{ ...channel, off: true }] }, { id: "c", name: "Ops" }],
  ["person_gone", { people: [{ ...person, name: null, role: null, reached: false }] }, { id: "", name: "" }],
  ["person_left", { people: [{ ...person, role: null }] }, { id: "p", name: "Ann" }],
  ["person_viewer", { people: [{ ...person, role: "viewer" }] }, { id: "p", name: "Ann" }],
  ["person_unreachable", { people: [{ ...person, reached: false }] }, { id: "p", name: "Ann" }],
])("%s", (reason, given, about) => {
  expect(of(given)).toEqual({ unheard: [{ reason, count: 1, ...about }], nobody: true });
});

test("those that are gone are counted together; as long as one is told it is not nobody", () => {
  const lost = { ...channel, name: null };
  expect(of({ channels: [lost, channel, lost], people: [{ ...person, role: null }] })).toEqual({
    unheard: [
      { reason: "channel_gone", id: "", name: "", count: 2 },
      { reason: "person_left", id: "p", name: "Ann", count: 1 },
    ],
    nobody: false,
  });
});
