import { describe, expect, test } from "vitest";
import { failureOf, good } from "../../tests/support/desk";
import {
  importJobOf,
  importMachine,
  importPartsOf,
  runImportToPreview,
  takeImportStep,
} from "../../tests/support/import-desk";
import { gatusFiles, importDeskOfEachTest, statuspageKey as key } from "../../tests/support/import-desk-of-test";
import { originAnswer } from "../../tests/support/origin-reading";
import { statuspageV1Answer } from "../../tests/support/statuspage-origin";
import { cancelImport } from "./cancel";
import { createImport } from "./create";
import { runImportReadStep } from "./engine/read-step";
import type { ImportView } from "./rules/import-view";
import { type MovedNoun, movedNouns } from "./rules/moved-nouns";

const { desk, server, answerBy, start, startStatuspage, view } = importDeskOfEachTest();

/** Things of each noun in the preview, whatever becomes of them. */
const thingsByNoun = ({ counts }: Pick<ImportView, "counts">): Partial<Record<MovedNoun, number>> =>
  Object.fromEntries(
    movedNouns.flatMap((noun) => {
      const all = Object.values(counts?.[noun]?.verdicts ?? {}).reduce((sum, each) => sum + each, 0);
      return all > 0 ? [[noun, all] as const] : [];
    }),
  );

