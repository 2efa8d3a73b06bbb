import { describe, expect, test } from "vitest";
import { errorsOfFile, readFile } from "../../../tests/support/configuration";

const whole = `# yaml-language-server: $schema=https://status.example.com/schemas/upfront.json
name: infrastructure
pages:
  main:
    name: Example
    time_zone: Europe/Berlin
    groups:
      core: { name: Core }
    components:
      api: { name: API, group: core, only_show_if_degraded: true }
    monitors:
      api-http: { kind: http, name: API, settings: { url: "https://api.example.com/health" }, components: [api] }
    channels:
      ops: { kind: slack, name: Ops, settings: { url: { secret: ops-slack } } }
`;

const pageOf = (text: string, variables: Record<string, string> = {}) => {
  const { document, errors } = readFile(text, variables);
  expect(errors).toEqual([]);
  return document?.pages[0];
};

const valuesOf = (text: string, variables: Record<string, string> = {}) =>
  Object.fromEntries(
    (pageOf(text, variables)?.things ?? []).map(({ noun, key, values }) => [`${noun}/${key}`, values]),
  );

/** A variable as a file writes it. */
const variable = (name: string) => `$\{${name}}`;

/** A page with these lines below it. */
const page = (...lines: string[]) => ["name: a", "pages:", "  main:", ...lines.map((line) => `    ${line}`)].join("\n");

describe("a file", () => {
  test("is read into a document with the place of each thing and field", () => {
    expect(readFile(whole).document?.name).toBe("infrastructure");
    expect(pageOf(whole)).toMatchObject({
      slug: "main",
      was: null,
      values: { name: "Example", time_zone: "Europe/Berlin" },
      place: { line: 4, column: 3 },
    });
    expect(valuesOf(whole)).toEqual({
      "group/core": { name: "Core" },
      "component/api": { name: "API", group: "core", only_show_if_degraded: true },
      "monitor/api-http": {
        kind: "http",
        name: "API",
        settings: { url: "https://api.example.com/health" },
        components: { api: "major_outage" },
      },
      "channel/ops": { kind: "slack", name: "Ops", settings: { url: { secret: "ops-slack" } } },
    });
    const [, , monitor] = pageOf(whole)?.things ?? [];
    expect(monitor?.places?.["settings.url"]).toEqual({ line: 12, column: 54 });
  });

  test.each([
    ["a byte order mark and line ends of Windows", `\ufeff${whole.replaceAll("\n", "\r\n")}`],
    ["tabs between a key and its value", whole.replaceAll("name: ", "name:\t")],
  ])("may have %s", (_, text) => {
    expect(valuesOf(text)).toEqual(valuesOf(whole));
  });

  test("has the API's values: numbers, flags, lists, schedules, links, matches", () => {
    const text = page(
      "partial_outage_weight: 0.5",
      "links: [{ label: Shop, url: https://example.com }]",
      "heartbeats:",
      "  nightly:",
      "    name: 2024",
      "    schedule: { kind: cron, expression: '30 3 * * *', time_zone: Europe/Berlin }",
      "    grace: 600",
      "    tags: [db, 7]",
      "    post_only: true",
      "    components: { api: partial_outage }",
      "    paused: true",
      "rules:",
      "  critical:",
      "    source: prometheus",
      "    match: { labels: { team: pay* }, severities: [error, critical] }",
      "    group_by: [alertname]",
      "channels:",
      "  pager: { kind: webhook, settings: { url: https://example.com/hook }, quiet_from: 22:00, minimum_severity: null }",
      "mutes:",
      "  move: { subject: page, until: 2026-12-24T19:00:00+01:00 }",
      "members:",
      "  ann: { email: Ann@Example.com, role: admin }",
    );
    expect(pageOf(text)?.values).toEqual({
      partial_outage_weight: 0.5,
      links: [{ label: "Shop", url: "https://example.com" }],
    });
    expect(valuesOf(text)).toEqual({
      "heartbeat/nightly": {
        name: "2024",
        schedule: { kind: "cron", expression: "30 3 * * *", time_zone: "Europe/Berlin" },
        grace: 600,
        tags: ["db", "7"],
        post_only: true,
        components: { api: "partial_outage" },
        paused: true,
      },
      "rule/critical": {
        source: "prometheus",
        match: { labels: { team: "pay*" }, severities: ["critical", "error"] },
        group_by: ["alertname"],
      },
      "channel/pager": {
        kind: "webhook",
        settings: { url: "https://example.com/hook" },
        quiet_from: "22:00",
        minimum_severity: null,
      },
      "mute/move": { subject: "page", until: "2026-12-24T18:00:00.000Z" },
      "member/ann": { email: "ann@example.com", role: "admin" },
    });
  });

  test("may repeat itself by anchors, below a name of its own", () => {
    const text = [
      "x-defaults: &often { interval: 5, retries: 2 }",
      page(
        "monitors:",
        "  a: { <<: *often, kind: http, retries: 1, settings: { url: &u https://a.example.com } }",
        "  b: { kind: http, <<: [*often], settings: { url: *u } }",
      ),
    ].join("\n");
    const url = "https://a.example.com";
    expect(valuesOf(text)).toEqual({
      "monitor/a": { kind: "http", interval: 5, retries: 1, settings: { url } },
      "monitor/b": { kind: "http", interval: 5, retries: 2, settings: { url } },
    });
  });

  test("has variables, of which $$ makes a dollar", () => {
    const text = page(
      `name: ${variable("NAME")} $$5 $${variable("NAME")} $.status $`,
      "monitors:",
      `  a: { kind: http, interval: "${variable("EVERY")}", settings: { url: "https://${variable("HOST")}/health", jsonPath: $.status } }`,
    );
    const variables = { NAME: "a: b # c", EVERY: "5", HOST: "api.example.com" };
    expect(pageOf(text, variables)?.values).toEqual({ name: `a: b # c $5 ${variable("NAME")} $.status $` });
    expect(valuesOf(text, variables)).toMatchObject({
      "monitor/a": { interval: 5, settings: { url: "https://api.example.com/health" } },
    });
    expect(errorsOfFile(text, { NAME: "x" })).toEqual([
      "6:35 The variable EVERY is not set.",
      "6:72 The variable HOST is not set.",
    ]);
  });
});
