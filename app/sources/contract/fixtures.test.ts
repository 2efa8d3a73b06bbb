import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { DeliveryReading, Signal } from "~/alerts/rules/signal";
import { fixtureNames, readFixture } from "../../../tests/support/ingest-fixtures";
import { sourceAdapters } from "../kinds/known-kinds";

const written = readFileSync(new URL("../../../tests/fixtures/ingest/events.txt", import.meta.url), "utf8");

const time = (at: number | null) => (at === null ? "-" : new Date(at).toISOString());

function lineOf(signal: Signal): string {
  if (signal.kind === "close_group") return `close_group ${signal.groupKey}`;
  const { status, severity, key, title, startedAt, endedAt } = signal;
  return [status, severity ?? "-", key, title, time(startedAt), time(endedAt)].join(" | ");
}

const linesOf = ({ signals, skipped }: DeliveryReading) => [...signals.map(lineOf), ...skipped.map(({ code }) => code)];

/** Expected results by fixture: the lines indented below its name in SOURCE.md. */
const expected = new Map(
  written.split(/\n(?=\S)/).map((block) => {
    const [name = "", ...lines] = block.trimEnd().split("\n");
    return [name, lines.map((line) => line.trim())] as const;
  }),
);

const all = sourceAdapters.flatMap((source) =>
  fixtureNames(source.kind).map((name) => [`${source.kind}/${name}`, source, name] as const),
);

test.each(all)("%s gives the events that are written for it", async (path, source, name) => {
  const { headers } = source.sample(0);
  const lines = await readFixture(source, name, headers).then(linesOf, (error) => [String(error.message)]);
  expect(lines).toEqual(expected.get(path));
});

test("every expectation has its fixture", () => {
  expect([...expected.keys()].sort()).toEqual(all.map(([path]) => path).sort());
});
