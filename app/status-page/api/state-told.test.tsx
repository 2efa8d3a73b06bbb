/** @jsxImportSource ~/html */
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Impact, impacts, type Status, statuses } from "~/status/status";
import { look, pageText } from "../../../tests/support/public-page";
import { calmSnapshot, sampleSnapshot } from "../../../tests/support/sample-snapshot";
import { areAllUnmonitored, visibleBanner } from "../rules/monitored-state";
import type { Snapshot, SnapshotIncident } from "../rules/snapshot-document";
import { embedCardHtml } from "../views/embed/card";
import type { PageRenderContext } from "../views/frame/scene";
import { HomePage } from "../views/front/home-page";
import { pageStateLetter, pageStateText, visiblePageHeadline } from "../views/parts/field-text";
import { currentStateLabel } from "./state-told";

const [model] = sampleSnapshot().incidents as [SnapshotIncident];
const planned = sampleSnapshot().maintenances;

interface Drawn {
  given: (Status | "unmonitored")[];
  open: { impact: Impact; named: number }[];
  isWorking: boolean;
}

function pageOf({ given, open, isWorking }: Drawn): Snapshot {
  const calm = calmSnapshot();
  const [first] = calm.components;
  const components = given.map((status, at) => ({
    ...first,
    id: `c${at}`,
    name: `Part ${at}`,
    groupId: null,
    ...(status === "unmonitored" ? { status: "no_data", unmonitored: true, uptime: null } : { status }),
  })) as Snapshot["components"];
  const incidents = open.map(({ impact, named }, at) => ({
    ...model,
    id: `i${at}`,
    title: `Story ${at}`,
    impact,
    impactOverride: null,
    updates: [],
    components: components.slice(0, named).map(({ id, name, status }) => ({ id, name, status })),
  }));
  const raising = incidents.map((each) => ({ ...each, componentCount: each.components.length }));
  return {
    ...calm,
    groups: [],
    components,
    incidents,
    maintenances: isWorking ? planned.map((each) => ({ ...each, status: "in_progress" as const })) : [],
    banner: visibleBanner(components, raising),
    ...(areAllUnmonitored(components) ? { unmonitored: true as const } : {}),
  };
}

const anyPage = fc.record({
  given: fc.array(fc.constantFrom(...statuses, "unmonitored" as const), { maxLength: 6 }),
  open: fc.array(fc.record({ impact: fc.constantFrom(...impacts), named: fc.nat(3) }), { maxLength: 2 }),
  isWorking: fc.boolean(),
});
const anyLook = fc.constantFrom({}, { observedAgo: 60 }, { behindFor: 5 });

/** Returns the front's sentence, which is the page's. */
const sentenceOf = ({ frame, page }: PageRenderContext): string =>
  pageStateText(frame.words, visiblePageHeadline(page).state);

/** Matches the headline of the front, or the state above it when an incident's text leads. */
const headline = /<section class="banner \w (?:news|bare)"><(?:h1|p><span class="s \w")>([^<]+)/;

test("badge, card and front say one sentence of a page, in one colour", async () => {
  const said = fc.asyncProperty(anyPage, anyLook, async (drawn, looking) => {
    const scene = look(pageOf(drawn), looking);
    const { frame, page } = scene;
    const front = await pageText(scene, <HomePage {...scene} />);
    const { letter, state } = currentStateLabel(page, frame.words);
    expect(headline.exec(front)?.[1]).toBe(sentenceOf(scene));
    expect([letter, front.includes(`class="banner ${letter} `)]).toEqual([pageStateLetter(page), true]);
    const card = embedCardHtml({ frame, snapshot: page.snapshot, letter, state, style: "" });
    expect(card).toContain(`<p class="s ${letter}">${state}</p>`);
  });
  await fc.assert(said, { numRuns: 60 });
});

test("it is green only where all that is monitored is well, and says so of all only where all is", () => {
  const green = fc.property(anyPage, anyLook, (drawn, looking) => {
    const { frame, page } = look(pageOf(drawn), looking);
    const { letter, state } = currentStateLabel(page, frame.words);
    const monitored = drawn.given.filter((each) => each !== "unmonitored");
    const isWell = monitored.length > 0 && monitored.every((each) => each === "operational");
    if (letter === "o") expect([isWell, page.outdated]).toEqual([true, null]);
    if (state === "All systems operational") expect(monitored.length).toBe(drawn.given.length);
  });
  fc.assert(green);
});
