import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { z } from "zod";
import type { Signal } from "~/alerts/rules/signal";
import { alertKeyProblem, limitDeliveryReading } from "~/alerts/rules/signal-limits";
import { fixtureNames, messageOf, rawOf, readFixture, readRaw, sentOf } from "../../../tests/support/ingest-fixtures";
import { sourceAdapters } from "../kinds/known-kinds";
import type { AnySourceAdapter } from "./contract";

/**
 * Returns true for a list, or a body with an empty list of alerts, which may give no signals; any other body is read or
 * reported as skipped.
 */
const saysNothing = (payload: unknown): boolean =>
  Array.isArray(payload) ||
  (Array.isArray((payload as { alerts?: unknown } | null)?.alerts) &&
    (payload as { alerts: unknown[] }).alerts.length === 0);

const now = Date.UTC(2026, 10, 20, 12);

/** Returns the set-up as its page shows it: the kind's own, or its file with the address filled in. */
function setupOf(source: AnySourceAdapter, ingestUrl: string, settings: unknown): unknown {
  if (source.setup) return source.setup({ ingestUrl, settings });
  const text = readFileSync(new URL(`../../../public/setup/${source.kind}.json`, import.meta.url), "utf8");
  const { intro, snippets } = JSON.parse(text.replaceAll("{{ingestUrl}}", ingestUrl).replaceAll("{{token}}", "t0ken"));
  expect(intro.length).toBeGreaterThan(20);
  expect(snippets.length).toBeGreaterThan(0);
  return { intro, snippets };
}

const sampleMessage = (source: AnySourceAdapter, payload: unknown) => messageOf(payload, source.sample(now).headers);

const asSent = (source: AnySourceAdapter, payload: unknown) => {
  const headers = new Headers({ "content-type": "application/json", ...source.sample(now).headers });
  return rawOf({ headers, body: JSON.stringify(payload) });
};

function expectPlain(signal: Signal): void {
  if (signal.kind !== "alert") return;
  expect(alertKeyProblem(signal.key)).toBeNull();
  expect([signal.startedAt, signal.endedAt, signal.eventAt].every((at) => at === null || at > 0)).toBe(true);
  expect(Object.values(signal.labels).every((each) => typeof each === "string")).toBe(true);
  expect(signal.link === null || /^https?:/i.test(signal.link)).toBe(true);
}

/** Returns the sample as a genuine sender sends it. */
function genuine(source: AnySourceAdapter, settings: unknown) {
  const body = JSON.stringify(source.sample(now).payload);
  const rawBody = new TextEncoder().encode(body);
  const proof = source.prove?.({ rawBody, settings, now, deliveryId: "d1" });
  return { rawBody, headers: new Headers({ ...source.sample(now).headers, ...proof }), proof };
}

/** Generates any JSON, and JSON similar to this source's: its own sample with any part replaced. */
function hostile(source: AnySourceAdapter): fc.Arbitrary<unknown> {
  const spoil = (value: unknown): fc.Arbitrary<unknown> => {
    const junk = fc.oneof({ weight: 4, arbitrary: fc.constant(value) }, fc.jsonValue({ maxDepth: 2 }));
    if (Array.isArray(value)) return fc.oneof({ weight: 6, arbitrary: fc.tuple(...value.map(spoil)) }, junk);
    if (typeof value !== "object" || value === null) return junk;
    const members = Object.fromEntries(Object.entries(value).map(([name, each]) => [name, spoil(each)]));
    return fc.oneof({ weight: 6, arbitrary: fc.record(members, { requiredKeys: [] }) }, junk);
  };
  return fc.oneof(fc.jsonValue(), spoil(source.sample(now).payload)).map((each) => JSON.parse(JSON.stringify(each)));
}

function secretNames(source: AnySourceAdapter): string[] {
  const shape = (source.settings as unknown as z.ZodObject).shape;
  return Object.entries(shape).flatMap(([name, field]) => ((field as z.ZodType).meta()?.secret === true ? [name] : []));
}

test("kinds are unique and well-formed", () => {
  const kinds = sourceAdapters.map((each) => each.kind);
  expect(new Set(kinds).size).toBe(kinds.length);
  for (const kind of kinds) expect(kind).toMatch(/^[a-z][a-z0-9-]{1,39}$/);
});

