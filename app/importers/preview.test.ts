import { describe, expect, test } from "vitest";
import { failureOf, good } from "../../tests/support/desk";
import { importJobOf, importOwner, importPartsOf, runImportToPreview } from "../../tests/support/import-desk";
import { gatusFiles, importDeskOfEachTest } from "../../tests/support/import-desk-of-test";
import { cancelImport } from "./cancel";
import { chooseForImport } from "./choose";
import { createImport } from "./create";
import { listImports, listImportThings } from "./read";

const { desk, start, startStatuspage, view } = importDeskOfEachTest();

describe("a new import", () => {
  const given = () => ({ pageId: desk.pageId, origin: "gatus", files: gatusFiles() });

  test("is for owners", async () => {
    expect(await failureOf(createImport(desk.as("admin"), given()))).toMatchObject({ name: "forbidden" });
    expect(await failureOf(listImports(desk.as("admin"), given()))).toMatchObject({ name: "forbidden" });
  });

  test("waits for another: of two at once one is made", async () => {
    const both = await Promise.all([
      createImport(importOwner(desk), given()),
      createImport(importOwner(desk), given()),
    ]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    const refused = both.flatMap((each) => (each.ok ? [] : [each.failure]));
    expect(refused).toEqual([{ name: "conflict", code: "busy", detail: "import.busy" }]);
    expect(await good(listImports(desk.owner(), given()))).toHaveLength(1);
  });

  test("sent twice is one", async () => {
    const commitId = desk.owner().id();
    const first = await good(createImport(importOwner(desk), { ...given(), commitId }));
    expect(await good(createImport(importOwner(desk), { ...given(), commitId }))).toEqual(first);
  });

  test.each([
    [{ origin: "nagios", url: "https://status.example.com" }, { origin: "import.no_origin" }],
    [{ origin: "statuspage" }, { url: "import.nothing_given" }],
    [{ origin: "uptime-kuma", url: "https://status.example.com" }, { files: "import.nothing_given" }],
    [{ origin: "statuspage", files: [{ path: "a.json", text: "{}" }] }, { url: "import.nothing_given" }],
    [{ origin: "cachet", url: "https://10.0.0.1" }, { url: expect.stringMatching(/^url\.private/) }],
    [{ origin: "cachet", url: "https://status.internal" }, { url: expect.stringMatching(/^url\.private_name/) }],
    [{ origin: "cachet", url: "http://status.example.com" }, { url: "provider.https" }],
    [
      { origin: "pingdom", url: "https://my.pingdom.com" },
      { key: expect.stringMatching(/^import\.unusable.*API token/) },
    ],
    [
      { origin: "upptime", url: "https://github.com" },
      { url: expect.stringMatching(/^import\.unusable.*OWNER\/REPO/) },
    ],
    [
      { origin: "kener", url: "https://10.0.0.1" },
      { url: expect.stringMatching(/^url\.private/), key: expect.stringMatching(/^import\.unusable.*API key/) },
    ],
    [
      { origin: "statuspage", url: "https://10.0.0.1", key: "k".repeat(3000) },
      { url: expect.stringMatching(/^url\.private/), key: expect.any(String) },
    ],
    [
      { origin: "csv", timeZone: "Nowhere" },
      { files: "import.nothing_given", timeZone: "zone.unknown" },
    ],
    [{ origin: "uptimerobot" }, { key: expect.stringMatching(/^import\.unusable/) }],
  ])("%j is refused at each wrong field", async (input, fields) => {
    const failure = await failureOf(createImport(desk.owner(), { pageId: desk.pageId, ...input }));
    expect(failure).toMatchObject({ name: "invalid", fields });
  });

  test("takes a repository by its name, and a host without its scheme", async () => {
    const id = await start({ origin: "upptime", url: "octocat/status" });
    expect(await importJobOf(desk, id)).toMatchObject({ state: "reading", url: "" });
    await good(cancelImport(desk.owner(), { pageId: desk.pageId, id }));
    const other = await start({ origin: "statuspage", url: "status.example.com/?token=secret" });
    expect((await view(other)).url).toBe("https://status.example.com/");
  });
});

describe("a preview", () => {
  test("lists its things page by page", async () => {
    const id = await startStatuspage();
    await runImportToPreview(desk, id);
    const target = { pageId: desk.pageId, id };
    const all = await good(listImportThings(desk.owner(), target));
    expect(all.things).toHaveLength(15);
    expect(all.next).toBeNull();
    const subscribers = await good(listImportThings(desk.owner(), { ...target, noun: "subscriber" }));
    expect(subscribers.things.map(({ noun }) => noun)).toEqual(Array(6).fill("subscriber"));
    expect(subscribers.things.every(({ isTicked, conflict }) => isTicked && conflict === null)).toBe(true);
  });

  test("is made again when a person chooses, and what is unticked is left out", async () => {
    const id = await startStatuspage();
    await runImportToPreview(desk, id);
    const target = { pageId: desk.pageId, id };
    const { version } = await view(id);
    await good(chooseForImport(importOwner(desk), { ...target, version, untickedNouns: ["subscriber"] }));
    expect(await importJobOf(desk, id)).toMatchObject({
      state: "planning",
      counts: null,
      dueAt: desk.deployment.clock.now,
    });
    expect(await failureOf(chooseForImport(importOwner(desk), { ...target, version }))).toMatchObject({
      name: "conflict",
    });
    await runImportToPreview(desk, id);
    const shown = await view(id);
    expect(shown.counts?.subscriber.verdicts).toMatchObject({ left_out: 6, make: 0 });
    const { things } = await good(listImportThings(desk.owner(), { ...target, noun: "subscriber" }));
    expect(things.every(({ isTicked, reasons }) => !isTicked && reasons[0]?.code === "unticked")).toBe(true);
  });

  test("that is cancelled leaves nothing of what was read", async () => {
    const id = await startStatuspage();
    await runImportToPreview(desk, id);
    const target = { pageId: desk.pageId, id };
    await good(cancelImport(desk.owner(), target));
    expect(await importJobOf(desk, id)).toMatchObject({ state: "canceled", settingsSealed: null, readState: null });
    expect(await importPartsOf(desk, id)).toEqual([]);
    expect(await failureOf(chooseForImport(importOwner(desk), target))).toMatchObject({ code: "not_ready" });
    expect((await good(listImports(desk.owner(), target))).map(({ state }) => state)).toEqual(["canceled"]);
  });
});
