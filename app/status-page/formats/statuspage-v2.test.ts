import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { sampleIncident, sampleRecent, sampleUpdate } from "../../../tests/support/sample-recent";
import { calmSnapshot, sampleNow, sampleSnapshot } from "../../../tests/support/sample-snapshot";
import { visibleBanner } from "../rules/monitored-state";
import { visiblePageAtTime } from "../rules/seen-page";
import type { Snapshot } from "../rules/snapshot-document";
import {
  type StatuspageV2File,
  statuspageV2FileJson,
  statuspageV2Files,
  statuspageV2ListJson,
  statuspageV2Lists,
} from "./statuspage-v2";

type Tree = Record<string, unknown>;

const fixture = (path: string) =>
  JSON.parse(readFileSync(`tests/fixtures/statuspage-v2/${path}.json`, "utf8")) as Record<string, Tree & Tree[]>;

const seen = (snapshot: Snapshot, observedAt = sampleNow) =>
  visiblePageAtTime({ snapshot, observedAt, behindSince: null, staleSince: null }, sampleNow);

const ours = (file: StatuspageV2File, snapshot = sampleSnapshot()) =>
  JSON.parse(JSON.stringify(statuspageV2FileJson(seen(snapshot), file))) as Record<string, Tree & Tree[]>;

const keys = (tree: unknown) => Object.keys(tree as Tree).sort();
const only = (list: readonly Tree[] | undefined): Tree => {
  const [found] = list ?? [];
  if (!found) throw new Error("nothing in the list");
  return found;
};
const children = (tree: Tree, name: string) => tree[name] as Tree[];

test.each<[StatuspageV2File, string]>([
  ["summary", "discord-2022/summary"],
  ["summary", "github-2020/summary-major-outage"],
  ["status", "discord-2022/status"],
  ["components", "github-2024/components"],
  ["incidents/unresolved", "discord-2022/incidents-unresolved"],
  ["scheduled-maintenances/upcoming", "discord-2022/scheduled-maintenances-upcoming"],
  ["scheduled-maintenances/active", "discord-2022/scheduled-maintenances-active"],
])("%s has the members of %s", (file, path) => {
  const theirs = fixture(path);
  expect(keys(ours(file))).toEqual(keys(theirs));
  expect(keys(ours(file).page)).toEqual(keys(theirs.page));
  if (theirs.status) expect(keys(ours(file).status)).toEqual(keys(theirs.status));
});

test("components, incidents, updates and maintenance have every member that the real ones have", () => {
  const summary = ours("summary");
  const component = only(summary.components);
  expect(keys(component)).toEqual(keys(only(fixture("github-2024/components").components)));
  const group = summary.components?.find((each) => each.group === true);
  expect(keys(group)).toEqual([...keys(component), "components"].sort());
  const incident = only(summary.incidents);
  const theirs = only(fixture("github-2024/incidents").incidents);
  for (const key of keys(theirs)) expect(incident).toHaveProperty(key);
  const update = only(children(theirs, "incident_updates"));
  expect(keys(only(children(incident, "incident_updates")))).toEqual(keys(update));
  const oldest = children(incident, "incident_updates").at(-1) as Tree;
  expect(keys(only(children(oldest, "affected_components")))).toEqual(
    keys(only(children(update, "affected_components"))),
  );
  const work = only(fixture("discord-2022/scheduled-maintenances").scheduled_maintenances);
  for (const key of keys(work)) expect(only(summary.scheduled_maintenances)).toHaveProperty(key);
});

test("values are of the kinds that readers rely on", () => {
  const { page, components, incidents, scheduled_maintenances, status } = ours("summary");
  expect(page).toMatchObject({ url: "https://status.example.com/northwind", time_zone: "Etc/UTC" });
  expect(page?.updated_at).toMatch(/^2026-11-20T14:01:00\.000Z$/);
  expect(status).toEqual({ indicator: "minor", description: "Minor Service Outage" });
  expect(components?.map((each) => each.position).slice(0, 4)).toEqual([1, 2, 1, 2]);
  const incident = only(incidents);
  expect(incident).toMatchObject({ status: "identified", impact: "major", resolved_at: null });
  expect(incident.shortlink).toBe(`https://status.example.com/northwind/incidents/${incident.id}`);
  const changed = children(incident, "incident_updates").at(-1) as Tree;
  expect(only(children(changed, "affected_components"))).toMatchObject({
    name: "Core platform - Public API",
    old_status: "operational",
    new_status: "degraded_performance",
  });
  expect(only(scheduled_maintenances)).toMatchObject({ status: "scheduled", impact: "maintenance" });
  expect(children(only(scheduled_maintenances), "incident_updates")).toHaveLength(1);
});

const five = ["operational", "degraded_performance", "partial_outage", "major_outage", "under_maintenance"];

test("there are five words only: no data goes on with the last known one, and says since when", () => {
  const stopped = seen(calmSnapshot(), sampleNow - 3_600_000);
  const { components, status, checks_stopped_at } = statuspageV2FileJson(stopped, "summary") as Record<
    string,
    Tree & Tree[]
  >;
  expect(components?.every((each) => five.includes(each.status as string))).toBe(true);
  const unseen = components?.filter((each) => "no_data_since" in each) ?? [];
  expect(unseen).toHaveLength(6);
  expect(unseen[0]).toMatchObject({ status: "operational", no_data_since: "2026-11-20T13:05:00.000Z" });
  expect(status).toEqual({ indicator: "minor", description: "Status Partly Unknown" });
  expect(checks_stopped_at).toBe("2026-11-20T13:05:00.000Z");
});

