import { expect, test } from "vitest";
import { findPlaceAndActionHits } from "./search-actions";
import { findVerbSearchHits } from "./search-verbs";

const targets = {
  alerts: [{ id: "a1", title: "Disk is full" }],
  monitors: [
    { id: "m1", name: "Checkout" },
    { id: "m2", name: "Shop" },
  ],
};

const verbs = (search: string) =>
  findVerbSearchHits(search, targets, { slug: "acme", language: "en" }).map(({ title, to }) => [title, to]);

test.each([
  ["mute check", [["Mute Checkout", "/manage/acme/monitors/m1#mute"]]],
  ["acknowledge", [["Acknowledge Disk is full", "/manage/acme/alerts/a1"]]],
  ["ack disk", [["Acknowledge Disk is full", "/manage/acme/alerts/a1"]]],
  ["checkout", []],
  ["", []],
])("%s offers %j", (search, expected) => {
  expect(verbs(search)).toEqual(expected);
});

test("what the role may not do is not offered", () => {
  const actions = (search: string, role: "owner" | "admin" | "responder" | "viewer") =>
    findPlaceAndActionHits(search, { slug: "acme", role, language: "en" }).map(({ title }) => title);
  expect(actions("invite", "owner")).toContain("Invite someone");
  expect(actions("invite", "admin")).not.toContain("Invite someone");
  expect(actions("schedule", "responder")).toContain("Schedule maintenance");
  expect(actions("schedule", "viewer")).not.toContain("Schedule maintenance");
  expect(actions("wrong report", "admin")).toContain("Correct a wrong report");
});
