import { expect, test } from "vitest";
import { operationalLayers as layers } from "../../../tests/support/layers";
import type { StatusChange } from "../timeline/rules/timeline";
import type { UptimeParts } from "../uptime/rules/uptime";
import { correctedPartsByDoubledDay } from "./doubled-days";

const hour = 3600_000;
const at = (text: string) => Date.parse(`${text}Z`);
const change = (text: string, from: StatusChange["from"], to: StatusChange["to"], sequence: number): StatusChange => ({
  layer: "manual",
  from,
  to,
  at: at(text),
  recordedAt: at(text),
  sequence,
});

/** Major from 03:00 on the 10th until noon on the 11th; the zone changes in the morning of the 12th. */
const changes = [
  change("2026-11-10T03:00", null, "major_outage", 1),
  change("2026-11-11T12:00", "major_outage", null, 2),
];
const packed = (days: Record<string, number>) =>
  new Map(Object.entries(days).map(([date, hours]): [string, UptimeParts] => [date, [hours * hour, 0, 0, 0, 0]]));
const zone = (to: string) => ({ at: at("2026-11-12T09:00"), from: "Etc/UTC", to });
const found = (days: Record<string, number>, to: string) => [
  ...correctedPartsByDoubledDay({ closed: packed(days), changes, layers }, [zone(to)]),
];

test("a day of the former zone that the new one's first day overlaps is cut where that begins", () => {
  const doubled = { "2026-11-10": 21, "2026-11-11": 12, "2026-11-12": 2 };
  expect(found(doubled, "Pacific/Kiritimati")).toEqual([["2026-11-11", [10 * hour, 0, 0, 0, 0]]]);
});

test("a day of the former zone that was left on the date of a well one of the new zone is taken out", () => {
  const early = [
    change("2026-11-11T01:00", null, "major_outage", 1),
    change("2026-11-11T02:00", "major_outage", null, 2),
  ];
  const past = { closed: packed({ "2026-11-11": 1 }), changes: early, layers };
  expect([...correctedPartsByDoubledDay(past, [zone("America/Los_Angeles")])]).toEqual([
    ["2026-11-11", [0, 0, 0, 0, 0]],
  ]);
});

test.each([
  ["was packed otherwise since", { "2026-11-11": 3 }, "Pacific/Kiritimati"],
  ["is wholly operational", {}, "Pacific/Kiritimati"],
  ["has the same midnight", { "2026-11-11": 12 }, "Africa/Abidjan"],
  ["was packed by the new zone", { "2026-11-11": 4 }, "America/Los_Angeles"],
])("a day that %s is left as it is", (_, days, to) => {
  expect(found(days, to)).toEqual([]);
});
