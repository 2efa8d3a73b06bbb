import { afterEach, beforeEach, expect, test } from "vitest";
import { deletePage } from "~/pages/delete";
import { resetIsolate } from "~/platform/isolate";
import { type Desk, good, openDesk } from "../../tests/support/desk";
import { jobOf, movedPage, previewOf, runToEnd } from "../../tests/support/import-jobs";
import { unmetered } from "../../tests/support/restored";
import { addImportPart } from "./add-part";
import { applyImport } from "./apply";
import { cancelImport } from "./cancel";
import { chooseForImport } from "./choose";
import { createImport } from "./create";
import { runImportSteps } from "./engine/run-import";
import { listImports, listImportThings, readImport } from "./read";
import { startImportReading } from "./start-reading";
import { takeOverImport } from "./take-over";
import { undoImport } from "./undo";

/** One of two people who press at once is refused, and nothing is written twice. */
let desk: Desk;
beforeEach(async () => {
  resetIsolate();
  desk = await openDesk();
});
afterEach(() => desk.close());

const small = { components: 2, incidents: 3, updatesPerIncident: 2, monitors: 1, subscribers: 2 };
const rowsOf = async (sql: string) =>
  (await unmetered<Record<string, unknown>>(desk.deployment.bindings.DB, [{ sql, params: [] }]))[0] ?? [];
const machine = () => desk.deployment.ctx({ kind: "machine", id: "import" });

test("of two who apply at once, and of two runners, each thing is made once", async () => {
  const id = await previewOf(desk, movedPage(small));
  const target = { pageId: desk.pageId, id };
  const answers = await Promise.all([applyImport(desk.owner(), target), applyImport(desk.owner(), target)]);
  expect(answers.filter(({ ok }) => ok).length).toBeGreaterThan(0);
  await Promise.all([1, 2, 3].map(() => runImportSteps(machine(), desk.pageId, id)));
  await desk.deployment.settled();
  await runToEnd(desk, id);
  expect((await jobOf(desk, id)).state).toBe("applied");
  expect(await rowsOf("SELECT count(*) AS count FROM incident_update")).toEqual([{ count: 6 }]);
  expect(await rowsOf("SELECT count(*) AS count FROM audit_entry WHERE action = 'import.apply'")).toEqual([
    { count: 1 },
  ]);
  const undone = await Promise.all([undoImport(desk.owner(), target), undoImport(desk.owner(), target)]);
  expect(undone.filter(({ ok }) => ok).length).toBeGreaterThan(0);
  expect((await createImport(desk.owner(), { pageId: desk.pageId, document: movedPage(small) })).ok).toBe(
    (await jobOf(desk, id)).state === "undone",
  );
  await desk.deployment.settled();
  await runToEnd(desk, id);
  expect((await jobOf(desk, id)).state).toBe("undone");
  expect(await rowsOf("SELECT count(*) AS count FROM audit_entry WHERE action = 'import.undo'")).toEqual([
    { count: 1 },
  ]);
  expect(await rowsOf("SELECT count(*) AS count FROM incident")).toEqual([{ count: 0 }]);
});

test("of two who start at once, one import runs", async () => {
  const start = () => createImport(desk.owner(), { pageId: desk.pageId, document: movedPage(small) });
  const made = await Promise.all([start(), start(), start()]);
  await desk.deployment.settled();
  expect(made.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await rowsOf("SELECT count(*) AS count FROM import_job")).toEqual([{ count: 1 }]);
});

test("only owners of this page read an import or act on it", async () => {
  const id = await previewOf(desk, movedPage(small));
  const target = { pageId: desk.pageId, id };
  const before = await rowsOf("SELECT * FROM import_job");
  const acts = (ctx: ReturnType<typeof machine>, at: typeof target) => [
    createImport(ctx, { pageId: at.pageId, document: movedPage(small) }),
    addImportPart(ctx, { ...at, part: {} }),
    startImportReading(ctx, at),
    chooseForImport(ctx, { ...at, untickedNouns: [] }),
    applyImport(ctx, at),
    takeOverImport(ctx, at),
    undoImport(ctx, at),
    cancelImport(ctx, at),
    readImport(ctx, at),
    listImportThings(ctx, at),
    listImports(ctx, { pageId: at.pageId }),
  ];
  const token = { kind: "token" as const, id: "t", personId: "founder", operator: false };
  const reader = { ...desk.owner(), actor: { ...token, role: "owner" as const, readOnly: true } };
  const others = [desk.as("admin"), desk.as("responder"), desk.as("viewer"), desk.as(null)];
  for (const ctx of others)
    expect((await Promise.all(acts(ctx, target))).map(({ ok }) => ok)).toEqual(Array(11).fill(false));
  const read = await Promise.all(acts(reader, target));
  expect(read.slice(0, 8).every(({ ok }) => !ok)).toBe(true);
  expect(await rowsOf("SELECT * FROM import_job")).toEqual(before);
});

test("a page that is deleted while its import runs is left as it is, and the clock goes on", async () => {
  const id = await previewOf(desk, movedPage({ ...small, incidents: 60 }));
  await good(applyImport({ ...desk.owner(), answered: new Promise(() => undefined) }, { pageId: desk.pageId, id }));
  await good(deletePage(desk.owner(), { pageId: desk.pageId, version: 0, name: "Acme" }));
  const before = await rowsOf("SELECT count(*) AS count FROM incident");
  expect(await runImportSteps(machine(), desk.pageId, id)).toEqual({ publishes: false });
  expect(await rowsOf("SELECT count(*) AS count FROM incident")).toEqual(before);
});
