import { describe, expect, test } from "vitest";
import { originAnswer, originSettings } from "../../../tests/support/origin-reading";
import { originLoaderByName } from "../kinds/registry";
import { phasedApiReader, rowsOfOriginAnswer } from "./api-phases";
import type { ApiOriginReader, ImportOrigin, OriginReadState, OriginSettings } from "./origin";
import { mostOriginReads } from "./origin-turns";
import { queuedApiReader } from "./queued-api";

/** An API may name a further page for ever. Each reader ends with a refusal at a stated number of answers. */
const urls: Readonly<Record<string, string>> = { upptime: "https://github.com/acme/status" };

const origins = await Promise.all(Object.values(originLoaderByName).map((load) => load()));
const readerOf = async (origin: ImportOrigin): Promise<ApiOriginReader | undefined> =>
  origin.api ?? (await origin.loadApi?.());
const readers = (
  await Promise.all(origins.map(async ({ name, ...origin }) => [name, await readerOf({ name, ...origin })] as const))
).flatMap(([name, reader]) => (reader ? [[name, reader] as const] : []));

const settingsOf = (name: string) =>
  originSettings({ url: urls[name] ?? "https://status.example.com", key: "k3y-of-nobody" });

function begin(reader: ApiOriginReader, settings: OriginSettings): OriginReadState {
  const begun = reader.begin(settings);
  if (!begun.ok) throw new Error(begun.refusal.message);
  return begun.value;
}

/** Reads from this answer on, as though all before it had been read; returns the refusal and the answers it took. */
function readFrom(reader: ApiOriginReader, settings: OriginSettings, reads: number, textOf: (at: number) => string) {
  let state: OriginReadState = { ...begin(reader, settings), reads };
  for (let at = 0; at < 1000; at++) {
    if (!reader.next(state, settings)) return { refusal: null, answers: at };
    const step = reader.take(state, originAnswer(textOf(at)), settings);
    if (step.kind === "refused") return { refusal: step.refusal, answers: at };
    state = step.state;
  }
  throw new Error("the reading does not end");
}

test("every product with an API is held", () => {
  expect(readers.length).toBeGreaterThanOrEqual(14);
});

describe.each(readers)("%s", (name, reader) => {
  const settings = settingsOf(name);
  const noEnd = { code: "unusable_answer", message: expect.stringContaining("no end after 20000 answers") };

  test.each(["{}", "[]", '{"data":[]}', "", "no JSON"])(
    "is not read beyond its bound, whatever answers: %s",
    (text) => {
      const { refusal } = readFrom(reader, settings, mostOriginReads, () => text);
      expect(refusal).toEqual(noEnd);
    },
  );

  test("counts each answer that it goes on after", () => {
    const state = { ...begin(reader, settings), reads: 7 };
    for (const answer of [originAnswer("[]"), originAnswer("{}"), originAnswer("[", { isCut: true })]) {
      const step = reader.take(state, answer, settings);
      if (step.kind === "part") expect(step.state.reads).toBe(8);
    }
  });
});

const rowsFrom = (at: number, count: number) =>
  Array.from({ length: count }, (_, row) => ({ id: `${"i".repeat(60)}${at}-${row}` }));

describe("a list whose next page changes for ever", () => {
  const settings = originSettings();
  const queued = queuedApiReader({
    title: "Simulated",
    pauseMs: 0,
    begin: () => ({ ok: true, value: [{ what: "rows", path: "/rows?page=0" }] }),
    request: ({ path }) => ({ method: "GET", url: `https://example.com${path}`, headers: {} }),
    read: ({ body }) => ({ part: {}, more: [{ what: "rows", path: (body as { next: string }).next }] }),
  });

  test("ends by the number of answers", () => {
    const { refusal, answers } = readFrom(queued, settings, mostOriginReads - 20, (at) => `{"next":"/rows?p=${at}"}`);
    expect([answers, refusal?.message]).toEqual([20, "Simulated: its lists have no end after 20000 answers."]);
  });

  test("ends before what it remembers is too long for the row of its job", () => {
    const phased = phasedApiReader({
      title: "Simulated",
      pauseMs: 0,
      headers: () => ({}),
      begin: () => ({ ok: true, value: {} }),
      phases: [
        {
          pages: { from: 0, size: 100 },
          url: ({ cursor }) => `https://example.com/rows?page=${cursor.page}`,
          take(body, { memory }) {
            const rows = rowsOfOriginAnswer(body, "It");
            if (!rows.ok) return rows;
            const ids = [...((memory.ids as unknown[]) ?? []), ...rows.value.map(({ id }) => id)];
            return { ok: true, value: { rows: rows.value, memory: { ids } } };
          },
        },
      ],
    });
    const { refusal, answers } = readFrom(phased, settings, 0, (at) => JSON.stringify(rowsFrom(at, 100)));
    expect(refusal?.message).toMatch(/no end after 1000000 bytes/);
    expect(answers).toBeLessThan(200);
  });
});
