import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import { refusalText } from "~/i18n/refusal-text";
import { look } from "../../../tests/support/monitor-peers";
import type { Outbound } from "../../platform/outbound";
import type { TextReadTrouble } from "../../text/read-text";
import { englishSentence } from "../contract/contract";

/** Returns a status page with this answer. */
function page(text: string, status = 200, unread?: TextReadTrouble): Outbound & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    async fetch({ url }) {
      asked.push(url);
      return {
        ok: true,
        status,
        headers: new Headers(),
        text,
        truncated: false,
        milliseconds: 5,
        ...(unread && { unread }),
      };
    },
    connect: () => expect.unreachable(),
    upgrade: () => expect.unreachable(),
  };
}

const ask = (given: Record<string, unknown>, json: unknown, status?: number) =>
  look("vendor", { url: "https://status.example.com", ...given }, { outbound: page(JSON.stringify(json), status) });

const saved = (name: string) => JSON.parse(readFileSync(`tests/fixtures/statuspage-v2/${name}`, "utf8"));
const discord = saved("discord-2022/summary.json");
const github = saved("github-2020/summary-major-outage.json");

const statuspage = (...components: [name: string, status: string][]) => ({
  page: { name: "Acme" },
  status: { indicator: "none" },
  components: components.map(([name, status], n) => ({ id: `c${n}`, name, status })),
});

describe("saved pages of Statuspage (tests/fixtures/statuspage-v2/SOURCE.md)", () => {
  test("all of a page", async () => {
    expect(await ask({}, discord)).toMatchObject({ verdict: "up", code: "ok", milliseconds: null });
    expect(github.status.description).toBe("Partial System Outage");
    expect(await ask({}, github)).toMatchObject({ verdict: "degraded", code: "partial_outage" });
  });

  test("each component of it, by name and by ID, says what the page says", async () => {
    const verdicts: Record<string, string> = { operational: "up", major_outage: "down" };
    for (const { id, name, status } of [...discord.components, ...github.components]) {
      const from = discord.components.some((each: { id: string }) => each.id === id) ? discord : github;
      for (const components of [id, name]) {
        const { verdict } = await ask({ components }, from);
        expect([name, verdict]).toEqual([name, verdicts[status] ?? "degraded"]);
      }
    }
  });
});

describe("what is followed", () => {
  test.each([
    ["API", true, "up", "ok"],
    ["Почта", true, "unknown", "text_unread"],
    ["", true, "up", "ok"],
    ["", false, "unknown", "text_unread"],
  ])("%j in a feed of a charset that is not known", async (components, ascii, verdict, code) => {
    const text = "<rss><channel><title>Acme</title><link>https://status.example.com</link></channel></rss>";
    const outbound = page(ascii ? text : "", 200, { why: englishSentence("Its text was not read."), ascii });
    const found = await look("vendor", { url: "https://status.example.com", format: "feed", components }, { outbound });
    expect(found).toMatchObject({ verdict, code });
  });

  const mixed = statuspage(
    ["API", "operational"],
    ["Web", "partial_outage"],
    ["Mail", "major_outage"],
    ["Jobs", "new_word"],
  );

  test.each<[components: string, verdict: string, code: string, detail: string]>([
    ["API", "up", "ok", "Nothing is reported."],
    ["Web", "degraded", "partial_outage", "Web has a partial outage."],
    ["API\nWeb", "degraded", "partial_outage", "Web has a partial outage."],
    ["API\n c2 \n", "down", "major_outage", "Mail has a major outage."],
    ["Jobs", "unknown", "strange_status", "Jobs has an unknown status."],
    ["Web\nJobs", "unknown", "strange_status", "Jobs has an unknown status."],
    ["Mail\nJobs", "down", "major_outage", "Mail has a major outage."],
    ["API\nGone", "unknown", "component_missing", "It has no component Gone."],
  ])("%j is %s", async (components, verdict, code, detail) => {
    const found = await ask({ components }, mixed);
    expect(found).toMatchObject({ verdict, code });
    expect(refusalText(found.detail, "en")).toBe(detail);
    expect(found.steps.every(({ ok }) => ok)).toBe(verdict === "up");
  });

  test("planned maintenance is degraded, and never down", async () => {
    const found = await ask({ components: "API" }, statuspage(["API", "under_maintenance"]));
    expect(found).toMatchObject({ verdict: "degraded", code: "under_maintenance" });
  });
});

const betterstack = (aggregate: string, ...resources: [string, string][]) => ({
  data: { id: "1", type: "status_page", attributes: { company_name: "Acme", aggregate_state: aggregate } },
  included: [
    { id: "9", type: "status_page_section", attributes: { name: "Services" } },
    ...resources.map(([name, status], n) => ({
      id: String(n),
      type: "status_page_resource",
      attributes: { public_name: name, status },
    })),
  ],
});

const instatus = (...components: [string, string][]) => ({
  components: components.map(([name, status], n) => ({ id: `c${n}`, name, status })),
});

const slack = (...incidents: [type: string, status: string, services: string[]][]) => ({
  status: incidents.length > 0 ? "active" : "ok",
  active_incidents: incidents.map(([type, status, services]) => ({ type, status, services })),
});

