/** @jsxImportSource ~/html */
import { expect, test } from "vitest";
import { type Looking, look, pageText } from "../../../../tests/support/public-page";
import { calmSnapshot, sampleNow, sampleSnapshot } from "../../../../tests/support/sample-snapshot";
import type { Snapshot, SnapshotIncident, SnapshotMaintenance } from "../../rules/snapshot-document";
import { HomePage } from "../front/home-page";
import { IncidentPage } from "../incident/incident-page";
import { MaintenancePage } from "../maintenance/maintenance-page";

async function front(snapshot: Snapshot): Promise<string> {
  const scene = look(snapshot);
  return pageText(scene, <HomePage {...scene} />);
}

/** Returns what stands above the list of components. */
const html = (text: string): string => text.slice(text.indexOf("<body>"), text.indexOf('id="components"'));

const place = (text: string, part: string): number => {
  expect(text).toContain(part);
  return text.indexOf(part);
};

test("the worst state of the page is above the headline, the headline’s own below it, and what neither names below its times", async () => {
  const sample = sampleSnapshot();
  const [incident] = sample.incidents as [SnapshotIncident];
  const named = new Set(incident.components.map(({ id }) => id));
  const [worst, third] = sample.components.filter(({ id }) => !named.has(id)).map(({ id }) => id);
  const components = sample.components.map((each) => ({
    ...each,
    ...(named.has(each.id) ? { status: "degraded_performance" as const, unmonitored: undefined } : {}),
    ...(each.id === worst ? { name: "Event search", status: "major_outage" as const, unmonitored: undefined } : {}),
    ...(each.id === third ? { name: "Refunds", status: "partial_outage" as const, unmonitored: undefined } : {}),
  }));
  const incidents = [{ ...incident, impact: "minor" as const, impactOverride: null }];
  const banner = html(await front({ ...sample, components, incidents }));
  expect(banner).toMatch(/<span class="s m">Major outage: Event search<\/span><\/p><h1>/);
  expect(banner).toMatch(/<\/h1><p><span class="s d">Degraded performance: [^<]*<\/span><\/p>/);
  expect(place(banner, '<p class="when">')).toBeLessThan(place(banner, ">Refunds</a> <span>Partial outage</span>"));
  expect(banner, "said once, above the headline").not.toContain(">Event search</a> <span>Major outage</span>");
});

test("an empty page says what visitors will find on it, and offers no report", async () => {
  const sample = calmSnapshot();
  const text = await front({ ...sample, components: [], groups: [] });
  expect(text).toContain("This page has no components yet. Incidents and maintenance will be posted here.");
  expect(text).not.toContain("/uptime");
});

test("a scheduled maintenance says how far off it is and is added to a calendar; one in progress is not", async () => {
  const sample = calmSnapshot();
  const [planned] = sample.maintenances as [SnapshotMaintenance];
  const shown = async (change: Partial<SnapshotMaintenance>, options: Looking = {}) => {
    const scene = look(sample, options);
    return pageText(scene, <MaintenancePage {...scene} maintenance={{ ...planned, ...change }} />);
  };
  const at = (hours: number) => ({
    startsAt: sampleNow + hours * 3_600_000,
    endsAt: sampleNow + (hours + 2) * 3_600_000,
  });
  expect(await shown(at(73))).toContain(" · in 3 days");
  expect(await shown(at(5))).toContain(" · in 5 hours");
  expect(await shown(at(0.5))).not.toContain(" · in ");
  expect(await shown(at(73), { staleSince: 1 })).not.toContain(" · in ");
  const link = `/calendar.ics?maintenance=${planned.id}" type="text/calendar">Add to calendar</a>`;
  expect(await shown(at(73))).toContain(link);
  expect(await shown({ ...at(-1), status: "in_progress" })).not.toContain(link);
});

test("the way back and the time of the state share a line", async () => {
  const scene = look(sampleSnapshot());
  const [incident] = scene.page.snapshot.incidents as [SnapshotIncident];
  const text = await pageText(scene, <IncidentPage {...scene} incident={incident} />);
  expect(text).toMatch(/<div class="top"><p class="back">.*?<\/p><p class="asof">.*?<\/p><\/div>/s);
});
