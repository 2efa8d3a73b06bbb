import { expect, test } from "vitest";
import type { VendorPageFormat } from "../page";
import {
  betterstackStatusPageFormat,
  feedStatusPageFormat,
  incidentioStatusPageFormat,
  instatusStatusPageFormat,
  slackStatusPageFormat,
  statuspageFormat,
} from "./formats";

const now = Date.parse("2026-11-28T12:00:00Z");
const whole = (format: VendorPageFormat, given: unknown) => format.read(JSON.stringify(given), now)?.whole;

const summary = (indicator: string, ...statuses: string[]) => ({
  page: { name: "Acme" },
  status: { indicator },
  components: statuses.map((status, n) => ({ id: `c${n}`, name: `C${n}`, status })),
});

test.each([
  ["none", ["major_outage"], "partial_outage"],
  ["none", ["degraded_performance", "operational"], "degraded_performance"],
  ["none", ["operational"], "operational"],
  ["none", [], "operational"],
  ["none", ["a new word"], "operational"],
  ["critical", ["operational"], "major_outage"],
  ["major", ["major_outage", ...Array<string>(60).fill("operational")], "partial_outage"],
  ["a new word", ["major_outage"], null],
])("Statuspage’s %s with %j", (indicator, statuses, said) => {
  expect(whole(statuspageFormat, summary(indicator, ...statuses))).toBe(said);
});

test("Better Stack’s page is not better than its resources", () => {
  const page = (status: string) => ({
    data: { attributes: { aggregate_state: "operational" } },
    included: [{ id: 1, type: "status_page_resource", attributes: { public_name: "API", status } }],
  });
  expect([
    whole(betterstackStatusPageFormat, page("downtime")),
    whole(betterstackStatusPageFormat, page("operational")),
  ]).toEqual(["partial_outage", "operational"]);
});

test("an incident without impact is as bad as what it affects", () => {
  const affected = { id: "c", name: "API", current_status: "full_outage" };
  const incident = { name: "Down", current_worst_impact: "operational", affected_components: [affected] };
  expect(whole(incidentioStatusPageFormat, { ongoing_incidents: [incident], in_progress_maintenances: [] })).toBe(
    "partial_outage",
  );
});

test("an open incident counts where it affects no component", () => {
  const incident = { name: "Slow", current_worst_impact: "degraded_performance", affected_components: [] };
  expect(whole(incidentioStatusPageFormat, { ongoing_incidents: [incident], in_progress_maintenances: [] })).toBe(
    "degraded_performance",
  );
});

test("a page that lists nothing says nothing of all", () => {
  expect(instatusStatusPageFormat.read('{"components":[]}', now)).toBeNull();
  expect(whole(slackStatusPageFormat, { status: "active" })).toBeNull();
  expect(whole(slackStatusPageFormat, { status: "ok" })).toBe("operational");
});

test.each([
  ["Fixed-line calls fail", "degraded_performance"],
  ["Closed-loop payments are slow", "degraded_performance"],
  ["Resolved - calls fail", "operational"],
  ["Fixed: calls fail", "operational"],
  ["[RESOLVED] calls fail", "operational"],
  ["In progress – database upgrade", "under_maintenance"],
])("a feed’s %j", (title, said) => {
  const item = `<item><title>${title}</title><pubDate>Sat, 28 Nov 2026 11:00:00 GMT</pubDate></item>`;
  expect(feedStatusPageFormat.read(`<rss><channel><title>Acme</title>${item}</channel></rss>`, now)?.whole).toBe(said);
});

test("a feed’s entry of weeks ago is no trouble of today", () => {
  const item = "<item><title>Increased error rates</title><pubDate>Fri, 25 Sep 2026 14:57:00 GMT</pubDate></item>";
  expect(feedStatusPageFormat.read(`<rss><channel><title>Acme</title>${item}</channel></rss>`, now)?.whole).toBe(
    "operational",
  );
});
