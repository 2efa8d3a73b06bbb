import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { DeliveryReading } from "~/alerts/rules/signal";
import { limitDeliveryReading } from "~/alerts/rules/signal-limits";
import type { AnySourceAdapter, SourceMessage, SourceRequest } from "~/sources/contract/contract";
import type { RawRequest } from "~/sources/contract/decode";

const encoder = new TextEncoder();

/** Returns a request as received, with the parts that a test sets. */
export const rawOf = (given: Partial<RawRequest> & { body?: string } = {}): RawRequest => ({
  method: "POST",
  headers: new Headers({ "content-type": "application/json" }),
  query: new URLSearchParams(),
  rawBody: encoder.encode(given.body ?? ""),
  path: "",
  ...given,
});

export const sentOf = <Settings>(
  settings: Settings,
  given: Parameters<typeof rawOf>[0] & Partial<SourceRequest<Settings>>,
) => ({ now: 0, fetched: null, ...rawOf(given), settings }) satisfies SourceRequest<Settings>;

export const messageOf = (payload: unknown, headers: Record<string, string> = {}): SourceMessage => ({
  now: Date.UTC(2026, 10, 20, 12),
  payload,
  headers: new Headers(headers),
  query: new URLSearchParams(),
});

const folderOf = (kind: string) => new URL(`../fixtures/ingest/${kind}/`, import.meta.url);

/** Returns the names of a kind's fixtures: bodies (`.json`) and whole requests (`.http`). */
export function fixtureNames(kind: string): string[] {
  if (!existsSync(folderOf(kind))) return [];
  return readdirSync(folderOf(kind)).filter((name) => /\.(json|http)$/.test(name) && !name.startsWith("UPFRONT"));
}

function requestOf(text: string): RawRequest {
  const [head = "", ...rest] = text.split("\r\n\r\n");
  const [line = "", ...lines] = head.split("\r\n");
  const [method = "", target = "/"] = line.split(" ");
  const headers = new Headers();
  // Headers carry bytes: unencoded text of a sender arrives as one character per byte.
  for (const each of lines) {
    const [name = "", ...value] = each.split(": ");
    headers.append(name, Buffer.from(value.join(": "), "utf8").toString("latin1"));
  }
  return rawOf({
    method,
    headers,
    query: new URL(target, "http://localhost").searchParams,
    body: rest.join("\r\n\r\n"),
  });
}

/** Returns a fixture as a request. A body without a head is JSON, with the headers given. */
export function fixtureOf(kind: string, name: string, headers: Record<string, string> = {}): RawRequest {
  const text = readFileSync(new URL(name, folderOf(kind)), "utf8");
  if (name.endsWith(".http")) return requestOf(text);
  return rawOf({ body: text, headers: new Headers({ "content-type": "application/json", ...headers }) });
}

/** Decodes and reads the request, within our limits; throws when it is refused. */
export async function readRaw(
  source: AnySourceAdapter,
  raw: RawRequest,
  settings = source.sampleSettings,
): Promise<DeliveryReading> {
  const payload = await source.decode(raw);
  if (!payload.ok) throw new Error(JSON.stringify(payload.failure));
  return limitDeliveryReading(
    source.read(
      { now: Date.UTC(2026, 10, 20, 12), payload: payload.value, headers: raw.headers, query: raw.query },
      settings,
    ),
  );
}

export const readFixture = (
  source: AnySourceAdapter,
  name: string,
  headers?: Record<string, string>,
): Promise<DeliveryReading> => readRaw(source, fixtureOf(source.kind, name, headers));
