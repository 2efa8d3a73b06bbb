import { expect, test } from "vitest";
import { calmSnapshot, sampleNow, sampleSnapshot } from "../../tests/support/sample-snapshot";
import { seenAt, stoppedAfter } from "./seen";

const view = (snapshot = calmSnapshot(), observedAt = sampleNow - 60_000) => ({
  snapshot,
  observedAt,
  staleSince: null,
});

test("while the tick runs the document is shown as it is", () => {
  const snapshot = sampleSnapshot();
  const seen = seenAt(view(snapshot, sampleNow - stoppedAfter), sampleNow);
  expect(seen).toEqual({ snapshot, observedAt: sampleNow - stoppedAfter, stoppedAt: null, staleSince: null });
  expect(seen.snapshot).toBe(snapshot);
});

test("a stopped tick is never green: what it observed is no data, and banner, groups and today's bar say so", () => {
  const stoppedAt = sampleNow - stoppedAfter - 1;
  const { snapshot, ...marks } = seenAt(view(calmSnapshot(), stoppedAt), sampleNow);
  expect(marks.stoppedAt).toBe(stoppedAt);
  expect(snapshot.banner).toEqual({ indicator: "minor", state: "unknown" });
  const [observed, unobserved] = snapshot.components;
  expect(observed).toMatchObject({ status: "no_data", since: stoppedAt });
  expect(observed?.lastKnown).toEqual({ status: "operational", noDataSince: stoppedAt });
  expect(observed?.days.endsWith("n")).toBe(true);
  expect(unobserved).toMatchObject({ status: "operational", lastKnown: null });
  expect(snapshot.groups.map((group) => group.status)).toEqual(["no_data", "no_data", "no_data"]);
});

test("what a person or an incident says stays when the tick stops; a worse word of today stays too", () => {
  const { snapshot } = seenAt(view(sampleSnapshot(), 0), sampleNow);
  const webhooks = snapshot.components.find((each) => each.name === "Webhooks");
  expect(webhooks).toMatchObject({ status: "partial_outage", lastKnown: null });
  expect(webhooks?.days.endsWith("p")).toBe(true);
  expect(snapshot.banner.state).toBe("minor_service");
});
