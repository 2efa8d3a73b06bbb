import { expect, test } from "vitest";
import { mergeRenewedSubscriptions, type RenewableSubscription } from "./renewal";

const row = (id: string, over: Partial<RenewableSubscription> = {}): RenewableSubscription => ({
  id,
  incidentId: "",
  state: "active",
  createdAt: 1,
  confirmedAt: 1,
  unsubscribedAt: null,
  ...over,
});
const ids = (rows: readonly RenewableSubscription[]) => rows.map(({ id }) => id);

test.each<[string, RenewableSubscription[], RenewableSubscription[], string[], string[]]>([
  ["nothing is there", [row("old")], [], ["old"], []],
  ["the one that is there is newer", [row("old")], [row("new", { confirmedAt: 2 })], ["new"], ["old"]],
  ["the one that moves is newer", [row("old", { confirmedAt: 3 })], [row("new")], ["old"], ["new"]],
  [
    "who left last stays away",
    [row("old", { confirmedAt: 3 })],
    [row("new", { state: "unsubscribed", unsubscribedAt: 5 })],
    ["new"],
    ["old"],
  ],
  ["a quarantine gives way", [row("old")], [row("new", { state: "quarantined", confirmedAt: 9 })], ["old"], ["new"]],
  [
    "incidents are apart from the page",
    [row("old"), row("follows", { incidentId: "i" })],
    [row("other", { incidentId: "j", confirmedAt: 9 }), row("same", { incidentId: "i", confirmedAt: 9 })],
    ["old", "same"],
    ["follows"],
  ],
])("where %s", (_, moved, there, kept, dropped) => {
  const found = mergeRenewedSubscriptions(moved, there);
  expect([ids(found.kept), ids(found.dropped)]).toEqual([kept, dropped]);
});
