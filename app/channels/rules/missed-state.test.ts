import { expect, test } from "vitest";
import { missedStateOfChannel } from "./missed-state";

const channel = { disabledAt: null, events: ["draft_opened"], minimumSeverity: null, componentIds: [] };
const state = {
  isNew: true,
  alerts: [
    { id: "mild", startedAt: 1, severity: "warning" as const },
    { id: "bad", startedAt: 2, severity: "critical" as const },
  ],
  drafts: ["n1"],
};
const both = {
  firings: [
    ["mild", 1],
    ["bad", 2],
  ],
  drafts: ["n1"],
};
const nothing = { firings: [], drafts: [] };

test.each([
  ["everything, by default", channel, state, both],
  ["nothing once it had a message", channel, { ...state, isNew: false }, nothing],
  ["nothing while it is paused", { ...channel, disabledAt: 5 }, state, nothing],
  ["nothing when it chose components", { ...channel, componentIds: ["a"] }, state, nothing],
  [
    "only what is severe enough",
    { ...channel, minimumSeverity: "error" },
    state,
    { firings: [["bad", 2]], drafts: [] },
  ],
  ["no draft when it wants none", { ...channel, events: ["alert_fired"] }, state, { ...both, drafts: [] }],
])("a new channel is sent %s", (_, choice, present, missed) => {
  expect(missedStateOfChannel(choice, present)).toEqual(missed);
});
