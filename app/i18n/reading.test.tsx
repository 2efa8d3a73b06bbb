/** @jsxImportSource ~/html */
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { makeDataFileReader } from "~/platform/files";
import { makeLog } from "~/platform/log";
import { newMeter } from "~/platform/meter";
import { HomePage } from "~/status-page/views/front/home-page";
import { writeCatalogueFiles } from "../../server/listener/catalogue-files.ts";
import { ownAssets } from "../../tests/support/assets";
import { look, pageText } from "../../tests/support/public-page";
import { sampleSnapshot } from "../../tests/support/sample-snapshot";
import { catalogueFiles, words } from "../../tests/support/words";
import { cataloguePartOf, cataloguePath } from "./catalogue-rooms";
import type { CatalogueTree } from "./locales";
import { englishWords, findCachedWords, readAllWords, readWords, wordsOfCatalogue } from "./words";

/** Returns an isolate whose files answer as configured, with the list of requested paths. */
function isolate() {
  const asked: string[] = [];
  const state = { away: false, now: 0 };
  const fetch = (request: string) => {
    asked.push(new URL(request).pathname);
    if (state.away) throw new Error("away");
    return ownAssets.fetch(request);
  };
  const bindings = { ASSETS: { fetch } } as never;
  const now = () => state.now;
  const request = (meter = newMeter()) => ({
    files: makeDataFileReader({ bindings, meter, log: makeLog("r", now), now }),
    meter,
  });
  return { asked, state, request };
}

test("a cold isolate reads one file of a language, a warm one none; English is never read", async () => {
  const { asked, request } = isolate();
  const first = request();
  expect(findCachedWords(first, "de", "front")).toBeNull();
  expect((await readWords(first, "de-AT", "front")).t("status.operational")).toBe(words("de").t("status.operational"));
  expect(asked).toEqual([cataloguePath("de", "front")]);
  expect(first.meter).toMatchObject({ files: 1, subrequests: 0 });
  const second = request();
  expect((await readWords(second, "de", "front")).language).toBe("de");
  expect((await readWords(second, "en-GB")).language).toBe("en-GB");
  expect(second.meter.files).toBe(0);
  expect((await readWords(second, "de")).t("history.heading")).toBe(words("de").t("history.heading"));
  expect(asked).toHaveLength(2);
  expect(findCachedWords(second, "de", "front")).toBe(findCachedWords(second, "de"));
});

test("what cannot be read is English, is logged, and is asked for again after ten seconds", async () => {
  const said = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { asked, state, request } = isolate();
  state.away = true;
  for (let view = 0; view < 3; view++) expect(await readWords(request(), "ja", "front")).toBe(englishWords);
  expect(asked).toHaveLength(1);
  expect(said.mock.calls.map(([line]) => JSON.parse(line))).toMatchObject([
    { event: "file.unreadable", path: "/words/ja/front.json", reason: "away" },
  ]);
  said.mockRestore();
  state.away = false;
  state.now = 10_001;
  expect((await readWords(request(), "ja", "front")).language).toBe("ja");
});

test("two requests at once wait for nothing that the other one began", async () => {
  const { asked, request } = isolate();
  const [one, two] = await Promise.all([readWords(request(), "fr"), readWords(request(), "fr")]);
  expect([one.language, two.language]).toEqual(["fr", "fr"]);
  expect(asked).toHaveLength(2);
});

test("one invocation reads a file for each language at the most", async () => {
  const { request } = isolate();
  const first = request();
  const all = await readAllWords(first, ["de", "es", "fr", "pt-BR", "ja", "zh-Hans", "ar", "he", "hi", "en", "de"]);
  expect(all("hi").language).toBe("hi");
  expect(first.meter.files).toBe(9);
  expect((await readWords(first, "de", "front")).language).toBe("de");
});

test("a front page says nothing that the front room's file has not", async () => {
  const tree = catalogueFiles().get(cataloguePath("de", "front")) as CatalogueTree;
  for (const options of [{}, { observedAgo: 500 }, { behindFor: 9 }, { staleSince: 1 }]) {
    const scene = look(sampleSnapshot(), { ...options, language: "de" });
    const front = {
      ...scene,
      frame: { ...scene.frame, words: wordsOfCatalogue("de", cataloguePartOf(tree, "front")) },
    };
    const [said, whole] = [
      await pageText(front, <HomePage {...front} />),
      await pageText(scene, <HomePage {...scene} />),
    ];
    const known = new Set(whole.split(/[<>]/));
    expect(said.split(/[<>]/).filter((each) => !known.has(each))).toEqual([]);
  }
});

test("the build writes what tests read", () => {
  const folder = mkdtempSync(join(tmpdir(), "catalogues-"));
  writeCatalogueFiles(folder);
  const written = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".json"));
  const made = [...catalogueFiles()];
  expect(written.sort()).toEqual(made.map(([path]) => path.slice(1)).sort());
  for (const [path, tree] of made) expect(JSON.parse(readFileSync(join(folder, path), "utf8"))).toEqual(tree);
});
