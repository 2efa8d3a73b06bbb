import { beforeAll, expect, test } from "vitest";
import { runBatch } from "~/db/run-batch";
import type { WorkUnit, WorkUnitKind } from "~/time/units";
import { deploymentOfFile } from "../../../../tests/support/of-file";
import { aPage, arrange, type TestPage } from "../../../../tests/support/scenario";
import { postponeWorkUnits } from "./move-back";

/** A failed unit is moved back, unless another invocation has done it, or moved it back, since it was found. */
const minute = 60_000;
const day = 24 * 60 * minute;

const deployment = deploymentOfFile();
let page: TestPage;
beforeAll(async () => {
  page = await arrange(deployment, aPage());
  const { now } = deployment.clock;
  await run(`INSERT INTO heartbeat (id, page_id, tags, schedule, state_since, pings, created_at, updated_at)
    VALUES ('unit', '${page.id}', '[]', '{"kind":"simple","periodSeconds":60}', ${now}, '[]', ${now}, ${now})`);
  await run(`INSERT INTO maintenance_series (id, page_id, title, rule, zone, starts_local, duration, components, due_at, created_at, updated_at)
    VALUES ('unit', '${page.id}', 'Move', 'FREQ=DAILY', 'Etc/UTC', '2026-11-21T02:00', ${minute}, '{}', ${now}, ${now}, ${now})`);
  await run(`INSERT INTO import_job (id, page_id, origin, state, choices, place, created_at, updated_at)
    VALUES ('unit', '${page.id}', 'statuspage', 'applying', '{}', '{}', ${now}, ${now})`);
  await run(`INSERT INTO maintenance (id, page_id, title, status, starts_at, ends_at, due_at, created_at, updated_at)
    VALUES ('unit', '${page.id}', 'Move', 'scheduled', ${now}, ${now + day}, ${now}, ${now}, ${now})`);
});

const run = async (sql: string) =>
  (await runBatch(deployment.ctx(), [{ sql, params: [] }]))[0]?.results[0] as Record<string, number> | undefined;

interface Case {
  table: string;
  columns: string;
  /** Statement that makes it due for a second. */
  due: string;
  /** Statement that marks it as done. */
  done: string;
  /** Statement that sets a later time, like another invocation that also failed. */
  later: string;
}

const ran = "not_before = 0, tries = 0, reason = NULL";
const failed = "not_before = NOW + 30000, tries = 1, reason = 'another'";
const cases: Partial<Record<WorkUnitKind, Case>> = {
  settle: {
    table: "settle",
    columns: "not_before, tries, reason",
    due: `wanted = done + 1, asked_at = NOW - 1000, ${ran}`,
    done: `done = wanted, due_at = NULL, ${ran}`,
    later: failed,
  },
  publish: {
    table: "snapshot",
    columns: "not_before, tries, reason",
    due: `wanted = built + 1, asked_at = NOW - 1000, ${ran}`,
    done: `built = wanted, ${ran}`,
    later: failed,
  },
  heartbeats: {
    table: "heartbeat",
    columns: "not_before, tries, reason",
    due: `due_at = NOW - 1000, ${ran}`,
    done: `due_at = NOW + 60000, pending_from = NULL, ${ran}`,
    later: failed,
  },
  maintenance: {
    table: "maintenance",
    columns: "not_before, tries, reason",
    due: `due_at = NOW - 1000, ${ran}`,
    done: `due_at = NOW + ${day}, ${ran}`,
    later: failed,
  },
  series: {
    table: "maintenance_series",
    columns: "not_before, tries, reason",
    due: `due_at = NOW - 1000, ${ran}`,
    done: `due_at = NOW + ${day}, ${ran}`,
    later: failed,
  },
  import: {
    table: "import_job",
    columns: "not_before, tries, reason",
    due: `due_at = NOW - 1000, ${ran}`,
    done: `due_at = NULL, ${ran}`,
    later: failed,
  },
  manual: {
    table: "component",
    columns: "manual_not_before",
    due: "manual_until = NOW - 1000, manual_not_before = 0",
    done: "manual_until = NULL",
    later: "manual_not_before = NOW + 30000",
  },
  day: {
    table: "page",
    columns: "day_not_before, day_tries",
    due: `open_day_at = NOW - ${day}, day_not_before = 0, day_tries = 0`,
    done: "open_day_at = NOW, day_not_before = 0, day_tries = 0",
    later: "day_not_before = NOW + 30000, day_tries = 1",
  },
};

const kinds = Object.keys(cases) as WorkUnitKind[];

async function movedAfter(kind: WorkUnitKind, meanwhile: "due" | "done" | "later"): Promise<boolean> {
  const { table, columns, ...steps } = cases[kind] as Case;
  const { now } = deployment.clock;
  const set = (assignments: string) => run(`UPDATE ${table} SET ${assignments.replaceAll("NOW", String(now))}`);
  await set(steps.due);
  const ofPage = ["settle", "publish", "manual", "day"].includes(kind);
  const unit: WorkUnit = { kind, pageId: page.id, id: ofPage ? page.id : "unit", dueAt: now - 1000, tries: 0 };
  await set(steps[meanwhile]);
  const before = await run(`SELECT ${columns} FROM ${table}`);
  await postponeWorkUnits(deployment.ctx(), [unit], new Error("it failed"));
  const after = await run(`SELECT ${columns} FROM ${table}`);
  return JSON.stringify(before) !== JSON.stringify(after);
}

test.each(kinds)("%s that failed is looked at later", async (kind) => {
  expect(await movedAfter(kind, "due")).toBe(true);
});

test.each(kinds)("%s that somebody else has done since stays as it is", async (kind) => {
  expect(await movedAfter(kind, "done")).toBe(false);
});

test.each(kinds)("%s that somebody else has moved back since is not moved twice", async (kind) => {
  expect(await movedAfter(kind, "later")).toBe(false);
});