describe("an API", () => {
  test("is read request by request to the preview, and its key is forgotten", async () => {
    const id = await startStatuspage();
    expect((await importJobOf(desk, id)).settingsSealed).not.toContain(key);
    const job = await runImportToPreview(desk, id);
    expect(job).toMatchObject({ state: "preview", settingsSealed: null, refusal: null, dueAt: null });
    const [calls, others] = [true, false].map((isApi) =>
      server.requests.filter(({ host }) => (host === "api.statuspage.io") === isApi),
    );
    expect(calls).toHaveLength(11);
    expect(calls?.every(({ headers }) => headers.authorization === `OAuth ${key}`)).toBe(true);
    expect(others?.map(({ host }) => host)).toEqual(["kctbh9vrtdwd.statuspage.io"]);
    expect(JSON.stringify(others?.map(({ headers }) => headers))).not.toContain(key);
    expect(JSON.stringify([job, await importPartsOf(desk, id)])).not.toContain(key);
    const shown = await view(id);
    expect(thingsByNoun(shown)).toEqual({
      page: 1,
      group: 1,
      component: 3,
      incident: 2,
      maintenance: 1,
      template: 1,
      subscriber: 6,
    });
    expect(shown.notesCount).toBe(19);
    expect(shown.notes).toHaveLength(19);
    expect(shown.notes[0]?.kind).toBe("secret_found");
  });

  test("goes on without the feed of a page that cannot be reached", async () => {
    const id = await startStatuspage();
    answerBy((request) =>
      request.url.endsWith("/history.atom")
        ? originAnswer("", { status: 302, headers: { location: request.url } })
        : statuspageV1Answer(request),
    );
    expect(await runImportToPreview(desk, id)).toMatchObject({ state: "preview", refusal: null });
    expect((await view(id)).notes.map(({ field }) => field)).toContain("history.atom");
  });

  test("keeps the origin’s pause between two requests", async () => {
    const id = await startStatuspage();
    const begin = desk.deployment.clock.now;
    await takeImportStep(desk, id);
    expect(desk.deployment.clock.now - begin).toBe(1000);
    expect((await importJobOf(desk, id)).dueAt).toBe(begin + 1000);
  });

  test("killed before and after each step, and taken twice, it ends as without", async () => {
    const whole = await startStatuspage();
    await runImportToPreview(desk, whole);
    const expected = await importPartsOf(desk, whole);
    await good(cancelImport(desk.owner(), { pageId: desk.pageId, id: whole }));
    const id = await startStatuspage();
    const killed = new Error("killed");
    const dies = async () => {
      throw killed;
    };
    for (let step = 0; ; step++) {
      const machine = importMachine(desk);
      const beforeCommit = { ...machine, secrets: { ...machine.secrets, seal: dies } };
      const afterCommit = { ...machine, sleep: dies };
      for (const ctx of [beforeCommit, afterCommit])
        await takeImportStep(desk, id, ctx).catch((error) => expect(error).toBe(killed));
      if (!(await takeImportStep(desk, id))) break;
      expect(step).toBeLessThan(40);
    }
    expect(await importPartsOf(desk, id)).toEqual(expected);
  });

  test("of two that take one step at once, one writes", async () => {
    const id = await startStatuspage();
    const job = await importJobOf(desk, id);
    const outcomes = await Promise.allSettled([
      runImportReadStep(importMachine(desk), job),
      runImportReadStep(importMachine(desk), job),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect((await importJobOf(desk, id)).version).toBe(job.version + 1);
  });

  test("waits as long as a limit says, and goes on", async () => {
    const id = await startStatuspage();
    answerBy(() => originAnswer("slow down", { status: 429, headers: { "retry-after": "70" } }));
    await takeImportStep(desk, id);
    const waiting = await importJobOf(desk, id);
    expect(waiting).toMatchObject({ state: "reading", dueAt: desk.deployment.clock.now + 70_000 });
    answerBy(statuspageV1Answer);
    expect(await runImportToPreview(desk, id)).toMatchObject({ state: "preview" });
  });

  test("that refuses the key ends the import in its own words, and all is forgotten", async () => {
    const id = await startStatuspage();
    await takeImportStep(desk, id);
    answerBy(() => originAnswer(`{"error":"Could not authenticate ${key}"}`, { status: 401 }));
    const job = await runImportToPreview(desk, id);
    expect(job).toMatchObject({ state: "failed", settingsSealed: null, readState: null, dueAt: null });
    expect(job.refusal).toMatchObject({ code: "wrong_key" });
    expect(job.refusal?.message).toMatch(/refused the key \(401\).*It answered: “Could not authenticate …”$/);
    expect(await importPartsOf(desk, id)).toEqual([]);
  });

  test("that redirects to another host does not get the key there", async () => {
    const id = await startStatuspage();
    const elsewhere = "https://elsewhere.example/v1/pages";
    answerBy(({ url }) =>
      url === elsewhere
        ? originAnswer("{}", { status: 401 })
        : originAnswer("", { status: 302, headers: { location: elsewhere } }),
    );
    await takeImportStep(desk, id);
    const [first, second] = server.requests;
    expect([first?.host, second?.host]).toEqual(["api.statuspage.io", "elsewhere.example"]);
    expect(second?.headers.authorization).toBeUndefined();
  });

  test("that is away is asked six times more, and then given up by its name", async () => {
    const id = await startStatuspage();
    desk.deployment.way.outbound = undefined;
    const job = await runImportToPreview(desk, id);
    expect(job.refusal).toMatchObject({ code: "unreachable" });
    expect(job.refusal?.message).toMatch(/^api\.statuspage\.io could not be reached/);
  });

  test("that answers more than a megabyte is asked for a smaller page", async () => {
    const id = await startStatuspage();
    answerBy((request) =>
      /\/components\?page=1&per_page=100/.test(request.url)
        ? originAnswer(`[${"x".repeat(1_100_000)}`)
        : statuspageV1Answer(request),
    );
    for (let step = 0; step < 5; step++) await takeImportStep(desk, id);
    expect(server.requests.at(-1)?.url).toMatch(/\/components\?page=1&per_page=50$/);
  });
});

describe("files", () => {
  test("are read at once to the preview, and deleted", async () => {
    const id = await start({ origin: "gatus", files: gatusFiles() });
    const uploaded = await importPartsOf(desk, id);
    expect(uploaded.map(({ kind }) => kind)).toEqual(["upload"]);
    const job = await runImportToPreview(desk, id);
    expect(job).toMatchObject({ state: "preview", settingsSealed: null, parts: 1 });
    expect((await importPartsOf(desk, id)).map(({ kind }) => kind)).toEqual(["document", "notes", "plan"]);
    expect(thingsByNoun(await view(id)).monitor).toBeGreaterThan(0);
  });

  test("that cannot be read end the import at their line", async () => {
    const id = await start({ origin: "gatus", files: [{ path: "config.yaml", text: "endpoints:\n  - name: [" }] });
    const job = await runImportToPreview(desk, id);
    expect(job).toMatchObject({ state: "failed", settingsSealed: null });
    expect(job.refusal?.message).toMatch(/config\.yaml/);
    expect(await importPartsOf(desk, id)).toEqual([]);
  });

  test("of two megabytes in all are taken, and more is refused with the command", async () => {
    const text = (bytes: number) => `name,description\n${"é\n".repeat(bytes / 3)}`;
    const files = [
      { path: "components.csv", text: text(900_000) },
      { path: "more-components.csv", text: text(1_000_000) },
    ];
    const more = await failureOf(
      createImport(desk.owner(), {
        pageId: desk.pageId,
        origin: "csv",
        files: [{ path: "a.csv", text: text(2_400_000) }],
      }),
    );
    expect(more).toMatchObject({ name: "invalid", code: "too_large" });
    expect(JSON.stringify(more)).toContain("npm run import -- csv a.csv");
    const id = await start({ origin: "csv", files });
    const stored = (await importPartsOf(desk, id)).map(({ value }) => value).join("");
    expect(stored === JSON.stringify(files)).toBe(true);
  });
});
