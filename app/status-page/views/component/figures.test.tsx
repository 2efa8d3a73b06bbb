/** @jsxImportSource ~/html */
import { expect, test } from "vitest";
import { latestResponseOf } from "~/chart/response-rows";
import type { ResponseTimes } from "~/components/response-times";
import { look } from "../../../../tests/support/public-page";
import { sampleSnapshot } from "../../../../tests/support/sample-snapshot";
import { sampleTimes } from "../../../../tests/support/sample-times";
import type { Snapshot, SnapshotIncident } from "../../rules/snapshot-document";
import { KeyFiguresPanel } from "./figures";

const { frame, page } = look(sampleSnapshot());
const { snapshot } = page;
const component = snapshot.components[3] as Snapshot["components"][number];
const [open, past] = snapshot.recent.incidents as [SnapshotIncident, SnapshotIncident];

/** Returns the name of each figure, its value and the text beside it. */
function figures(
  incidents: readonly SnapshotIncident[] | null,
  times: ResponseTimes | null,
  of: Partial<Snapshot["components"][number]> = {},
): string[] {
  const shown = { frame, snapshot, component: { ...component, ...of }, incidents, times };
  const html = (<KeyFiguresPanel {...shown} />)?.text ?? "";
  return html
    .split("<div>")
    .slice(1)
    .map((each) =>
      each
        .replaceAll(/<\/d[td]>/g, " | ")
        .replaceAll(/<[^>]+>/g, "")
        .replace(/ \| $/, ""),
    );
}

test("uptime, the response time, and the last incident: three of them, whatever is known", () => {
  expect(figures([open, past], sampleTimes(2))).toEqual([
    "Uptime, last 90 days | 99.95% | Uptime, last 30 days: 99.96%",
    "Latest response time | 166 ms | 95% within 230 ms",
    `Last incident | Ongoing | ${open.title} Nov 20, 10:53`,
  ]);
  expect(figures([past], { ...sampleTimes(0) })).toEqual([
    "Uptime, last 90 days | 99.95%",
    "Uptime, last 30 days | 99.96%",
    `Last incident | Nov 16 | ${past.title} 1 h 23 min`,
  ]);
  expect(figures([{ ...open, impact: "none", components: [], updates: [] }], null).at(-1)).toBe("Last incident | None");
});

test("what nobody can tell is not told", () => {
  expect(figures(null, null, { showUptime: false })).toEqual([]);
  expect(figures(null, null, { days: "n".repeat(90), stories: {}, uptime: null })).toHaveLength(2);
  const silent = sampleTimes(1).monitors.map((each) => ({
    ...each,
    points: each.points.map((point) => ({ ...point, milliseconds: null })),
  }));
  expect(figures([], { ...sampleTimes(0), monitors: silent }).join()).not.toContain("Response time");
});

test("what is answered now is of the last points alone; 95 of 100 answers were as fast", () => {
  const points = Array.from({ length: 100 }, (_, index) => ({
    at: index * 300_000,
    milliseconds: index + 1,
    state: "up" as const,
  }));
  expect(latestResponseOf(points)).toEqual({ newest: 100, most: 95 });
  const down = points.map((point, index) => (index < 98 ? point : { ...point, milliseconds: null }));
  expect(latestResponseOf(down)).toEqual({ newest: null, most: 94 });
  expect(latestResponseOf([])).toEqual({ newest: null, most: null });
});
