import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Outbound } from "~/platform/outbound";
import { look } from "../../../../tests/support/monitor-peers";

/** Real answers of vendors: tests/fixtures/vendor-status/real/SOURCE.md */
const text = (name: string) => readFileSync(`tests/fixtures/vendor-status/real/${name}`, "utf8");

const answering = (text: string): Outbound => ({
  fetch: async () => ({ ok: true, status: 200, headers: new Headers(), text, truncated: false, milliseconds: 5 }),
  connect: () => expect.unreachable(),
  upgrade: () => expect.unreachable(),
});

const at = { url: "https://status.example.com" };
const ask = (given: Record<string, unknown>, answer: string, now = Date.parse("2026-09-03T15:20:00Z")) =>
  look("vendor", { ...at, ...given }, { outbound: answering(answer), now: () => now });

type Case = [format: string, document: string, components: string | undefined, verdict: string, code: string];

test.each<Case>([
  ["aws", "aws.json", undefined, "degraded", "partial_outage"],
  ["aws", "aws.json", "me-central-1", "down", "major_outage"],
  ["aws", "aws.json", "Bahrain", "down", "major_outage"],
  ["aws", "aws.json", "eu-central-1", "up", "ok"],
  ["googlecloud", "googlecloud.json", undefined, "up", "ok"],
  ["googlecloud", "googlecloud.json", "europe-west4", "up", "ok"],
  ["slack", "slack-current.json", undefined, "up", "ok"],
  ["slack", "slack-current.json", "Messaging", "up", "ok"],
  ["betterstack", "betterstack.json", undefined, "up", "ok"],
  ["betterstack", "betterstack.json", "Better Stack", "up", "ok"],
  ["betterstack", "betterstack-vapi.json", "Vapi API", "up", "ok"],
  ["betterstack", "betterstack-vapi.json", "Anthropic", "unknown", "strange_status"],
  ["instatus", "instatus.json", undefined, "up", "ok"],
  ["instatus", "instatus.json", "cm86c68hh003drlefrrklqlw1", "up", "ok"],
  ["incidentio", "incidentio-calm.json", undefined, "up", "ok"],
  ["incidentio", "incidentio.json", undefined, "degraded", "partial_outage"],
  ["incidentio", "incidentio.json", "Authentication", "degraded", "partial_outage"],
  ["incidentio", "incidentio.json", "Billing", "up", "ok"],
])("%s, %s, %j", async (format, document, components, verdict, code) => {
  expect(await ask({ format, ...(components ? { components } : {}) }, text(document))).toMatchObject({ verdict, code });
});

describe("documents of a calm day, on a day that is not", () => {
  test("Google Cloud: what has no end is open, and a notice is none", async () => {
    const open = text("googlecloud.json").replaceAll(/"end": "[^"]*"/g, '"end": null');
    const given = { format: "googlecloud" };
    expect(await ask(given, open)).toMatchObject({ verdict: "degraded", code: "partial_outage" });
    const followed = { ...given, components: "Bare Metal Solution" };
    expect(await ask(followed, open)).toMatchObject({ verdict: "degraded", code: "partial_outage" });
    expect(await ask({ ...given, components: "Dialogflow CX" }, open)).toMatchObject({ verdict: "up" });
  });

  test("Slack: what was in its history, while it was going on", async () => {
    const incidents = JSON.parse(text("slack-history.json"));
    const active = incidents.map((each: object) => ({ ...each, status: "active" }));
    const during = (active_incidents: unknown) =>
      JSON.stringify({ ...JSON.parse(text("slack-current.json")), status: "active", active_incidents });
    expect(await ask({ format: "slack" }, during(active))).toMatchObject({ verdict: "degraded" });
    expect(await ask({ format: "slack", components: "Workflows" }, during(active))).toMatchObject({
      verdict: "degraded",
    });
    expect(await ask({ format: "slack", components: "Files" }, during(active))).toMatchObject({ verdict: "up" });
    expect(await ask({ format: "slack" }, during(incidents))).toMatchObject({ verdict: "up" });
  });

  test.each([
    [
      "betterstack",
      "betterstack.json",
      '"aggregate_state": "operational"',
      '"aggregate_state": "maintenance"',
      "degraded",
    ],
    ["betterstack", "betterstack.json", '"aggregate_state": "operational"', '"aggregate_state": "strange"', "unknown"],
    ["instatus", "instatus.json", '"OPERATIONAL"', '"UNDERMAINTENANCE"', "degraded"],
    ["instatus", "instatus.json", '"OPERATIONAL"', '"SOMETHINGNEW"', "unknown"],
    ["incidentio", "incidentio.json", '"partial_outage"', '"something_new"', "unknown"],
    ["aws", "aws.json", '"3"', '"4"', "unknown"],
    ["betterstack", "betterstack.json", '"data"', '"date"', "unknown"],
    ["incidentio", "incidentio.json", '"in_progress_maintenances"', '"gone"', "unknown"],
  ])("%s, %s, with %s as %s is %s", async (format, document, word, other, verdict) => {
    expect(await ask({ format }, text(document).replaceAll(word, other))).toMatchObject({ verdict });
  });
});

describe("feeds", () => {
  const given = { format: "feed" };

  test("incident.io’s and xAI’s: an entry is over when its status says so", async () => {
    const openai = await ask(given, text("openai.atom"));
    expect(openai).toMatchObject({ verdict: "degraded", code: "degraded_performance" });
    const over = text("openai.atom").replaceAll("Status: Investigating", "Status: Resolved");
    expect(await ask(given, over)).toMatchObject({ verdict: "up" });
    const later = Date.parse("2026-09-02T12:00:00Z");
    expect(await ask({ ...given, components: "Responses API" }, text("openai.atom"), later)).toMatchObject({
      verdict: "up",
    });
    expect(await ask(given, text("xai.rss"))).toMatchObject({ verdict: "degraded" });
    expect(await ask(given, text("xai.rss").replace("ACTIVE", "RESOLVED"))).toMatchObject({ verdict: "up" });
    const long = Date.parse("2026-09-01T12:00:00Z");
    expect(await ask({ ...given, components: "[API]" }, text("xai.rss"), long)).toMatchObject({ verdict: "up" });
  });

  test("incident.io’s maintenance is under way, planned or over, and never an outage", async () => {
    const said = (word: string) =>
      ask(given, text("openai.atom").replaceAll("Status: Investigating", `Status: ${word}`));
    expect(await said("Maintenance in progress")).toMatchObject({ code: "under_maintenance" });
    expect(await said("Maintenance scheduled")).toMatchObject({ verdict: "up" });
    expect(await said("Maintenance complete")).toMatchObject({ verdict: "up" });
  });

  test("Azure’s: by product and region; visitors are sent to no server that is not the vendor’s own page", async () => {
    const url = "https://rssfeed.azure.status.microsoft/en-us/status/feed/";
    const then = Date.parse("2026-07-23T16:50:00Z");
    const found = await ask({ ...given, url, components: "west us" }, text("azure.xml"), then);
    expect(found).toMatchObject({ verdict: "degraded", link: url });
    const elsewhere = { ...given, url, components: "North Europe" };
    expect(await ask(elsewhere, text("azure.xml"), then)).toMatchObject({ verdict: "up" });
  });
});