describe("other formats", () => {
  test.each<[format: string, components: string | undefined, json: unknown, verdict: string, code: string]>([
    ["betterstack", undefined, betterstack("operational"), "up", "ok"],
    ["betterstack", undefined, betterstack("downtime"), "down", "major_outage"],
    ["betterstack", undefined, betterstack("maintenance"), "degraded", "under_maintenance"],
    ["betterstack", "API", betterstack("degraded", ["API", "operational"], ["Web", "degraded"]), "up", "ok"],
    ["betterstack", "Web", betterstack("degraded", ["Web", "degraded"]), "degraded", "degraded_performance"],
    ["betterstack", "Services", betterstack("operational"), "unknown", "component_missing"],
    ["instatus", undefined, instatus(["API", "OPERATIONAL"]), "up", "ok"],
    ["instatus", undefined, instatus(["API", "OPERATIONAL"], ["Web", "MAJOROUTAGE"]), "down", "major_outage"],
    ["instatus", undefined, instatus(["API", "OPERATIONAL"], ["Web", "SOMETHING"]), "unknown", "strange_status"],
    ["instatus", "API", instatus(["API", "UNDERMAINTENANCE"]), "degraded", "under_maintenance"],
    ["slack", undefined, slack(), "up", "ok"],
    ["slack", undefined, slack(["incident", "active", ["Messaging"]]), "degraded", "partial_outage"],
    ["slack", undefined, slack(["outage", "active", ["Messaging"]]), "down", "major_outage"],
    ["slack", undefined, slack(["outage", "resolved", ["Messaging"]]), "up", "ok"],
    ["slack", "Files", slack(["outage", "active", ["Messaging"]]), "up", "ok"],
    ["slack", "Messaging", slack(["outage", "active", ["Messaging"]]), "down", "major_outage"],
    ["slack", "Mesaging", slack(), "unknown", "component_missing"],
  ])("%s, %j", async (format, components, json, verdict, code) => {
    const given = components === undefined ? { format } : { format, components };
    expect(await ask(given, json)).toMatchObject({ verdict, code });
  });

  test.each([
    ["statuspage", "/api/v2/summary.json"],
    ["instatus", "/v2/components.json"],
    ["betterstack", "/index.json"],
    ["slack", "/api/v2.0.0/current"],
  ])("%s is asked once, at %s, whatever stands behind the host", async (format, path) => {
    const outbound = page("{}");
    await look("vendor", { url: "https://status.example.com/history?x=1#top", format }, { outbound });
    expect(outbound.asked).toEqual([`https://status.example.com${path}`]);
  });
});

test.each([
  [200, "<html>"],
  [200, "[]"],
  [503, JSON.stringify(discord)],
  [404, ""],
])("an answer of %i that is no status page says nothing of the vendor", async (status, text) => {
  const outbound = page(text, status);
  const found = await look("vendor", { url: "https://status.example.com" }, { outbound });
  expect(found).toMatchObject({ verdict: "unknown", code: "not_a_status_page" });
});

const kept = (name: string) => JSON.parse(readFileSync(`tests/fixtures/vendor-status/${name}`, "utf8"));

describe("formats that list only what has trouble", () => {
  test.each<[format: string, saved: string, components: string | undefined, verdict: string, code: string]>([
    ["googlecloud", "googlecloud.json", undefined, "degraded", "partial_outage"],
    ["googlecloud", "googlecloud.json", "Cloud Build", "degraded", "partial_outage"],
    ["googlecloud", "googlecloud.json", "europe-west4", "up", "ok"],
    ["aws", "aws.json", "dynamodb-us-east-1", "down", "major_outage"],
    ["aws", "aws.json", "ec2-eu-central-1", "up", "ok"],
    ["incidentio", "incidentio.json", "Search", "down", "major_outage"],
    ["incidentio", "incidentio.json", "API", "up", "ok"],
    ["upfront", "upfront.json", "API", "degraded", "partial_outage"],
    ["upfront", "upfront.json", "Gone", "unknown", "component_missing"],
  ])("%s, %s, %j", async (format, name, components, verdict, code) => {
    const given = components === undefined ? { format } : { format, components };
    expect(await ask(given, kept(name))).toMatchObject({ verdict, code });
  });
});

describe("what visitors are told", () => {
  test("is where the vendor says so, without what may be a secret", async () => {
    const found = await ask(
      { url: "https://status.example.com/acme?key=s3cret#top", format: "upfront" },
      kept("upfront.json"),
    );
    expect(found.link).toBe("https://status.example.com/acme");
  });

  test("is nothing where it is not to be named, and nothing where nothing is known", async () => {
    expect((await ask({ named: "no" }, discord)).link).toBeUndefined();
    expect((await ask({}, {})).link).toBeUndefined();
  });

  test("of a feed is the page that it names", async () => {
    const text = readFileSync("tests/fixtures/vendor-status/azure.xml", "utf8");
    const given = { url: "https://rssfeed.azure.status.microsoft/en-us/status/feed/", format: "feed" };
    expect((await look("vendor", given, { outbound: page(text) })).link).toBe(
      "https://azure.status.microsoft/en-us/status/",
    );
  });
});

test("AWS’s events are read as they come, in UTF-16", async () => {
  const bytes = Buffer.from(`\ufeff${JSON.stringify(kept("aws.json"))}`, "utf16le").swap16();
  const server = createServer((request, response) => {
    response.writeHead(request.url === "/public/currentevents" ? 200 : 404, {
      "content-type": "application/json;charset=utf-16",
    });
    response.end(bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/health/status`;
  const found = await look("vendor", { url, format: "aws", components: "us-east-1" });
  server.close();
  expect(found).toMatchObject({ verdict: "down", code: "major_outage", link: url });
  expect(found.steps.map(({ title }) => refusalText(title, "en"))).toContain("Amazon DynamoDB (N. Virginia)");
});
