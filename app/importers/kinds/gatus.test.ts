import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { gatusPingKey } from "~/heartbeats/rules/gatus-ping-key";
import { expectSettingsFit, expectSoundFiles, fileCounts, partOfFiles } from "../../../tests/support/origin-files";
import { originFixture, originSettings } from "../../../tests/support/origin-reading";
import { goDurationSeconds } from "../contract/check-conditions";
import { gatusJsonSettings, readGatusConditions } from "../contract/gatus/conditions";
import { fillGatusVariables } from "../contract/gatus/files";
import { gatusOrigin } from "./gatus";

const file = (path: string) => ({ path, text: originFixture(`gatus/${path}`) });
const several = ["backend", "frontend", "global"].map((name) => file(`several-files/${name}.yaml`));
/** Returns a variable as files write it. */
const braced = (name: string) => `\${${name}}`;
const read = (text: string, choices = {}) => partOfFiles(gatusOrigin, [{ path: "config.yaml", text }], { choices });
const one = (lines: string) => read(`endpoints:\n  - name: one\n${lines}`);

describe("the files of Gatus", () => {
  test.each([
    ["config.yaml", [file("config.yaml")], { approximated: 2, components: 7, groups: 2, left_out: 1, monitors: 7 }],
    [
      "composed-everything.yaml",
      [file("composed-everything.yaml")],
      {
        approximated: 14,
        channels: 3,
        components: 10,
        groups: 3,
        heartbeats: 1,
        incidents: 2,
        left_out: 10,
        maintenanceSeries: 2,
        monitors: 9,
        pages: 1,
        question: 5,
        secret_found: 6,
      },
    ],
    [
      "real-50-endpoints-anchors.yaml",
      [file("real-50-endpoints-anchors.yaml")],
      {
        approximated: 50,
        channels: 1,
        components: 50,
        groups: 9,
        left_out: 58,
        monitors: 50,
        pages: 1,
        question: 7,
        secret_found: 1,
      },
    ],
    ["several files", several, { approximated: 1, components: 4, groups: 2, left_out: 1, monitors: 4, pages: 1 }],
  ])("of %s so much is taken, approximated and left out", (_, files, counts) => {
    expect(fileCounts(gatusOrigin, files)).toEqual(counts);
    expectSettingsFit(partOfFiles(gatusOrigin, files));
  });

  test("the link of its logo and its buttons are links of the page", () => {
    expect(partOfFiles(gatusOrigin, [file("composed-everything.yaml")]).page?.links).toEqual([
      { label: "Acme", url: "https://example.com" },
      { label: "Support", url: "https://support.example.com" },
    ]);
  });

  test("an endpoint comes with its conditions in one check", () => {
    const { monitors = [], notes = [] } = partOfFiles(gatusOrigin, [file("composed-everything.yaml")]);
    expect(monitors[0]).toMatchObject({
      id: "core_website",
      kind: "http",
      settings: { statuses: "200, 204", jsonPath: "$.status", jsonValue: "UP", latest: 500, certificateDays: 2 },
    });
    expect(monitors[1]?.settings).toMatchObject({
      statuses: "100-299",
      jsonPath: "$[?length($.data.users) > 0 && !$.errors]",
      bodyType: "json",
      body: JSON.stringify({ query: '{ users(role: "admin") { id } }' }),
    });
    expect(JSON.stringify(notes)).not.toMatch(/INVENTED|hooks\.slack\.com|JDJhJDEw/);
  });

  test("windows in which alerts are silent are maintenance, and alerting is channels", () => {
    const {
      maintenanceSeries = [],
      channels = [],
      components = [],
      notes = [],
    } = partOfFiles(gatusOrigin, [file("composed-everything.yaml")]);
    expect(maintenanceSeries).toEqual([
      expect.objectContaining({ id: "core_api-search", startsLocal: "2024-01-01T02:30", timeZone: "Europe/Berlin" }),
      expect.objectContaining({
        id: "maintenance",
        startsLocal: "2024-01-01T23:00",
        durationSeconds: 3600,
        repeat: { frequency: "weekly", interval: 1, weekdays: ["mo", "th"], until: null },
        componentIds: components.map(({ id }) => id),
      }),
    ]);
    expect(channels.map(({ id, kind }) => [id, kind])).toEqual([
      ["slack", "slack"],
      ["pagerduty", "pagerduty"],
      ["custom", "http"],
    ]);
    expect(notes).toContainEqual(expect.objectContaining({ kind: "left_out", noun: "channel", name: "email" }));
  });

  test("an external endpoint keeps its address: its key and its token are the heartbeat's key", () => {
    const text = "external-endpoints:\n  - {name: Backup, group: Jobs, token: potato, heartbeat: {interval: 30m}}";
    const { heartbeats = [], notes = [] } = read(text);
    expect(heartbeats[0]).toMatchObject({
      id: "jobs_backup",
      pingKey: gatusPingKey("jobs_backup", "potato"),
      pingPath: "/api/v1/endpoints/jobs_backup/external",
    });
    expect(JSON.stringify(notes)).not.toContain("potato");
  });

  test("fifty endpoints by anchors keep the three members that each must have", () => {
    const { monitors = [], groups = [] } = partOfFiles(gatusOrigin, [file("real-50-endpoints-anchors.yaml")]);
    expect([monitors.length, groups.length]).toEqual([50, 9]);
    expect(monitors[0]?.settings).toMatchObject({
      jsonPath: "$[?$.id && $.version && $.resources]",
      certificateDays: 3,
    });
  });

  test.each([
    ["no condition that is known", '    url: https://example.com\n    conditions: ["[CONTEXT].a == 1"]'],
    ["no condition", "    url: https://example.com\n    conditions: []"],
    ["a scheme that is not checked", '    url: sctp://example.com:1\n    conditions: ["[CONNECTED] == true"]'],
  ])("an endpoint with %s comes without a monitor that would be up", (_, lines) => {
    const { monitors = [], components = [], notes = [] } = one(lines);
    expect(monitors).toEqual([expect.objectContaining({ kind: null })]);
    expect(components).toEqual([expect.objectContaining({ keptBy: "manual", manualStatus: null })]);
    expect(notes.some(({ kind }) => kind === "left_out")).toBe(true);
  });

  test.each([
    '["[STATUS] == 200", "[IP] == 127.0.0.1"]',
    '["[STATUS] == 200", "[BODY].name == pat(*x*y*)"]',
    '["[STATUS] == 200", "[RESPONSE_TIME] < 60000"]',
  ])("a monitor without one of its conditions comes paused: %s", (conditions) => {
    const { monitors = [], notes = [] } = one(`    url: https://example.com\n    conditions: ${conditions}`);
    expect(monitors[0]).toMatchObject({ kind: "http", isPaused: true });
    expect(notes.some(({ kind }) => kind === "question")).toBe(true);
  });

  test("a variable is asked for by its name, and its monitor comes paused", () => {
    const text = 'endpoints:\n  - {name: a, url: "https://$HOST/", conditions: ["[STATUS] == 200"]}';
    const { monitors = [], notes = [] } = read(text);
    expect(monitors[0]).toMatchObject({ isPaused: true });
    expect(notes.filter(({ field }) => field === braced("HOST"))).toHaveLength(2);
    const filled = read(text, { $HOST: "example.com" });
    expect(filled.monitors?.[0]).toMatchObject({ isPaused: false, settings: { url: "https://example.com/" } });
  });

  test("files are merged as Gatus does, and a value that is set twice is refused by its name", () => {
    const twice = gatusOrigin.readFiles?.(
      [file("config.yaml"), { path: "z.yaml", text: "ui: {header: A}" }, { path: "zz.yaml", text: "ui: {header: B}" }],
      originSettings(),
    );
    expect(twice).toMatchObject({ ok: false, refusal: { message: "zz.yaml: ui.header is set in another file too." } });
  });

  test("the file within a ConfigMap is read", () => {
    const map = JSON.stringify({ kind: "ConfigMap", data: { "config.yaml": originFixture("gatus/config.yaml") } });
    expect(read(map).monitors).toEqual(partOfFiles(gatusOrigin, [file("config.yaml")]).monitors);
  });

  test("aliases without an end, and a broken line, are refused with their place", () => {
    const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${"bcdefgh"
      .split("")
      .map((name, at) => `${name}: &${name} [${`*${"abcdefgh"[at]},`.repeat(9)}]`)
      .join("\n")}`;
    const refusal = (text: string) => {
      const result = gatusOrigin.readFiles?.([{ path: "config.yaml", text }], originSettings());
      return result?.ok === false ? result.refusal.message : "";
    };
    expect(refusal(bomb)).toContain("aliases");
    expect(refusal("endpoints: &a\n  - *a\n")).toContain("aliases");
    expect(refusal("endpoints:\n  - name: [\n")).toMatch(/config\.yaml is not YAML: line \d+/);
    expect(refusal("title: x")).toContain("no file has a list of endpoints".slice(3));
  });
});

test.each([
  ["1h30m", 5400],
  ["500ms", 0.5],
  ["90s", 90],
  ["2 days", null],
])("the duration %s is %s s", (text, seconds) => expect(goDurationSeconds(text)).toBe(seconds));

test.each([
  ["[STATUS] < 300", { statuses: "100-299" }],
  ["[STATUS] != 500", { statuses: "100-499, 501-599" }],
  ["[STATUS] == pat(2*)", { statuses: "200-299" }],
  ["[BODY] == pat(*<h1>Hi</h1>*)", { contains: "<h1>Hi</h1>" }],
  ["[BODY] != pat(*error*)", { lacks: "error" }],
  ["[CERTIFICATE_EXPIRATION] > 48h", { certificateHours: 48 }],
  ["[STATUS]==200", { untaken: ["[STATUS]==200"] }],
  ["[RESPONSE_TIME] > 5", { untaken: ["[RESPONSE_TIME] > 5"] }],
])("the condition %s is read", (text, expected) => expect(readGatusConditions([text])).toMatchObject(expected));

test("JSON tests are one path", () => {
  expect(gatusJsonSettings(readGatusConditions(["[BODY].a-b[0].c == 5", "has([BODY].d) == false"]).json)).toEqual({
    jsonPath: "$[?$['a-b'][0].c == 5 && !$.d]",
  });
});

test("two dollars are one, and any text of conditions is kept or taken", () => {
  expect(fillGatusVariables(`a $$B ${braced("C")}`, {})).toEqual({ text: `a $B ${braced("C")}`, unset: ["C"] });
  fc.assert(
    fc.property(fc.array(fc.string()), (texts) => {
      expect(readGatusConditions(texts).untaken.length).toBeLessThanOrEqual(texts.length);
    }),
  );
});

test("an announcement of any type comes, and a type that is not known is asked about", () => {
  const known = ["outage", "warning", "information", "operational", "none", ""];
  fc.assert(
    fc.property(fc.string(), (type) => {
      const announcement = { timestamp: "2026-08-15T14:00:00Z", type, message: "Text" };
      const { incidents = [], notes = [] } = read(JSON.stringify({ announcements: [announcement] }));
      expect(incidents).toHaveLength(1);
      if (known.includes(type.trim().toLowerCase())) return;
      expect(incidents[0]?.impact).toBe("minor");
      expect(notes).toContainEqual(expect.objectContaining({ kind: "question", field: "type" }));
    }),
  );
});

test("no spoilt file throws", () => expectSoundFiles(gatusOrigin, [file("composed-everything.yaml"), ...several]));
