import { expect, test } from "vitest";
import { maxStampAheadMs } from "~/time/instants";
import { calmSnapshot, sampleNow, sampleSnapshot } from "../../../tests/support/sample-snapshot";
import { checksStoppedAfterMs, freshnessCacheKey, visiblePageAtTime } from "./seen-page";
import type { PublishedPageView } from "./snapshot-document";

const view = (
  snapshot = calmSnapshot(),
  observedAt = sampleNow - 60_000,
  behindSince: number | null = null,
): PublishedPageView => ({ snapshot, observedAt, behindSince, staleSince: null });

test("while the tick runs the document is shown as it is", () => {
  const snapshot = sampleSnapshot();
  const seen = visiblePageAtTime(view(snapshot, sampleNow - checksStoppedAfterMs), sampleNow);
  expect(seen).toEqual({ snapshot, observedAt: sampleNow - checksStoppedAfterMs, outdated: null, staleSince: null });
  expect(seen.snapshot).toBe(snapshot);
});

test("a stopped tick is never green: what it observed is no data, and banner, groups and today's bar say so", () => {
  const stoppedAt = sampleNow - checksStoppedAfterMs - 1;
  const { snapshot, ...marks } = visiblePageAtTime(view(calmSnapshot(), stoppedAt), sampleNow);
  expect(marks.outdated).toEqual({ since: stoppedAt, cause: "checks_stopped" });
  expect(snapshot.banner).toEqual({ indicator: "minor", state: "unknown" });
  const [observed, unobserved] = snapshot.components;
  expect(observed).toMatchObject({ status: "no_data", since: stoppedAt });
  expect(observed?.lastKnown).toEqual({ status: "operational", noDataSince: stoppedAt });
  expect(observed?.days.endsWith("n")).toBe(true);
  expect(unobserved).toMatchObject({ status: "operational", lastKnown: null });
  expect(snapshot.groups.map((group) => group.status)).toEqual(["no_data", "no_data", "no_data"]);
});

test("what a person or an incident says stays when the tick stops; a worse word of today stays too", () => {
  const { snapshot } = visiblePageAtTime(view(sampleSnapshot(), 0), sampleNow);
  const webhooks = snapshot.components.find((each) => each.name === "Webhooks");
  expect(webhooks).toMatchObject({ status: "partial_outage", lastKnown: null });
  expect(webhooks?.days.endsWith("p")).toBe(true);
  expect(snapshot.banner.state).toBe("minor_service");
});

test("a page that is behind is never green either, with the time since when", () => {
  const since = sampleNow - 180_000;
  const { snapshot, outdated } = visiblePageAtTime(view(calmSnapshot(), sampleNow - 60_000, since), sampleNow);
  expect(outdated).toEqual({ since, cause: "behind" });
  expect(snapshot.banner).toEqual({ indicator: "minor", state: "unknown" });
  expect(snapshot.components[0]).toMatchObject({ status: "no_data", since, lastKnown: { status: "operational" } });
});

test("what a person set is not known to be all while work waits: the banner does not stay green for it", () => {
  const calm = calmSnapshot();
  const components = calm.components.map((each) => ({ ...each, observed: false, unobservedStatus: each.status }));
  const { snapshot } = visiblePageAtTime(view({ ...calm, components }, sampleNow, sampleNow - 180_000), sampleNow);
  expect(snapshot.components.map(({ status }) => status)).toEqual(calm.components.map(({ status }) => status));
  expect(snapshot.banner.state).toBe("unknown");
});

test("where checks stopped and work waits, what began earlier is told", () => {
  const [early, late] = [sampleNow - 3_600_000, sampleNow - 1_800_000];
  expect(visiblePageAtTime(view(calmSnapshot(), early, late), sampleNow).outdated).toEqual({
    since: early,
    cause: "checks_stopped",
  });
  expect(visiblePageAtTime(view(calmSnapshot(), late, early), sampleNow).outdated).toEqual({
    since: early,
    cause: "behind",
  });
});

test("a stamp that lies far ahead is of a wrong clock: nobody is known to check, since the document was built", () => {
  const ahead = sampleNow + maxStampAheadMs;
  expect(visiblePageAtTime(view(calmSnapshot(), ahead), sampleNow).outdated).toBeNull();
  const snapshot = { ...calmSnapshot(), builtAt: sampleNow - 60_000 };
  const found = visiblePageAtTime(view(snapshot, ahead + 1), sampleNow).outdated;
  expect(found).toEqual({ since: sampleNow - 60_000, cause: "checks_stopped" });
});

test("renderings that say another thing of how up to date the page is have another name", () => {
  const at = sampleNow - 3_600_000;
  const seen = [
    view(),
    view(calmSnapshot(), at),
    view(calmSnapshot(), sampleNow, at),
    view(calmSnapshot(), sampleNow, at + 1),
  ];
  expect(new Set(seen.map((each) => freshnessCacheKey(visiblePageAtTime(each, sampleNow)))).size).toBe(4);
});
