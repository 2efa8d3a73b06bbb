import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { expectSoundFiles, fileCounts, partOfFiles } from "../../../tests/support/origin-files";
import { originFixture } from "../../../tests/support/origin-reading";
import { root } from "../../../tests/support/sources";
import { cstateOrigin as origin } from "./cstate";

/** Returns the files of a site. */
function site(name: string) {
  const issues = readdirSync(join(root, `tests/fixtures/imports/cstate/${name}/content/issues`)).sort();
  return ["config.yml", ...issues.map((file) => `content/issues/${file}`)].map((path) => ({
    path,
    text: originFixture(`cstate/${name}/${path}`),
  }));
}

const incidentsOf = (name: string) => partOfFiles(origin, site(name)).incidents ?? [];

const config = { path: "config.yml", text: "title: A\nparams: {systems: [{name: API}]}" };
const issue = (front: string, body = "Text", path = "content/issues/one.md") => ({
  path,
  text: `---\n${front}\n---\n${body}`,
});
const one = (front: string, body?: string) => partOfFiles(origin, [config, issue(front, body)]);

describe("the files of a site", () => {
  test.each([
    [
      "example-site",
      { approximated: 8, components: 5, groups: 1, incidents: 4, left_out: 16, maintenances: 1, pages: 1, question: 1 },
    ],
    [
      "jenkins",
      { approximated: 7, components: 14, incidents: 3, left_out: 12, maintenances: 2, pages: 1, question: 7 },
    ],
  ])("%s: so much is taken, approximated and left out", (name, counts) =>
    expect(fileCounts(origin, site(name))).toEqual(counts),
  );

  test("paragraphs with a time are updates, oldest first", () => {
    const incident = incidentsOf("example-site").find(({ id }) => id === "2018-05-25-us-east-conn-issues");
    expect(incident).toMatchObject({
      impact: "major",
      components: [
        { componentId: "API", status: "major_outage" },
        { componentId: "Media Proxy", status: "major_outage" },
      ],
      path: "/issues/2018-05-25-us-east-conn-issues/",
    });
    expect(incident?.updates.map(({ status, shownAt }) => [status, new Date(shownAt).toISOString()])).toEqual([
      ["investigating", "2018-05-25T04:13:00.000Z"],
      ["monitoring", "2018-05-25T04:40:00.000Z"],
      ["resolved", "2018-05-25T05:54:00.000Z"],
    ]);
  });

  test("a text without times is one update and is not lost", () => {
    const incident = incidentsOf("jenkins").find(({ id }) => id === "2022-05-28-updates-flaky");
    expect(incident?.updates).toHaveLength(1);
    expect(incident?.updates[0]?.body).toContain("[Open Issue]");
  });

  test("what is called a maintenance comes as one, and is asked about", () => {
    const { maintenances = [], notes = [] } = partOfFiles(origin, site("jenkins"));
    expect(maintenances.map(({ id }) => id)).toEqual([
      "2020-06-13-maintenance-window",
      "2026-06-10-ci-maintenance-sec-advisory",
    ]);
    expect(notes.filter(({ kind, noun }) => kind === "question" && noun === "maintenance").length).toBeGreaterThan(1);
  });

  test.each([
    ["resolved: yes\nresolvedWhen: 2026-01-01 01:00:00", "2026-01-01T01:00:00.000Z"],
    ["resolved: True\nresolvedWhen: 2025-12-31 00:00:00", "2026-01-01T00:00:00.000Z"],
    ["resolved: maybe", null],
    ["resolved: false", null],
  ])("with %j it ends at %s", (lines, end) => {
    const at = one(`title: X\nseverity: down\ndate: 2026-01-01 00:00:00\n${lines}`).incidents?.[0]?.resolvedAt ?? null;
    expect(at === null ? null : new Date(at).toISOString()).toBe(end);
  });

  test("a severity that is not known is disrupted, and a system that is not known is asked about", () => {
    const { incidents = [], notes = [] } = one(
      "title: X\nseverity: monitoring\ndate: 2026-01-01\naffected: [API, Gone]",
    );
    expect(incidents[0]?.components).toEqual([{ componentId: "API", status: "partial_outage" }]);
    expect(
      notes
        .filter(({ kind }) => kind === "question")
        .map(({ field }) => field)
        .sort(),
    ).toEqual(["affected", "severity"]);
  });

  test("times without a zone are in the one that is chosen", () => {
    const files = [config, issue("title: X\nseverity: down\ndate: 2026-01-01 00:00:00")];
    expect(partOfFiles(origin, files, { timeZone: "Europe/Berlin" }).incidents?.[0]?.startedAt).toBe(
      Date.parse("2025-12-31T23:00:00Z"),
    );
  });

  test("a draft is left out by its name", () => {
    const { incidents, notes = [] } = one("title: X\ndraft: true\ndate: 2026-01-01");
    expect([incidents, notes.map(({ field }) => field)]).toEqual([[], ["draft"]]);
  });

  test("no spoilt file throws", () => expectSoundFiles(origin, site("jenkins"), 40));
});
