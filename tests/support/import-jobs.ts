import { beforeEach, expect } from "vitest";
import { applyImport } from "~/importers/apply";
import { createImport } from "~/importers/create";
import { runImportSteps } from "~/importers/engine/run-import";
import { type ImportJobRow, importJobByIdQuery } from "~/importers/queries/import-job";
import { runningImportStates } from "~/importers/rules/import-job";
import type { MoveDocument } from "~/importers/rules/move-document";
import { undoImport } from "~/importers/undo";
import type { Ctx } from "~/platform/ctx";
import { resetIsolate } from "~/platform/isolate";
import { type Desk, good } from "./desk";
import { moveDocumentOf, startOf2026Ms } from "./import-documents";
import { deskOfEachTest } from "./of-file";
import { tableNames, unmetered } from "./restored";

/** Numbers of things of a page of another product. */
export interface MovedPageSize {
  components: number;
  incidents: number;
  updatesPerIncident: number;
  monitors: number;
  heartbeats?: number;
  maintenances?: number;
  subscribers: number;
}

const hour = 3600_000;
const many = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));
const words = "We are looking into slow answers of the API for some customers in one region. ".repeat(2);

const updatesOf = ({ components, updatesPerIncident }: MovedPageSize, incident: number, startedAt: number) =>
  many(updatesPerIncident, (at) => ({
    status: at === updatesPerIncident - 1 ? "resolved" : "investigating",
    body: `${words}${incident}.${at}`,
    shownAt: startedAt + at * (hour / 6),
    changes:
      at === 0 || at === updatesPerIncident - 1
        ? [
            {
              componentId: `c${incident % components}`,
              status: at === 0 && updatesPerIncident > 1 ? "major_outage" : "operational",
            },
          ]
        : [],
  }));

const incidentOf = (size: MovedPageSize, index: number) => {
  const startedAt = startOf2026Ms + index * hour;
  return {
    id: `i${index}`,
    title: index % 3 === 0 ? "API degraded" : `Slow answers ${index}`,
    impact: "major",
    startedAt,
    resolvedAt: startedAt + (size.updatesPerIncident - 1) * (hour / 6),
    updates: updatesOf(size, index, startedAt),
    path: `/incidents/i${index}`,
  };
};

const subscriberOf = ({ components }: MovedPageSize, index: number) => ({
  kind: "email",
  address: `reader${index}@example.org`,
  state: index % 50 === 0 ? "unsubscribed" : "active",
  componentIds: index % 4 === 0 ? [`c${index % components}`] : [],
  consentedAt: startOf2026Ms,
});

/** Returns the things of a page of another product, as its reader translates them. */
export function movedPage(size: MovedPageSize): MoveDocument {
  const { components, incidents, monitors, heartbeats = 0, maintenances = 0, subscribers } = size;
  return moveDocumentOf({
    origin: "statuspage",
    page: { id: "p", name: "Moved page", about: "What moves.", timeZone: "Europe/Berlin" },
    groups: many(Math.ceil(components / 10), (at) => ({ id: `g${at}`, name: `Region ${at}` })),
    components: many(components, (at) => ({
      id: `c${at}`,
      name: `Service ${at}`,
      groupId: `g${Math.floor(at / 10)}`,
      keptBy: "manual",
    })),
    monitors: many(monitors, (at) => ({
      id: `m${at}`,
      name: `Check ${at}`,
      kind: "http",
      settings: { url: `https://m${at}.example.org/` },
      intervalSeconds: 300,
      componentIds: [`c${at % components}`],
    })),
    heartbeats: many(heartbeats, (at) => ({
      id: `h${at}`,
      name: `Job ${at}`,
      pingKey: null,
      schedule: { everySeconds: 3600 },
      graceSeconds: 60,
      componentIds: [`c${at % components}`],
    })),
    incidents: many(incidents, (at) => incidentOf(size, at)),
    maintenances: many(maintenances, (at) => ({
      id: `w${at}`,
      title: `Move of the database ${at}`,
      startsAt: startOf2026Ms + at * 48 * hour,
      endsAt: startOf2026Ms + at * 48 * hour + hour,
      state: "completed",
      updates: [{ body: "It is done.", shownAt: startOf2026Ms + at * 48 * hour + hour }],
      componentIds: [`c${at % components}`],
    })),
    templates: [{ id: "t0", name: "Usual", title: "API degraded", body: "We look.", status: "investigating" }],
    subscribers: many(subscribers, (at) => subscriberOf(size, at)),
  });
}

const machine = { kind: "machine", id: "import" } as const;

/** What one invocation took. */
export interface ImportRound {
  state: string;
  statements: number;
  subrequests: number;
  written: number;
  read: number;
}

