import { expect, test } from "vitest";
import { handleRestApi } from "~/rest-api";
import { failureOf, good } from "../../tests/support/desk";
import {
  contentRows,
  importRunsOfEachTest,
  jobOf,
  movedPage,
  previewOf,
  runToEnd,
  smallMovedPage as small,
} from "../../tests/support/import-jobs";
import { applyImport } from "./apply";
import { takeOverImport } from "./take-over";
import { undoImport } from "./undo";

/** Buttons of an import are pressed twice, at once, or by a person who may no longer do so. */
const { desk, rowsOf, applied } = importRunsOfEachTest();
const entriesOf = async (action: string) =>
  Number((await rowsOf(`SELECT count(*) AS count FROM audit_entry WHERE action = '${action}'`))[0]?.count);

test("taking over twice changes nothing more, at once and later", async () => {
  const id = await applied();
  const target = { pageId: desk.pageId, id };
  await Promise.all([good(takeOverImport(desk.owner(), target)), good(takeOverImport(desk.owner(), target))]);
  const [{ takenOverAt, version }, content] = [await jobOf(desk, id), await contentRows(desk)];
  desk.deployment.clock.now += 60_000;
  await good(takeOverImport(desk.owner(), target));
  expect(await jobOf(desk, id)).toMatchObject({ takenOverAt, version });
  expect(await contentRows(desk)).toEqual(content);
  expect(await entriesOf("import.take_over")).toBe(1);
});

test("applying twice at once begins once, and undoing twice takes back once", async () => {
  const id = await previewOf(desk, movedPage(small));
  const target = { pageId: desk.pageId, id };
  await Promise.all([applyImport(desk.owner(), target), applyImport(desk.owner(), target)]);
  await desk.deployment.settled();
  expect(await entriesOf("import.apply")).toBe(1);
  await runToEnd(desk, id);
  expect((await jobOf(desk, id)).state).toBe("applied");
  await Promise.all([undoImport(desk.owner(), target), undoImport(desk.owner(), target)]);
  await desk.deployment.settled();
  await runToEnd(desk, id);
  expect([(await jobOf(desk, id)).state, await entriesOf("import.undo")]).toEqual(["undone", 1]);
});

test("who is no owner any more can neither apply nor take over what they previewed", async () => {
  const id = await previewOf(desk, movedPage(small));
  const before = await contentRows(desk);
  const target = { pageId: desk.pageId, id };
  for (const role of ["admin", null] as const) {
    for (const act of [applyImport, undoImport, takeOverImport])
      expect(await failureOf(act(desk.as(role), target))).not.toBeNull();
  }
  expect(await contentRows(desk)).toEqual(before);
  expect((await jobOf(desk, id)).state).toBe("preview");
  await good(applyImport(desk.owner(), target));
});

test("a token applies nothing once its person is no owner", async () => {
  const id = await previewOf(desk, movedPage(small));
  const actor = {
    kind: "token",
    id: "t",
    personId: "founder",
    role: "owner",
    readOnly: false,
    operator: false,
  } as const;
  const apply = async () => {
    const address = `http://localhost:8787/api/v1/pages/acme/imports/${id}/apply`;
    const headers = { "content-type": "application/json" };
    const response = await handleRestApi(new Request(address, { method: "POST", headers }), desk.deployment.ctx(actor));
    await desk.deployment.settled();
    return response.status;
  };
  await rowsOf("UPDATE membership SET role = 'admin' WHERE person_id = 'founder'");
  expect([await apply(), (await jobOf(desk, id)).state]).toEqual([403, "preview"]);
  await rowsOf("UPDATE membership SET role = 'owner' WHERE person_id = 'founder'");
  expect(await apply()).toBeLessThan(300);
});
