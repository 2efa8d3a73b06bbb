import fc from "fast-check";
import { expect, test } from "vitest";
import { type Status, statuses } from "~/status/status";
import { calmSnapshot, sampleSnapshot } from "../../../tests/support/sample-snapshot";
import { bannerOfStatuses } from "./banner";
import { type OngoingEvent, ongoingComponentsOf, pageHeadlineOf } from "./field";
import { leadStateOf, unexplainedComponents } from "./lead-state";
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

const furtherOf = (snapshot: Snapshot) => {
  const { listed, more } = unexplainedComponents(snapshot, eventsOf(snapshot));
  return [...listed.map(({ name }) => name), ...(more === 0 ? [] : [more])];
};

test("the line above a title is about its own components; what it does not name is listed for itself", () => {
  const page = pageWith(["partial_outage", "degraded_performance", "operational"], [1]);
  expect(pageHeadlineOf(page).letter).toBe("p");
  expect(leadOf(page)).toEqual({
    letter: "d",
    state: { kind: "components", status: "degraded_performance", names: ["C1"], isAll: false },
  });
  expect(furtherOf(page)).toEqual(["C0"]);
});

test("a title that names every component says so, and one that names none says its impact", () => {
  const all = pageWith(["major_outage", "major_outage"], [0, 1], { impact: "critical" });
  expect(leadOf(all).state).toMatchObject({ kind: "components", isAll: true });
  expect(furtherOf(all)).toEqual([]);
  const none = pageWith(["partial_outage", "operational"], [], { impact: "minor" });
  expect(leadOf(none)).toEqual({ letter: "d", state: { kind: "impact", impact: "minor" } });
});

test("one of two components is not all of them, even when it is all that the title names", () => {
  expect(leadOf(pageWith(["major_outage", "operational"], [0])).state).toMatchObject({ isAll: false });
});

test("a state that is not up to date stays the page's", () => {
  const page = pageWith(["degraded_performance"], [0]);
  const hidden = { ...pageHeadlineOf(page), letter: "n" as const, state: { kind: "unknown" as const } };
  const [event] = eventsOf(page);
  expect(leadStateOf(page, hidden, event as OngoingEvent)).toEqual({ letter: "n", state: hidden.state });
});

test("at most three are listed, worst first, and the others are counted; a long page has a list of its own", () => {
  const given: Status[] = ["degraded_performance", "major_outage", "partial_outage", "degraded_performance"];
  expect(furtherOf(pageWith(["operational", ...given, "no_data"], [0]))).toEqual(["C2", "C3", "C1", 1]);
  expect(furtherOf(pageWith([...Array(21).fill("major_outage")] as Status[], [0]))).toEqual([]);
});

test("the line is the page's own sentence unless that names a component that the title does not", () => {
  const page = fc
    .array(fc.constantFrom(...statuses), { minLength: 1, maxLength: 15 })
    .chain((given) => fc.subarray(given.map((_, at) => at)).map((named) => pageWith(given, named)));
  fc.assert(
    fc.property(page, (snapshot) => {
      const own = new Set(
        eventsOf(snapshot)
          .flatMap(ongoingComponentsOf)
          .map(({ name }) => name),
      );
      const [{ state }, line] = [pageHeadlineOf(snapshot), leadOf(snapshot).state];
      if (state.kind !== "components" || state.names.every((name) => own.has(name))) expect(line).toEqual(state);
      else if (line.kind === "components") expect(line.names.every((name) => own.has(name))).toBe(true);
    }),
  );
});

test("what is in progress explains its components: none of them is listed for itself", () => {
  const page = fc
    .array(fc.constantFrom(...statuses), { minLength: 1, maxLength: 15 })
    .chain((given) => fc.subarray(given.map((_, at) => at)).map((named) => pageWith(given, named)));
  fc.assert(
    fc.property(page, (snapshot) => {
      const named = new Set(
        eventsOf(snapshot)
          .flatMap(ongoingComponentsOf)
          .map(({ id }) => id),
      );
      const { listed } = unexplainedComponents(snapshot, eventsOf(snapshot));
      expect(listed.filter(({ id }) => named.has(id))).toEqual([]);
    }),
  );
});