export async function jobOf({ deployment, pageId }: Desk, id: string): Promise<ImportJobRow> {
  const [job] = await importJobByIdQuery(deployment.ctx(), pageId, id);
  if (!job) throw new Error("the import is gone");
  return job;
}

const isRunning = ({ state, dueAt }: ImportJobRow) =>
  dueAt !== null && (runningImportStates as readonly string[]).includes(state);

/**
 * Goes on with an import as the clock does, each round in an invocation of its own, until it waits for a person or is
 * over. The test's clock moves to the job's next time.
 */
export async function runToEnd(desk: Desk, id: string, ctxOf?: (round: number) => Ctx): Promise<ImportRound[]> {
  const { deployment, pageId } = desk;
  const rounds: ImportRound[] = [];
  for (let job = await jobOf(desk, id); isRunning(job); job = await jobOf(desk, id)) {
    if (rounds.length > 5000) throw new Error(`it stays at ${job.state} ${JSON.stringify(job.place)}`);
    deployment.clock.now = Math.max(deployment.clock.now, job.dueAt ?? 0);
    const ctx = ctxOf?.(rounds.length) ?? deployment.ctx(machine);
    await runImportSteps(ctx, pageId, id).catch((error) => {
      if (!ctxOf) throw error;
    });
    const { statements, subrequests, written, read } = ctx.meter;
    rounds.push({ state: job.state, statements, subrequests, written, read });
  }
  return rounds;
}

/** Sends a document and plans it, until a person would look at the preview. */
export async function previewOf(desk: Desk, document: MoveDocument): Promise<string> {
  const { id } = await good(createImport(desk.owner(), { pageId: desk.pageId, document }));
  await desk.deployment.settled();
  await runToEnd(desk, id);
  const job = await jobOf(desk, id);
  if (job.state !== "preview") throw new Error(`${job.state}: ${JSON.stringify(job.refusal)}`);
  return id;
}

/** Begins to apply an import; what runs after the answer is awaited. */
export async function beginToApply(desk: Desk, id: string): Promise<void> {
  await good(applyImport(desk.owner(), { pageId: desk.pageId, id }));
  await desk.deployment.settled();
}

/** Tables that are derived, that record what was done, or that depend on the minute. */
const derivedTables = new Set([
  "snapshot",
  "deployment",
  "settle",
  "usage_hour",
  "rendering",
  "audit_entry",
  "import_job",
  "import_part",
  "guard",
]);

/** Returns all rows of content by table. */
export async function contentRows({ deployment }: Desk): Promise<Record<string, string[]>> {
  const { DB } = deployment.bindings;
  const names = (await tableNames(DB)).filter((name) => !derivedTables.has(name)).sort();
  const all = await unmetered(
    DB,
    names.map((name) => ({ sql: `SELECT * FROM "${name}"`, params: [] })),
  );
  return Object.fromEntries(names.map((name, at) => [name, (all[at] ?? []).map((row) => JSON.stringify(row)).sort()]));
}

/** Returns content without what an undo leaves: settings of the page, an emptied shard, words for the search. */
export const withoutRemains = ({
  page: _,
  monitor_shard: __,
  search_words: ___,
  ...content
}: Record<string, string[]>) => content;

export const smallMovedPage: MovedPageSize = {
  components: 3,
  incidents: 4,
  updatesPerIncident: 3,
  monitors: 2,
  heartbeats: 1,
  maintenances: 1,
  subscribers: 5,
};

/** Opens a desk for each test of a file, on which imports are applied and undone to their end. */
export function importRunsOfEachTest() {
  const desk = deskOfEachTest();
  beforeEach(() => resetIsolate());
  const rowsOf = (sql: string) =>
    unmetered<Record<string, unknown>>(desk.deployment.bindings.DB, [{ sql, params: [] }]).then(([rows = []]) => rows);
  const countOf = async (table: string) => Number((await rowsOf(`SELECT count(*) AS count FROM ${table}`))[0]?.count);
  async function applied(document = movedPage(smallMovedPage)): Promise<string> {
    const id = await previewOf(desk, document);
    await beginToApply(desk, id);
    await runToEnd(desk, id);
    expect((await jobOf(desk, id)).state).toBe("applied");
    return id;
  }
  async function undo(id: string): Promise<void> {
    await good(undoImport(desk.owner(), { pageId: desk.pageId, id }));
    await desk.deployment.settled();
    await runToEnd(desk, id);
    expect((await jobOf(desk, id)).state).toBe("undone");
  }
  return { desk, rowsOf, countOf, applied, undo };
}
