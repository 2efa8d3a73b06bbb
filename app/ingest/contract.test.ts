/** A list, or a body that carries an empty list of alerts, may come to nothing; anything else is read or said to be skipped. */
const saysNothing = (payload: unknown): boolean =>
  Array.isArray(payload) ||
  (Array.isArray((payload as { alerts?: unknown } | null)?.alerts) &&
    (payload as { alerts: unknown[] }).alerts.length === 0);

import { existsSync, readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { keyTrouble, withinLimits } from "~/rules/alerts/signal-limits";
import type { AnySource } from "./contract";
import { sources } from "./sources";

const now = Date.UTC(2026, 10, 20, 12);
const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
const folder = (source: AnySource) => new URL(`../../tests/fixtures/ingest/${source.kind}/`, import.meta.url);

function fixturesOf(source: AnySource): [string, unknown][] {
  if (!existsSync(folder(source))) return [];
  const names = readdirSync(folder(source)).filter((name) => name.endsWith(".json"));
  return names.map((name) => [name, JSON.parse(readFileSync(new URL(name, folder(source)), "utf8"))]);
}

/** Any JSON, and JSON that looks like what this source reads: its own sample with any part replaced. */
function hostile(source: AnySource): fc.Arbitrary<unknown> {
  const spoil = (value: unknown): fc.Arbitrary<unknown> => {
    const junk = fc.oneof({ weight: 4, arbitrary: fc.constant(value) }, fc.jsonValue({ maxDepth: 2 }));
    if (Array.isArray(value)) return fc.oneof({ weight: 6, arbitrary: fc.tuple(...value.map(spoil)) }, junk);
    if (typeof value !== "object" || value === null) return junk;
    const members = Object.fromEntries(Object.entries(value).map(([name, each]) => [name, spoil(each)]));
    return fc.oneof({ weight: 6, arbitrary: fc.record(members, { requiredKeys: [] }) }, junk);
  };
  return fc.oneof(fc.jsonValue(), spoil(source.sample(now).payload)).map((each) => JSON.parse(JSON.stringify(each)));
}

function secretNames(source: AnySource): string[] {
  const shape = (source.settings as unknown as z.ZodObject).shape;
  return Object.entries(shape).flatMap(([name, field]) => ((field as z.ZodType).meta()?.secret === true ? [name] : []));
}

test("kinds are unique and well-formed", () => {
  const kinds = sources.map((each) => each.kind);
  expect(new Set(kinds).size).toBe(kinds.length);
  for (const kind of kinds) expect(kind).toMatch(/^[a-z][a-z0-9-]{1,39}$/);
});

describe.each(sources.map((each) => [each.kind, each] as const))("%s", (_, source) => {
  const settings = source.sampleSettings;

  test("its sample gives the signals it must give, and they are within our limits", () => {
    const { payload, signals } = source.sample(now);
    const reading = source.read(JSON.parse(JSON.stringify(payload)));
    expect(reading).toEqual({ signals, skipped: [] });
    expect(withinLimits(reading)).toEqual(reading);
    expect(signals.length).toBeGreaterThan(0);
  });

  test("each fixture is read without a loss", () => {
    for (const [name, payload] of fixturesOf(source)) {
      const { signals, skipped } = withinLimits(source.read(payload));
      expect(
        skipped.filter((each) => each.code !== "not_an_alert"),
        name,
      ).toEqual([]);
      expect(signals.length + skipped.length, name).toBeGreaterThan(0);
    }
  });

  test("whatever the payload, reading does not throw and gives plain signals", () => {
    fc.assert(
      fc.property(hostile(source), (payload) => {
        const { signals, skipped } = withinLimits(source.read(payload));
        expect(signals.length + skipped.length).toBeGreaterThanOrEqual(saysNothing(payload) ? 0 : 1);
        for (const signal of signals) {
          if (signal.kind !== "alert") continue;
          expect(keyTrouble(signal.key)).toBeNull();
          expect([signal.startedAt, signal.endedAt, signal.eventAt].every((at) => at === null || at > 0)).toBe(true);
          expect(Object.values(signal.labels).every((each) => typeof each === "string")).toBe(true);
          expect(signal.link === null || /^https?:/i.test(signal.link)).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });

  test("a genuine sender gets in; who proves nothing, or for another body, does not", () => {
    const rawBody = bytes(source.sample(now).payload);
    const headers = new Headers(source.prove({ rawBody, settings, now, deliveryId: "d1" }));
    expect(source.authenticate({ headers, rawBody, settings, now })).toBe(true);
    if (secretNames(source).length === 0) return;
    expect(source.authenticate({ headers: new Headers(), rawBody, settings, now })).toBe(false);
    const wrong = [...headers].map(([name, value]): [string, string] => [name, `${value}x`]);
    expect(source.authenticate({ headers: new Headers(wrong), rawBody, settings, now })).toBe(false);
  });

  test("its settings parse, start empty, and mark what is secret", () => {
    expect(source.settings.safeParse(settings).success).toBe(true);
    expect(source.settings.safeParse({}).success).toBe(true);
    const shape = (source.settings as unknown as z.ZodObject).shape;
    const telling = Object.keys(shape).filter((name) => /secret|token|password|key/i.test(name));
    expect(secretNames(source)).toEqual(expect.arrayContaining(telling));
  });

  test("its set-up page shows the address and no secret", () => {
    const ingestUrl = "https://status.example.com/ingest/t0ken";
    const text = JSON.stringify(source.setup({ ingestUrl, settings }));
    expect(text).toContain(ingestUrl);
    for (const name of secretNames(source)) {
      const value = (settings as Record<string, string | undefined>)[name];
      if (value) expect(text).not.toContain(value);
    }
  });

  test("what it promises fits together", () => {
    expect(source.contentTypes.length).toBeGreaterThan(0);
    if (source.immutableIds) {
      const rawBody = bytes(source.sample(now).payload);
      const headers = new Headers(source.prove({ rawBody, settings, now, deliveryId: "d1" }));
      expect(source.deliveryId(headers)).toBe("d1");
    }
  });
});
