import { expect } from "vitest";
import { monitorKindOf } from "~/monitors/kinds/known-kinds";
import type { Outbound } from "~/platform/outbound";
import type { Hostile, Manner } from "./hostile-server";
import { wayOut } from "./way-out";

/** Settings, by kind, with which a monitor checks a port of this machine and waits for a text that never arrives. */
export const hostileSettings: Record<string, (port: number) => Record<string, unknown>> = {
  http: (port) => ({ url: `http://127.0.0.1:${port}/health`, contains: "what never comes" }),
  tcp: (port) => ({ host: "127.0.0.1", port: String(port), expect: "what never comes" }),
  websocket: (port) => ({ url: `ws://127.0.0.1:${port}/socket`, expect: "what never comes" }),
};

/** Runs one check of a kind, with settings as a form gives them. */
export async function look(
  kind: string,
  given: Record<string, unknown>,
  over: { timeout?: number; outbound?: Outbound; now?: () => number } = {},
) {
  const adapter = monitorKindOf(kind);
  if (!adapter) throw new Error(`There is no kind ${kind}.`);
  const clock = () => Math.round(performance.timeOrigin + performance.now());
  const { timeout = 8000, outbound = wayOut(), now = clock } = over;
  return adapter.check({ settings: adapter.settings.parse(given), outbound, timeout, now });
}

/** Checks one of these peers: the result must be down, in time, with the connection closed. */
export async function outlive(hostile: Hostile, manner: Manner, kind: string, given: Record<string, unknown>) {
  const begun = performance.now();
  const settings = { host: "127.0.0.1", port: hostile.port(manner), ...given };
  const found = await look(kind, settings, { timeout: 400 });
  expect(found).toMatchObject({ verdict: "down", milliseconds: null });
  expect(performance.now() - begun).toBeLessThan(2000);
  await expect.poll(() => hostile.open(manner)).toBe(0);
}
