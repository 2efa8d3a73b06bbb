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

const verbs = (search: string, role: "admin" | "responder" = "admin") =>
  findVerbSearchHits(search, targets, { slug: "acme", role, language: "en" }).map(({ title, to }) => [title, to]);

test.each([
  ["mute check", [["Mute Checkout", "/manage/acme/monitors/m1#mute"]]],
  ["acknowledge", [["Acknowledge Disk is full", "/manage/acme/alerts/a1"]]],
  ["ack disk", [["Acknowledge Disk is full", "/manage/acme/alerts/a1"]]],
  ["pause shop", [["Pause Shop", "/manage/acme/monitors/m2"]]],
  ["checkout", []],
  ["", []],
])("%s offers %j", (search, expected) => {
  expect(verbs(search)).toEqual(expected);
});

test("a responder, who may not pause monitors, is not offered it", () => {
  expect(verbs("pause", "responder")).toEqual([]);
  expect(verbs("mute shop", "responder")).toHaveLength(1);
});

test.each([
  ["plan", "Schedule maintenance"],
  ["schedule", "Schedule maintenance"],
  ["mute", "Mute or pause several monitors"],
  ["mute everything", "Mute or pause several monitors"],
  ["pause all", "Mute or pause several monitors"],
])("%s offers first: %s", (search, title) => {
  expect(findPlaceAndActionHits(search, { slug: "acme", role: "owner", language: "en" })[0]?.title).toBe(title);
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
