import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { resetIsolate } from "~/platform/isolate";
import { type Desk, good, openDesk } from "../../tests/support/desk";
import {
  importJobOf,
  importMachine,
  importOwner,
  type OriginServer,
  serveOrigin,
  takeImportStep,
} from "../../tests/support/import-desk";
import { originAnswer } from "../../tests/support/origin-reading";
import { unmetered } from "../../tests/support/restored";
import { statuspageV1Answer } from "../../tests/support/statuspage-origin";
import type { OriginAnswer, OriginRequest } from "./contract/origin";
import { createImport } from "./create";
import { runImportSteps } from "./engine/run-import";

/** An origin may answer anything, for ever, or lead elsewhere; what is uploaded may be anything. */
const key = "k3y-of-nobody";
let desk: Desk;
let server: OriginServer;
let answerTo: (request: OriginRequest) => OriginAnswer = statuspageV1Answer;
beforeEach(async () => {
  resetIsolate();
  desk = await openDesk();
  server = await serveOrigin((request) => answerTo(request));
  desk.deployment.way.outbound = server.outbound;
});
afterEach(async () => {
  server.close();
  await desk.close();
});

const start = async (given: object) =>
  (await good(createImport(importOwner(desk), { pageId: desk.pageId, ...given }))).id;

/** Goes on as the clock does; returns the job. */
async function run(id: string, most = 40) {
  for (let at = 0; at < most; at++) {
    const job = await importJobOf(desk, id);
    if (job.dueAt === null) return job;
    desk.deployment.clock.now = Math.max(desk.deployment.clock.now, job.dueAt);
    await runImportSteps(importMachine(desk), desk.pageId, id);
  }
  return importJobOf(desk, id);
}

const everything = async () =>
  JSON.stringify(
    await unmetered(
      desk.deployment.bindings.DB,
      ["import_job", "import_part", "audit_entry", "commit_record"]
        .slice(0, 3)
        .map((name) => ({ sql: `SELECT * FROM ${name}`, params: [] })),
    ),
  );

describe("an origin", () => {
  test.each(["https://169.254.169.254/latest/meta-data", "http://127.0.0.1:1/", "https://evil.example/take"])(
    "that redirects to %s gets no key there",
    async (location) => {
      answerTo = (request) =>
        request.url.includes("evil.example")
          ? originAnswer(JSON.stringify({ seen: request.headers }))
          : originAnswer("", { status: 302, headers: { location } });
      const job = await run(await start({ origin: "statuspage", key }));
      expect(job.state).toBe("failed");
      for (const { url, headers } of server.requests)
        if (!url.startsWith("https://api.statuspage.io/")) expect(JSON.stringify([url, headers])).not.toContain(key);
      expect(server.requests.every(({ host }) => !/169\.254|127\.0/.test(host))).toBe(true);
      expect(await everything()).not.toContain(key);
    },
  );

  test("that repeats the key in its answer is not quoted with it", async () => {
    for (const status of [400, 401, 403, 404, 500]) {
      answerTo = ({ headers }) =>
        originAnswer(JSON.stringify({ error: `No such key: ${JSON.stringify(headers)} ${encodeURIComponent(key)}` }), {
          status,
        });
      const job = await run(await start({ origin: "statuspage", key }));
      expect(job.state).toBe("failed");
      expect(await everything()).not.toContain(key);
    }
  });

  test("that asks for ever to wait is refused in the end", async () => {
    answerTo = () => originAnswer("", { status: 429 });
    const job = await run(await start({ origin: "statuspage", key }), 60);
    expect(job).toMatchObject({ state: "failed", refusal: { code: "unusable_answer" } });
    expect(server.requests).toHaveLength(51);
  });

  test("whose lists have no end is refused within bounds", async () => {
    let at = 0;
    answerTo = (request) => {
      if (!/incidents(?:\.json)?\?/.test(request.url)) return statuspageV1Answer(request);
      const rows = Array.from({ length: 100 }, () => ({
        id: `endless${at++}`,
        name: "x",
        status: "resolved",
        impact: "none",
        created_at: "2026-01-01T00:00:00Z",
        resolved_at: "2026-01-01T01:00:00Z",
        incident_updates: [],
        components: [],
      }));
      return originAnswer(JSON.stringify(rows));
    };
    const id = await start({ origin: "statuspage", key });
    for (let step = 0; step < 12; step++) await takeImportStep(desk, id);
    const job = await importJobOf(desk, id);
    expect([job.state, job.parts > 1]).toEqual(["reading", true]);
    const fill = { keys: ["", "x".repeat(7 * 50_000)], things: 50_000, oldestIncidentMs: null };
    const readState = JSON.stringify({ ...job.readState, fill });
    const sql = "UPDATE import_job SET read_state = ?1 WHERE id = ?2";
    await unmetered(desk.deployment.bindings.DB, [{ sql, params: [readState, id] }]);
    expect(await run(id, 3)).toMatchObject({ state: "failed", refusal: { code: "too_large" } });
  });
});

