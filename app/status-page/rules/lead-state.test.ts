import fc from "fast-check";
import { expect, test } from "vitest";
import { type Status, statuses } from "~/status/status";
import { calmSnapshot, sampleSnapshot } from "../../../tests/support/sample-snapshot";
import { bannerOfStatuses } from "./banner";
import { affectedStatuses } from "./component-listing";
import { type OngoingEvent, ongoingComponentsOf, pageHeadlineOf } from "./field";
import { kickerStateOf, leadStateOf, unexplainedComponents } from "./lead-state";
import type { Snapshot, SnapshotIncident } from "./snapshot-document";

const model = sampleSnapshot().incidents[0] as SnapshotIncident;

/** A page whose components have these statuses, and whose incident names those at these places. */
function pageWith(
  given: readonly Status[],
  named: readonly number[],
  change: Partial<SnapshotIncident> = {},
): Snapshot {
  const calm = calmSnapshot();
  const components = given.map((status, at) => ({ ...calm.components[at % 12], id: `${at}`, name: `C${at}`, status }));
  const own = named.map((at) => ({ id: `${at}`, name: `C${at}`, status: given[at] as Status }));
  const incidents = [{ ...model, impact: "minor" as const, components: own, ...change }];
  return { ...calm, components, incidents, groups: [], banner: bannerOfStatuses(given, []) } as Snapshot;
}

const eventsOf = (snapshot: Snapshot): OngoingEvent[] =>
  snapshot.incidents.map((incident) => ({ kind: "incident", incident }));

function leadOf(snapshot: Snapshot) {
  const [event] = eventsOf(snapshot);
  return leadStateOf(snapshot, pageHeadlineOf(snapshot), event as OngoingEvent);
}

const kickerOf = (snapshot: Snapshot) => kickerStateOf(pageHeadlineOf(snapshot));

const furtherOf = (snapshot: Snapshot) => {
  const { listed, more } = unexplainedComponents(snapshot, pageHeadlineOf(snapshot), eventsOf(snapshot));
  return [...listed.map(({ name }) => name), ...(more === 0 ? [] : [more])];
};

test("the line above a title is the worst of the page; that of its own components is below it", () => {
  const page = pageWith(["partial_outage", "degraded_performance", "under_maintenance", "operational"], [1]);
  expect(kickerOf(page)).toEqual({
    letter: "p",
    state: { kind: "components", status: "partial_outage", names: ["C0"], isAll: false },
  });
  expect(leadOf(page)).toEqual({
    letter: "d",
    state: { kind: "components", status: "degraded_performance", names: ["C1"], isAll: false },
  });
  expect(furtherOf(page), "what the line above does not name").toEqual(["C2"]);
});

test("a title that names every component says so, and one that names none says its impact", () => {
  const all = pageWith(["major_outage", "major_outage"], [0, 1], { impact: "critical" });
  expect(kickerOf(all).state).toMatchObject({ kind: "components", isAll: true });
  expect(leadOf(all)).toBeNull();
  expect(furtherOf(all)).toEqual([]);
  const none = pageWith(["partial_outage", "operational"], [], { impact: "minor" });
  expect(leadOf(none)).toEqual({ letter: "d", state: { kind: "impact", impact: "minor" } });
});

test("a title whose own components are as bad as the others says nothing below it", () => {
  const page = pageWith(["major_outage", "major_outage", "operational"], [0]);
  expect(kickerOf(page).state).toMatchObject({ names: ["C0", "C1"], isAll: false });
  expect([leadOf(page), furtherOf(page)]).toEqual([null, []]);
});

test("a state that is not up to date stays the page's", () => {
  const page = pageWith(["degraded_performance"], [0]);
  const hidden = { ...pageHeadlineOf(page), letter: "n" as const, state: { kind: "unknown" as const } };
  const [event] = eventsOf(page);
  expect(kickerStateOf(hidden)).toEqual({ letter: "n", state: hidden.state });
  expect(leadStateOf(page, hidden, event as OngoingEvent)).toBeNull();
});

test("at most three are listed, worst first, and the others are counted; a long page has a list of its own", () => {
  const given: Status[] = ["degraded_performance", "partial_outage", "under_maintenance", "degraded_performance"];
  expect(furtherOf(pageWith(["major_outage", ...given, "no_data"], [0]))).toEqual(["C2", "C1", "C4", 1]);
  expect(furtherOf(pageWith([...Array(21).fill("major_outage")] as Status[], [0]))).toEqual([]);
});

/** Any statuses of up to fifteen components, and any of them in an incident. */
const anyPage = fc
  .array(fc.constantFrom(...statuses), { minLength: 1, maxLength: 15 })
  .chain((given) => fc.subarray(given.map((_, at) => at)).map((named) => pageWith(given, named)));

const explainedComponentsOf = (snapshot: ReturnType<typeof pageWith>) =>
  eventsOf(snapshot).flatMap(ongoingComponentsOf);

test("the line above is the page's own sentence, and that below says only what the title names", () => {
  fc.assert(
    fc.property(anyPage, (snapshot) => {
      const own = new Set(explainedComponentsOf(snapshot).map(({ name }) => name));
      const [{ state }, line] = [pageHeadlineOf(snapshot), leadOf(snapshot)];
      expect(kickerOf(snapshot).state).toEqual(state);
      if (state.kind !== "components" || state.names.every((name) => own.has(name))) expect(line).toBeNull();
      else if (line?.state.kind === "components") expect(line.state.names.every((name) => own.has(name))).toBe(true);
    }),
  );
});

test("no affected component is left out: the sentence, what is in progress or the list names it", () => {
  fc.assert(
    fc.property(anyPage, (snapshot) => {
      const { state } = pageHeadlineOf(snapshot);
      const named = new Set(explainedComponentsOf(snapshot).map(({ id }) => id));
      const { listed, more } = unexplainedComponents(snapshot, { state }, eventsOf(snapshot));
      const left = snapshot.components.filter(
        ({ id, name, status }) =>
          affectedStatuses.includes(status) &&
          !named.has(id) &&
          !(state.kind === "components" && state.names.includes(name)),
      );
      expect(listed.length + more).toBe(left.length);
    }),
  );
});

test("what is in progress explains its components: none of them is listed for itself", () => {
  fc.assert(
    fc.property(anyPage, (snapshot) => {
      const named = new Set(explainedComponentsOf(snapshot).map(({ id }) => id));
      const { listed } = unexplainedComponents(snapshot, pageHeadlineOf(snapshot), eventsOf(snapshot));
      expect(listed.filter(({ id }) => named.has(id))).toEqual([]);
    }),
  );
});
