import { expect, test } from "vitest";
import { failureOf, good } from "../../tests/support/desk";
import { importJobOf, importOwner, importPartsOf, runImportToPreview } from "../../tests/support/import-desk";
import { foreignComponent, foreignIncident, moveDocumentOf } from "../../tests/support/import-documents";
import { deskOfEachTest } from "../../tests/support/of-file";
import { addImportPart } from "./add-part";
import { chooseForImport } from "./choose";
import { createImport } from "./create";
import { readImport } from "./read";
import type { MoveDocument } from "./rules/move-document";
import { startImportReading } from "./start-reading";

const desk = deskOfEachTest();

const partOf = ({ version: _version, origin: _origin, page: _page, ...part }: MoveDocument) => part;

const documentOf = (given: Record<string, unknown>) => ({ ...moveDocumentOf(given), origin: "uptime-kuma" });

test("a document that is sent whole is planned at once", async () => {
  const document = documentOf({ components: [foreignComponent("1")], incidents: [foreignIncident("a")] });
  const { id } = await good(createImport(importOwner(desk), { pageId: desk.pageId, document }));
  const job = await runImportToPreview(desk, id);
  expect(job).toMatchObject({ state: "preview", origin: "uptime-kuma", parts: 2, settingsSealed: null });
  expect((await good(readImport(importOwner(desk), { pageId: desk.pageId, id }))).originTitle).toBe("Uptime Kuma");
});

test("a document in parts waits for its end, and a part that is sent again changes nothing", async () => {
  const asked = { pageId: desk.pageId, origin: "uptime-kuma", awaitsParts: true };
  const { id } = await good(createImport(importOwner(desk), asked));
  const target = { pageId: desk.pageId, id };
  const text = "x".repeat(15_000);
  const incidents = Array.from({ length: 60 }, (_, at) =>
    foreignIncident(`i${at}`, { updates: [{ status: "investigating", body: text, shownAt: at }] }),
  );
  const parts = [
    { components: [foreignComponent("1")] },
    { incidents: incidents.slice(0, 30) },
    { incidents: incidents.slice(25) },
  ].map((given) => partOf(documentOf(given)));
  for (const part of parts) await good(addImportPart(importOwner(desk), { ...target, part }));
  const stored = await importPartsOf(desk, id);
  expect(stored.map(({ number }) => number)).toEqual([0, 1, 2]);
  for (const part of parts) await good(addImportPart(importOwner(desk), { ...target, part }));
  expect(await importPartsOf(desk, id)).toEqual(stored);
  expect(await importJobOf(desk, id)).toMatchObject({ state: "uploading", done: 61, parts: 3, dueAt: null });
  await good(startImportReading(importOwner(desk), target));
  await good(startImportReading(importOwner(desk), target));
  const job = await runImportToPreview(desk, id);
  expect(job.counts?.incident.taken).toBe(60);
  expect(await failureOf(addImportPart(importOwner(desk), { ...target, part: {} }))).toMatchObject({
    code: "not_ready",
  });
});

test("notes of all parts are shown and counted, also when the preview is made again", async () => {
  const asked = { pageId: desk.pageId, origin: "uptime-kuma", awaitsParts: true };
  const { id } = await good(createImport(importOwner(desk), asked));
  const target = { pageId: desk.pageId, id };
  const updates = [{ status: "investigating", body: "x".repeat(15_000), shownAt: 0 }];
  for (const batch of [0, 1, 2]) {
    const ids = Array.from({ length: 30 }, (_, at) => `i${batch * 30 + at}`);
    const part = documentOf({
      incidents: ids.map((each) => foreignIncident(each, { updates })),
      notes: ids.map((each) => ({
        kind: each === "i89" ? "question" : "approximated",
        ...{ noun: "incident", id: each, name: each, field: "impact", reason: "Its impact has another name here." },
      })),
    });
    await good(addImportPart(importOwner(desk), { ...target, part: partOf(part) }));
  }
  await good(startImportReading(importOwner(desk), target));
  expect((await runImportToPreview(desk, id)).parts).toBe(4);
  const shown = await good(readImport(importOwner(desk), target));
  expect([shown.notesCount, shown.notes.length, shown.notes[0]?.id]).toEqual([90, 90, "i89"]);
  await good(chooseForImport(importOwner(desk), { ...target, version: shown.version, untickedNouns: ["incident"] }));
  await runImportToPreview(desk, id);
  expect((await good(readImport(importOwner(desk), target))).notes).toEqual(shown.notes);
});

test("an empty document has an empty preview", async () => {
  const { id } = await good(createImport(importOwner(desk), { pageId: desk.pageId, origin: "csv", awaitsParts: true }));
  await good(startImportReading(importOwner(desk), { pageId: desk.pageId, id }));
  expect(await runImportToPreview(desk, id)).toMatchObject({ state: "preview", parts: 1 });
});

test("a part that is larger than a part may be is refused", async () => {
  const { id } = await good(createImport(importOwner(desk), { pageId: desk.pageId, origin: "csv", awaitsParts: true }));
  const part = partOf(
    documentOf({ incidents: [foreignIncident("a", { title: "x".repeat(1000), path: "x".repeat(700_000) })] }),
  );
  const failure = await failureOf(addImportPart(importOwner(desk), { pageId: desk.pageId, id, part }));
  expect(failure).toEqual({ name: "too_large", limit: 700_000 });
});