const deepJson = `${"[".repeat(10_000)}1${"]".repeat(10_000)}`;
const bomb = [
  "a: &a [x,x,x,x,x,x,x,x,x]",
  ..."bcdefghi".split("").map((name, at) => `${name}: &${name} [${Array(9).fill(`*${"abcdefghi"[at]}`).join(",")}]`),
].join("\n");
const nestedYaml = Array.from({ length: 800 }, (_, at) => `${" ".repeat(at)}a:`).join("\n");
const files: [string, string, string, string][] = [
  ["deep JSON", "uptime-kuma", "backup.json", deepJson],
  ["deep JSON", "upfront", "backup.json", deepJson],
  ["deep JSON with members", "uptime-kuma", "backup.json", `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`],
  ["deep YAML in brackets", "gatus", "config.yaml", deepJson],
  ["deep YAML", "gatus", "config.yaml", `endpoints:\n${nestedYaml}`],
  ["aliases that multiply", "gatus", "config.yaml", `${bomb}\nendpoints: *i`],
  ["an alias of itself", "gatus", "config.yaml", "endpoints: &a\n  - *a"],
  ["aliases that multiply", "upptime", ".upptimerc.yml", `${bomb}\nsites: *i`],
  ["100,000 lines", "csv", "components.csv", `name\n${"a\n".repeat(100_000)}`],
  [
    "20,000 components",
    "csv",
    "components.csv",
    `name\n${Array.from({ length: 19_000 }, (_, at) => `c${at}\n`).join("")}`,
  ],
  [
    "19,000 incidents",
    "csv",
    "incidents.csv",
    `id,title,started_at\n${Array.from({ length: 19_000 }, (_, at) => `i${at},t,2026-01-01\n`).join("")}`,
  ],
  ["ids of 10 KB", "csv", "components.csv", `id,name\n${"x".repeat(10_000)},a\n`],
  [
    "a title of 1 MB",
    "csv",
    "incidents.csv",
    `id,title,started_at,resolved_at\ni,${"x".repeat(1_000_000)},2026-01-01,9999-12-31\n`,
  ],
  [
    "times that are none",
    "csv",
    "incidents.csv",
    "id,title,started_at,resolved_at\ni,a,NaN,Infinity\nj,a,0000-00-00,-1\nk,a,9999-12-31T23:59:59Z,\nl,a,275760-09-13,\n",
  ],
  ["no letters", "csv", "components.csv", '\u0000\u0000\ud800,"\n'],
  ["quotes without end", "csv", "components.csv", `name\n${'"'.repeat(300_001)}`],
  ["nothing", "uptime-kuma", "backup.json", ""],
  ["null", "uptime-kuma", "backup.json", "null"],
  ["a list", "gatus", "config.yaml", "- a\n- b"],
  [
    "members of objects",
    "uptime-kuma",
    "backup.json",
    '{"version":"1.23.16","monitorList":[{"__proto__":1,"id":"constructor","name":{},"type":["http"],"interval":"NaN"}],"notificationList":null}',
  ],
];

test("incidents with a note each come, although the notes are longer than they are", async () => {
  const lines = Array.from({ length: 9_000 }, (_, at) => `i${at},t,2026-01-01\n`).join("");
  const files = [{ path: "incidents.csv", text: `id,title,started_at\n${lines}` }];
  const job = await run(await start({ origin: "csv", files, timeZone: "UTC" }));
  const { taken = 0, approximated = 0 } = job.counts?.incident ?? {};
  expect([job.state, job.refusal, taken + approximated, approximated > 0]).toEqual(["preview", null, 9000, true]);
});

test.each(files)("a file of %s (%s, %s) is read or refused", async (_what, origin, path, text) => {
  const made = await createImport(importOwner(desk), {
    pageId: desk.pageId,
    origin,
    files: [{ path, text }],
    timeZone: "UTC",
  });
  if (!made.ok) return expect(made.failure.name).toBe("invalid");
  const began = performance.now();
  const job = await run(made.value.id);
  expect(["failed", "preview"]).toContain(job.state);
  expect(performance.now() - began).toBeLessThan(8000);
});
