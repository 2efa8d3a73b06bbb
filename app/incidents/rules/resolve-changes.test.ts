import { describe, expect, test } from "vitest";
import type { Status } from "~/status/status";
import { componentChangesOnResolve, type StatusLayersWithoutIncident } from "./resolve-changes";

const well: StatusLayersWithoutIncident = { manual: null, observed: "operational", maintenance: null, coverage: null };
const names = new Map([["a", "API"]]);
const major = { a: "major_outage" } as const;

const endOf = (
  standing: Partial<StatusLayersWithoutIncident>,
  others: Status[] = [],
  given: Record<string, Status> = major,
) =>
  componentChangesOnResolve({
    given: given as typeof major,
    others: others.map((status) => ({ componentId: "a", status })),
    standings: new Map([["a", { ...well, ...standing }]]),
    names,
  }).map(({ from, to }) => `${from} > ${to}`);

describe("an incident ends", () => {
  test.each<[string, Partial<StatusLayersWithoutIncident>, Status[], string[]]>([
    ["nothing else holds it", {}, [], ["major_outage > operational"]],
    ["an alert holds it", { observed: "major_outage" }, [], []],
    ["an alert says less", { observed: "degraded_performance" }, [], ["major_outage > degraded_performance"]],
    ["another incident holds it", {}, ["major_outage"], []],
    ["another incident says less", {}, ["partial_outage"], ["major_outage > partial_outage"]],
    ["a person set it", { manual: "major_outage" }, [], []],
    ["maintenance goes on", { maintenance: "under_maintenance" }, [], ["major_outage > under_maintenance"]],
    [
      "maintenance masks the alert",
      { maintenance: "under_maintenance", observed: "major_outage" },
      [],
      ["major_outage > under_maintenance"],
    ],
    ["nothing is known of it", { observed: "no_data" }, [], ["major_outage > no_data"]],
    ["nobody watches it", { coverage: "no_data" }, [], ["major_outage > no_data"]],
  ])("%s", (_, standing, others, said) => {
    expect(endOf(standing, others)).toEqual(said);
  });

  test("an alert that says worse than it did holds the component, and nothing is said to have become worse", () => {
    expect(endOf({ observed: "major_outage" }, [], { a: "degraded_performance" })).toEqual([]);
  });

  test("of an archived component it alone has spoken", () => {
    const said = componentChangesOnResolve({ given: major, others: [], standings: new Map(), names });
    expect(said).toEqual([{ componentId: "a", name: "API", from: "major_outage", to: "operational" }]);
  });
});