describe.each(sourceAdapters.map((each) => [each.kind, each] as const))("%s", (_, source) => {
  const settings = source.sampleSettings;

  test("its sample gives the signals it must give, and they are within our limits", async () => {
    const { payload, signals } = source.sample(now);
    const reading = await readRaw(source, asSent(source, payload));
    expect(reading).toEqual({ signals, skipped: [] });
    expect(limitDeliveryReading(reading)).toEqual(reading);
    expect(signals.length).toBeGreaterThan(0);
  });

  test.each(fixtureNames(source.kind))("%s is read without a loss", async (name) => {
    if (/rejected/.test(name)) return;
    const { signals, skipped } = await readFixture(source, name, source.sample(now).headers);
    expect(skipped.filter((each) => each.code !== "not_an_alert")).toEqual([]);
    expect(signals.length + skipped.length).toBeGreaterThan(0);
  });

  test("whatever the payload, reading does not throw and gives plain signals", async () => {
    await fc.assert(
      fc.asyncProperty(hostile(source), async (payload) => {
        const decoded = await source.decode(asSent(source, payload));
        if (!decoded.ok) {
          expect(decoded.failure.name).toBe("malformed");
          return;
        }
        const reading = limitDeliveryReading(source.read(sampleMessage(source, decoded.value), settings));
        expect(reading.signals.length + reading.skipped.length).toBeGreaterThanOrEqual(saysNothing(payload) ? 0 : 1);
        reading.signals.forEach(expectPlain);
      }),
      { numRuns: 300 },
    );
  });

  test("whatever the bytes, decoding does not throw: a value or a failure", async () => {
    const types = [...source.contentTypes, "multipart/form-data; boundary=x", "application/json"];
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.string().map((text) => new TextEncoder().encode(text)),
    );
    await fc.assert(
      fc.asyncProperty(bytes, fc.constantFrom(...types), async (rawBody, type) => {
        const headers = new Headers({ ...source.sample(now).headers, "content-type": type || "text/plain" });
        const raw = rawOf({ headers });
        const payload = await source.decode({ ...raw, rawBody });
        if (!payload.ok) expect(payload.failure.name).toBe("malformed");
        else expect(() => source.read({ now, ...raw, payload: payload.value }, settings)).not.toThrow();
      }),
      { numRuns: 200 },
    );
  });

  test("keys of a prototype are plain data", async () => {
    const spoiled = JSON.stringify(source.sample(now).payload).replace(
      "{",
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},',
    );
    const headers = new Headers({ "content-type": "application/json", ...source.sample(now).headers });
    const payload = await source.decode(rawOf({ body: spoiled, headers }));
    if (payload.ok) source.read(sampleMessage(source, payload.value), settings);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test("a genuine sender gets in; who proves nothing, or for another body, does not", async () => {
    const { rawBody, headers, proof } = genuine(source, settings);
    const enters = (given: Headers, bytes = rawBody) =>
      source.authenticate({ ...sentOf(settings, { headers: given, now }), rawBody: bytes });
    if (proof) expect(await enters(headers)).toBe(true);
    else expect(await enters(headers)).toBe(false);
    if (secretNames(source).length === 0) return;
    expect(await enters(new Headers())).toBe(false);
    const wrong = Object.entries(proof ?? {}).map(([name, value]): [string, string] => [name, `${value}x`]);
    expect(await enters(new Headers(wrong))).toBe(false);
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
    const text = JSON.stringify(setupOf(source, ingestUrl, settings));
    expect(text).toContain("t0ken");
    for (const name of secretNames(source)) {
      const value = (settings as Record<string, string | undefined>)[name];
      if (value) expect(text).not.toContain(value);
    }
  });

  test("what it promises fits together", () => {
    expect(source.contentTypes.length).toBeGreaterThan(0);
    expect(source.methods.length).toBeGreaterThan(0);
    if (source.immutableIds) {
      const { headers } = genuine(source, settings);
      const { payload } = source.sample(now);
      expect(source.deliveryId({ now, payload, headers, query: new URLSearchParams() })).toBe("d1");
    }
  });
});