test("never green when nothing was ever known", () => {
  const calm = calmSnapshot();
  const components = calm.components.map((each) => ({ ...each, status: "no_data" as const, lastKnown: null }));
  const given = ours("components", { ...calm, components }).components ?? [];
  expect(new Set(given.map((each) => each.status))).toEqual(new Set(["degraded_performance"]));
});

test("a page that is not monitored is never green, and says since when nothing is known", () => {
  const given = calmSnapshot();
  const nobodys = { status: "no_data" as const, unmonitored: true as const };
  const parts = given.components.map((each) => ({
    ...each,
    ...nobodys,
    lastKnown: { status: "no_data" as const, noDataSince: each.createdAt },
  }));
  const groups = given.groups.map((each) => ({ ...each, ...nobodys }));
  const calm: Snapshot = { ...given, groups, components: parts, unmonitored: true, banner: visibleBanner(parts, []) };
  const { status, components } = ours("summary", calm);
  expect(status).toEqual({ indicator: "minor", description: "Status Partly Unknown" });
  expect(ours("status", calm).status).toEqual(status);
  expect(new Set(components?.map((each) => each.status))).toEqual(new Set(["degraded_performance"]));
  const leaves = components?.filter((each) => each.group === false) ?? [];
  expect(leaves.every((each) => each.no_data_since === each.created_at)).toBe(true);
});

test("what is not monitored beside what is: no alarm, never green by itself, and a group is as what is known of it", () => {
  const given = calmSnapshot();
  const [grouped] = given.groups;
  const [first, ...others] = given.components.filter((each) => each.groupId === grouped?.id).map(({ id }) => id);
  expect(others.length).toBeGreaterThan(0);
  const parts = given.components.map((each) =>
    each.id === first
      ? {
          ...each,
          status: "no_data" as const,
          unmonitored: true as const,
          lastKnown: { status: "no_data" as const, noDataSince: 5 },
        }
      : each,
  );
  const { status, components = [] } = ours("summary", {
    ...given,
    components: parts,
    banner: visibleBanner(parts, []),
  });
  expect(status).toEqual({ indicator: "none", description: "All Monitored Systems Operational" });
  const of = (id: string | undefined) => components.find((each) => each.id === id);
  expect(of(first)).toMatchObject({ status: "degraded_performance", no_data_since: "1970-01-01T00:00:00.005Z" });
  expect(of(grouped?.id)).toMatchObject({ status: "operational" });
  expect(of(grouped?.id)).not.toHaveProperty("no_data_since");
});

test("bodies are safe as HTML and as text", () => {
  const base = sampleSnapshot();
  const evil = "<script>x</script> & more\nsecond line";
  const incidents = base.incidents.map((each) => ({
    ...each,
    updates: each.updates.map((update) => ({ ...update, text: evil })),
  }));
  const incident = only(ours("incidents/unresolved", { ...base, incidents }).incidents);
  expect(only(children(incident, "incident_updates")).body).toBe(
    "&lt;script&gt;x&lt;/script&gt; &amp; more<br />second line",
  );
});

test("every file of the list answers", () => {
  for (const file of statuspageV2Files) expect(keys(ours(file))).toContain("page");
});

test("an incident that is over tells how bad it was", () => {
  const back = sampleUpdate("u", {
    status: "resolved",
    changes: [{ componentId: "c", name: "Search", from: "major_outage", to: "operational" }],
  });
  const over = sampleIncident("over", { status: "resolved", impact: "none", resolvedAt: sampleNow, updates: [back] });
  const recent = { ...sampleRecent(), incidents: [over] };
  const given = statuspageV2ListJson(seen(sampleSnapshot()), recent, "incidents");
  expect(given.incidents).toMatchObject([{ status: "resolved", impact: "critical" }]);
});

test("the lists have the members of the real ones, and each body that was cut is its address", () => {
  const recent = sampleRecent();
  const lists = {
    incidents: fixture("github-2024/incidents"),
    "scheduled-maintenances": fixture("discord-2022/scheduled-maintenances"),
  };
  for (const list of statuspageV2Lists) {
    const given = JSON.parse(JSON.stringify(statuspageV2ListJson(seen(sampleSnapshot()), recent, list)));
    expect(keys(given)).toEqual(keys(lists[list]));
  }
  const incident = only(lists.incidents.incidents);
  const [first, ...others] = recent.incidents;
  const cut = sampleIncident(first?.id ?? "", { updates: [sampleUpdate("u", { html: "", text: "", cut: true })] });
  const given = statuspageV2ListJson(seen(sampleSnapshot()), { ...recent, incidents: [cut, ...others] }, "incidents");
  const [one, two] = given.incidents as Tree[];
  for (const key of keys(incident)) expect(two).toHaveProperty(key);
  expect(only(children(one as Tree, "incident_updates")).body).toBe(
    `https://status.example.com/northwind/incidents/${first?.id}`,
  );
  expect((given.incidents as Tree[]).map((each) => each.status)).toContain("resolved");
});
