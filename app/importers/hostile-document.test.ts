import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { resetIsolate } from "~/platform/isolate";
import { type Desk, openDesk } from "../../tests/support/desk";
import { endOfDocument, foreignUpdate, undoLastImport } from "../../tests/support/hostile-imports";
import {
  foreignComponent,
  foreignHeartbeat,
  foreignIncident,
  startOf2026Ms,
} from "../../tests/support/import-documents";

/** A program may send anything by the API: it is refused, or ends. */

let desk: Desk;
beforeEach(async () => {
  resetIsolate();
  desk = await openDesk();
});
afterEach(() => desk.close());

const nested = (depth: number): unknown => {
  let value: unknown = 1;
  for (let at = 0; at < depth; at++) value = [value];
  return value;
};

describe("a text", () => {
  const cases: [string, Record<string, unknown>][] = [
    [
      "a long body",
      { incidents: [foreignIncident("i", { updates: [foreignUpdate({ body: "*a*[b](c) ".repeat(60_000) })] })] },
    ],
    [
      "a long quoted body",
      {
        incidents: [
          foreignIncident("i", {
            updates: [foreignUpdate({ body: `${">".repeat(3000)}${"[".repeat(20_000)}${"*".repeat(20_000)}` })],
          }),
        ],
      },
    ],
    [
      "a long postmortem",
      {
        incidents: [
          foreignIncident("i", {
            resolvedAt: startOf2026Ms,
            postmortem: { body: "| a ".repeat(150_000), publishedAt: startOf2026Ms },
          }),
        ],
      },
    ],
    [
      "a long maintenance",
      {
        components: [foreignComponent("c")],
        maintenances: [
          {
            id: "m",
            title: "",
            startsAt: startOf2026Ms,
            endsAt: startOf2026Ms,
            state: "completed",
            updates: [{ body: "<b>".repeat(200_000), shownAt: startOf2026Ms }],
            componentIds: ["c"],
          },
        ],
      },
    ],
    [
      "a long template",
      { templates: [{ id: "t", name: "T", title: "x".repeat(100_000), body: "y".repeat(500_000), status: null }] },
    ],
    ["a long description", { components: [foreignComponent("c", { description: "x".repeat(600_000) })] }],
    [
      "a long address",
      {
        subscribers: [
          {
            kind: "email",
            address: `${"x".repeat(600_000)}@example.org`,
            state: "active",
            componentIds: [],
            consentedAt: null,
          },
          {
            kind: "webhook",
            address: `https://a.example/${"x".repeat(10_000)}`,
            state: "active",
            componentIds: [],
            consentedAt: null,
          },
        ],
      },
    ],
    ["a long path", { incidents: [foreignIncident("i", { path: `/${"x".repeat(600_000)}` })] }],
    [
      "a long ping path",
      {
        components: [foreignComponent("c")],
        heartbeats: [
          foreignHeartbeat("h", {
            pingPath: `/${"x".repeat(600_000)}`,
            pingKey: "x".repeat(10_000),
            componentIds: ["c"],
          }),
        ],
      },
    ],
    [
      "a zone that is none",
      {
        page: { id: "p", name: "P", timeZone: "Mars/Olympus" },
        components: [foreignComponent("c")],
        incidents: [foreignIncident("i")],
      },
    ],
    [
      "a zone of another case",
      { page: { id: "p", name: "P", timeZone: "europe/berlin" }, components: [foreignComponent("c")] },
    ],
    [
      "languages and colours that are none",
      { page: { id: "p", name: "P", accentColor: "red;}", languages: ["<b>", "x".repeat(10_000), "__proto__"] } },
    ],
    [
      "a title of control characters",
      {
        incidents: [foreignIncident("i", { title: "a\u0000b\u202e\nc" })],
        components: [foreignComponent("c", { name: "a\u0000b", description: "a\u0000b" })],
      },
    ],
    [
      "a half letter",
      {
        incidents: [foreignIncident("\ud800", { title: "\ud800", updates: [foreignUpdate({ body: "\ud800" })] })],
        components: [foreignComponent("\udc00", { name: "\ud800", description: "\ud800" })],
      },
    ],
    [
      "ids that are names of objects",
      {
        components: ["__proto__", "constructor", "toString"].map((id) => foreignComponent(id)),
        incidents: [
          foreignIncident("__proto__", {
            updates: [foreignUpdate({ changes: [{ componentId: "__proto__", status: "major_outage" }] })],
          }),
        ],
      },
    ],
    ["ids that are quoted", { components: ['"', "'", "\\", "a.b", "$", "%"].map((id) => foreignComponent(id)) }],
    [
      "nested settings",
      {
        monitors: [
          {
            id: "m",
            name: "M",
            kind: "http",
            settings: { url: "https://a.example/", deep: nested(9000) },
            intervalSeconds: 60,
          },
        ],
      },
    ],
    [
      "huge numbers",
      {
        monitors: [
          {
            id: "m",
            name: "M",
            kind: "http",
            settings: { url: "https://a.example/" },
            intervalSeconds: 9e15,
            timeoutSeconds: 1e300,
          },
        ],
        heartbeats: [
          foreignHeartbeat("h", { schedule: { everySeconds: 9e15 }, graceSeconds: 9e15 }),
          foreignHeartbeat("k", { schedule: { cron: "* * * * * * * *", timeZone: "Mars" } }),
        ],
      },
    ],
    [
      "private addresses",
      {
        monitors: ["http://169.254.169.254/", "file:///etc/passwd", "javascript:alert(1)", "http://[::1]/"].map(
          (url, at) => ({ id: `m${at}`, name: "M", kind: "http", settings: { url }, intervalSeconds: 60 }),
        ),
      },
    ],
    [
      "two heartbeats of one key",
      {
        components: [foreignComponent("c")],
        heartbeats: ["h", "k"].map((id) =>
          foreignHeartbeat(id, { pingKey: "12345678-1234-1234-1234-123456789abc", componentIds: ["c"] }),
        ),
      },
    ],
    [
      "two of one id, and groups that are components",
      {
        groups: [
          { id: "c", name: "G" },
          { id: "c", name: "H" },
        ],
        components: [
          foreignComponent("c", { groupId: "c" }),
          foreignComponent("c", { name: "twice", groupId: "nowhere" }),
        ],
        incidents: [foreignIncident("c"), foreignIncident("c", { title: "twice" })],
      },
    ],
    [
      "a thousand components of one change",
      {
        components: [foreignComponent("c")],
        incidents: [
          foreignIncident("i", {
            updates: Array.from({ length: 3000 }, (_, at) =>
              foreignUpdate({
                shownAt: startOf2026Ms,
                body: "",
                changes: [{ componentId: "c", status: at % 2 ? "major_outage" : "operational" }],
              }),
            ),
          }),
        ],
      },
    ],
    ["no update at all", { incidents: [foreignIncident("i", { updates: [] })] }],
    [
      "times backwards",
      {
        components: [foreignComponent("c")],
        incidents: [
          foreignIncident("i", {
            startedAt: startOf2026Ms,
            resolvedAt: startOf2026Ms - 9e9,
            updates: [
              foreignUpdate({ shownAt: startOf2026Ms }),
              foreignUpdate({ shownAt: startOf2026Ms - 5e9, status: "resolved" }),
              foreignUpdate({ shownAt: startOf2026Ms - 8e9 }),
            ],
          }),
        ],
      },
    ],
    [
      "tags without end",
      {
        monitors: [
          {
            id: "m",
            name: "M",
            kind: "http",
            settings: { url: "https://a.example/" },
            intervalSeconds: 60,
            tags: Array.from({ length: 20_000 }, (_, at) => `tag ${at}`),
          },
        ],
      },
    ],
    [
      "notes without end",
      {
        notes: Array.from({ length: 5000 }, (_, at) => ({
          kind: "left_out",
          noun: "incident",
          id: `n${at}`,
          name: "n",
          field: "f",
          reason: "r",
        })),
      },
    ],
  ];
  test.each(cases)("may be %s", async (_, parts) => {
    const end = await endOfDocument(desk, parts);
    expect(["invalid", "applied"]).toContain(end);
    if (end === "applied") expect(await undoLastImport(desk)).toBe("undone");
  });
});
