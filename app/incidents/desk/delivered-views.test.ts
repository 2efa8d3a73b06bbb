import { expect, test } from "vitest";
import type { SentNotice } from "~/notifications/rules/delivery-summary";
import type { IncidentUpdateView } from "../read";
import { updateDeliveryViews } from "./delivered-views";

const update = { id: "u", createdAt: 1 } as IncidentUpdateView;
const waiting: SentNotice = {
  id: "n",
  audience: "subscribers",
  way: null,
  createdAt: 1,
  outcome: null,
  recipients: 0,
  sent: 0,
  failed: 0,
  channels: [],
};

test.each([
  ["nobody has subscribed: it waits for nobody, and lists no way", 0, waiting, { isOver: true, parts: [] }],
  ["somebody has: it waits", 1, waiting, { isOver: false, parts: [{ id: "n" }] }],
  ["its reader is gone by now: what was sent stays", 0, { ...waiting, recipients: 1 }, { isOver: false, parts: [{}] }],
])("%s", (_, reach, notice, expected) => {
  const { u } = updateDeliveryViews("en", [update], [notice], reach);
  expect(u).toMatchObject({ ...expected, hasSubscriberNotice: true });
  expect(u?.parts).toHaveLength(expected.parts.length);
});
