/** @jsxImportSource ~/html */
import { expect, test } from "vitest";
import type { JSX } from "~/html/jsx-runtime";
import { stateMarkByLetter } from "~/status/state-mark";
import { look, pageText } from "../../../../tests/support/public-page";
import { calmSnapshot, sampleNow, unmonitoredSnapshot } from "../../../../tests/support/sample-snapshot";
import type { Snapshot, SnapshotComponent } from "../../rules/snapshot-document";
import { packSnapshot, unpackSnapshot } from "../../rules/snapshot-packing";
import { ComponentPage } from "../component/component-page";
import type { PageRenderContext } from "../frame/scene";
import { HomePage } from "../front/home-page";
import { HistoryPage } from "../history/history-page";

const calm = calmSnapshot(3);
const unmonitored = unmonitoredSnapshot(3);
const known: Snapshot = {
  ...calm,
  components: calm.components.map((each) => ({ ...each, days: "o".repeat(90), stories: {}, uptime: 10_000 })),
  recent: { incidents: [], maintenances: [] },
  maintenances: [],
};
/** A document as the previous version packed it: the page is unmonitored, but its components are operational. */
const earlier = unpackSnapshot(packSnapshot({ ...known, unmonitored: true, banner: unmonitored.banner }));

const front = (scene: PageRenderContext) => <HomePage {...scene} />;
const component = (scene: PageRenderContext) => {
  const [first] = scene.page.snapshot.components as [SnapshotComponent];
  const past = { archive: { incidents: [], maintenances: [] }, limit: 10, range: "day" as const, times: null };
  return <ComponentPage {...scene} {...past} component={first} />;
};

const bodyOf = async (snapshot: Snapshot, draw: (scene: PageRenderContext) => JSX.Element) => {
  const scene = look(snapshot);
  const html = await pageText(scene, draw(scene));
  return html.slice(html.indexOf("<body"));
};

const history = (scene: PageRenderContext) => {
  const nothing = { happenings: [], after: null, rest: null, earlier: null, later: null, picker: null, beyond: null };
  return <HistoryPage {...scene} month="2026-11" component={null} {...nothing} />;
};

test.each([
  ["the front", front],
  ["a component's own page", component],
  ["a month of its history", history],
] as const)("%s says of no time that there was nothing while nobody watched", async (_, draw) => {
  const nothing = /No incidents|No maintenance|>None</;
  expect(await bodyOf(unmonitored, draw)).not.toMatch(nothing);
  expect(await bodyOf(earlier, draw)).not.toMatch(nothing);
  expect(await bodyOf(known, draw)).toMatch(nothing);
});

test("a page that people keep by hand claims no check", async () => {
  const components = calm.components.map((each) => ({ ...each, observed: false }));
  expect(await bodyOf({ ...calm, components }, front)).not.toContain("Last checked");
  expect(await bodyOf(calm, front)).toContain("Last checked");
});

test.each([
  ["the front", front],
  ["a component's own page", component],
] as const)("%s of a page that nobody vouches for is not green, and claims no share and no check", async (_, draw) => {
  for (const snapshot of [unmonitored, earlier]) {
    const body = await bodyOf(snapshot, draw);
    expect(body).toContain("Not monitored");
    expect(body).not.toMatch(/class="[^"]*\bo\b[^"]*"|Operational|100%|Last checked|Last 90 days/);
  }
  expect(await bodyOf(known, draw)).toMatch(/Operational.*100%|100%.*Operational/s);
});

test.each([
  ["a copy", { staleSince: sampleNow - 60_000 }],
  ["a page whose checks stopped", { observedAgo: 60 }],
  ["a page that is behind", { behindFor: 5 }],
] as const)("of %s neither field nor icon are green", async (_, looking) => {
  const components = calm.components.map((each) => ({ ...each, observed: false }));
  const scene = look({ ...calm, components }, looking);
  const html = await pageText(scene, front(scene));
  const green = stateMarkByLetter.o.fill.slice(1);
  const shown = [/class="banner o/.test(html), html.includes(`fill=&#39;%23${green}`)];
  expect(shown).toEqual([false, false]);
  const fresh = look(calm);
  expect(await pageText(fresh, front(fresh))).toMatch(new RegExp(`%23${green}.*class="banner o`, "s"));
});

test("a component of today has no share on the front, which shows days", async () => {
  const days = `${"-".repeat(89)}p`;
  const fresh = known.components.map((each) => ({ ...each, days, stories: {}, uptime: 7000 }));
  const body = await bodyOf({ ...known, components: fresh }, front);
  expect(body).not.toContain("70%");
  expect(body).toContain('<span class="u">–</span>');
});
