import { expect, test } from "vitest";
import { updateComponent } from "~/components/update";
import { bulkChangeMonitors } from "~/monitors/bulk";
import { muteNotifications, unmuteNotifications } from "~/mutes/verbs";
import { failureOf, good } from "../../tests/support/desk";
import {
  beginToApply,
  contentRows,
  importRunsOfEachTest,
  jobOf,
  movedPage,
  previewOf,
  runToEnd,
  smallMovedPage as small,
  withoutRemains,
} from "../../tests/support/import-jobs";
import { runImportSteps } from "./engine/run-import";
import { takeOverImport } from "./take-over";
import { undoImport } from "./undo";

/** An applied import is run again, taken over and taken back. */
const machine = { kind: "machine", id: "import" } as const;
const { desk, rowsOf, countOf, applied, undo } = importRunsOfEachTest();

test("a second run changes nothing", async () => {
  await applied();
  const once = await contentRows(desk);
  const again = await applied();
  expect(await contentRows(desk)).toEqual(once);
  expect((await jobOf(desk, again)).counts?.incident.verdicts).toMatchObject({ same: 4, make: 0, change: 0 });
});

test("what a person edits after the preview of a second run is kept, and an undo leaves it", async () => {
  const id = await applied();
  const changed = movedPage(small);
  const [service] = changed.components;
  if (!service) throw new Error("it has components");
  service.description = "It was corrected there.";
  const second = await previewOf(desk, changed);
  desk.deployment.clock.now += 60_000;
  const [row] = await rowsOf("SELECT id, version FROM component WHERE name = 'Service 0'");
  const edit = { pageId: desk.pageId, id: String(row?.id), version: Number(row?.version), description: "Ours." };
  await good(updateComponent(desk.owner(), edit));
  await beginToApply(desk, second);
  await runToEnd(desk, second);
  expect(await rowsOf("SELECT description FROM component WHERE name = 'Service 0'")).toEqual([
    { description: "Ours." },
  ]);
  await undo(id);
  const { undoLeft } = await jobOf(desk, id);
  expect(undoLeft).toContainEqual(
    expect.objectContaining({ noun: "component", name: "Service 0", reason: "edited_here" }),
  );
});

test("what was read is forgotten with the end of the undo, which is refused from then on", async () => {
  const id = await applied();
  expect(await countOf("import_part")).toBeGreaterThan(0);
  const { deployment, pageId } = desk;
  const { dueAt } = await jobOf(desk, id);
  deployment.clock.now = dueAt ?? 0;
  expect(await failureOf(undoImport(desk.owner(), { pageId, id }))).toMatchObject({ code: "undo_over" });
  await runImportSteps(deployment.ctx(machine), pageId, id);
  expect(await countOf("import_part")).toBe(0);
  expect(await jobOf(desk, id)).toMatchObject({ state: "applied", dueAt: null });
});

test("monitors notify people once they are taken over, and not before", async () => {
  const id = await applied();
  const { pageId } = desk;
  const silent = () =>
    rowsOf(
      "SELECT s.muted_until > 4e12 AS is_silent FROM source s JOIN foreign_id f ON f.our_id = s.id AND f.kind = 'monitor'",
    );
  expect(await silent()).toEqual([{ is_silent: 1 }, { is_silent: 1 }]);
  await good(takeOverImport(desk.owner(), { pageId, id }));
  expect(await silent()).toEqual([{ is_silent: 0 }, { is_silent: 0 }]);
  expect((await jobOf(desk, id)).takenOverAt).toBe(desk.deployment.clock.now);
});

test("a mute for a while leaves monitors silent that were not taken over, and unmuting one takes over that one", async () => {
  await applied();
  const { pageId } = desk;
  const ends = () =>
    rowsOf("SELECT id, muted_until > 4e12 AS is_silent FROM source WHERE family = 'monitor' ORDER BY id");
  const ids = (await ends()).map((row) => String(row.id));
  const subject = { kind: "monitor" as const, id: ids[0] ?? "" };
  await good(muteNotifications(desk.owner(), { pageId, subject, minutes: 30 }));
  await good(bulkChangeMonitors(desk.owner(), { pageId, ids, action: "mute", value: 30 }));
  await good(bulkChangeMonitors(desk.owner(), { pageId, ids, action: "unmute" }));
  expect((await ends()).map((row) => row.is_silent)).toEqual([1, 1]);
  await good(unmuteNotifications(desk.owner(), { pageId, subject }));
  expect((await ends()).map((row) => row.is_silent)).toEqual([0, 1]);
});

test("one that is being applied can be stopped by an undo", async () => {
  const before = await contentRows(desk);
  const id = await previewOf(desk, movedPage({ ...small, incidents: 90 }));
  await beginToApply(desk, id);
  const { deployment, pageId } = desk;
  for (let turn = 0; turn < 3; turn++) await runImportSteps(deployment.ctx(machine), pageId, id);
  expect((await jobOf(desk, id)).state).toBe("applying");
  expect(await countOf("incident")).toBeGreaterThan(0);
  await undo(id);
  expect(withoutRemains(await contentRows(desk))).toEqual(withoutRemains(before));
});

test.each([
  ["a backup was restored", "DELETE FROM import_part"],
  ["the secret was changed", "UPDATE import_part SET sealed = 'lost.lost'"],
])("an undo finds its subscribers without what was read: %s", async (_, loss) => {
  const before = await contentRows(desk);
  const id = await applied(movedPage({ ...small, subscribers: 400 }));
  await rowsOf(loss);
  const own = (address: string) => `address = '${address}@example.org'`;
  const copy = "INSERT INTO subscriber SELECT * FROM kept";
  await rowsOf(`CREATE TABLE kept AS SELECT * FROM subscriber WHERE ${own("reader1")}`);
  await rowsOf(
    "UPDATE kept SET id = '01' || substr(id, 3, 8) || 'zzzzzzzzzzzzzzz0', address = 'a', imported_from = NULL",
  );
  await rowsOf(copy);
  await rowsOf("UPDATE kept SET id = '00' || substr(id, 3), address = 'b', imported_from = 'statuspage'");
  await rowsOf(copy);
  await rowsOf("DROP TABLE kept");
  await rowsOf(`UPDATE subscriber SET version = 1 WHERE ${own("reader2")}`);
  await undo(id);
  const { undoLeft } = await jobOf(desk, id);
  const left = (undoLeft ?? []).filter(({ noun }) => noun === "subscriber");
  expect(left.map(({ name, reason }) => [name, reason])).toEqual([
    ["reader2@example.org", "used_since"],
    ["a", "used_since"],
  ]);
  const addresses = await rowsOf("SELECT address FROM subscriber ORDER BY address");
  expect(addresses.map(({ address }) => address)).toEqual(["a", "b", "reader2@example.org"]);
  await rowsOf("DELETE FROM subscriber");
  expect(withoutRemains(await contentRows(desk))).toEqual(withoutRemains(before));
});

test("each step of the course is in the audit log, and no thing of it", async () => {
  const id = await applied();
  await undo(id);
  const actions = await rowsOf(`SELECT action FROM audit_entry WHERE subject_id = '${id}' ORDER BY at, id`);
  expect(actions.map(({ action }) => action).sort()).toEqual([
    "import.apply",
    "import.create",
    "import.finish",
    "import.undo",
  ]);
});
