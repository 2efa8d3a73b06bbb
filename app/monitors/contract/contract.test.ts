import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { z } from "zod";
import { englishText } from "~/failures/refusal";
import { refusalText } from "~/i18n/refusal-text";
import { checkOutboundHostName, checkOutboundUrl } from "~/net/address-guard";
import type { ByteConnection, MessageSocket, Outbound, OutboundFailure, WebSocketEvent } from "~/platform/outbound";
import { cpuClock } from "../../../tests/support/cpu-work";
import { type Hostile, startHostile } from "../../../tests/support/hostile-server";
import { hostileSettings, look } from "../../../tests/support/monitor-peers";
import { countWaiting } from "../../../tests/support/waited";
import { wayOut } from "../../../tests/support/way-out";
import { monitorKinds } from "../kinds/known-kinds";
import { maxCallsPerCheck, maxExtraCallsPerCheck } from "../rules/shards-together";
import type { AnyMonitorKind, CheckFinding } from "./contract";

let timers: ReturnType<typeof countWaiting>;
beforeAll(() => {
  timers = countWaiting();
});
afterAll(() => timers.stop());

const failing = (reason: OutboundFailure["reason"]): Outbound => {
  const failure = {
    ok: false as const,
    reason,
    code: reason,
    detail: englishText("Nothing came of it."),
    milliseconds: 1,
  };
  return { fetch: async () => failure, connect: async () => failure, upgrade: async () => failure };
};

/** Returns a connection that sends this text for any input; with `ends` = false it then stays open and silent. */
function babble(text: string, ends: boolean, closed: () => void): ByteConnection {
  return {
    readable: new ReadableStream({
      start(controller) {
        if (text !== "") controller.enqueue(new TextEncoder().encode(text));
        if (ends) controller.close();
      },
    }),
    writable: new WritableStream(),
    startTls: () => babble(text, ends, closed),
    close: async () => closed(),
  };
}

/** Does the same over a WebSocket; one that ends breaks off. */
function babbleMessages(text: string, ends: boolean, closed: () => void): MessageSocket {
  const heard: WebSocketEvent[] = [
    { kind: "message", text },
    ...(ends ? [{ kind: "ended" as const, code: null }] : []),
  ];
  return {
    send: () => undefined,
    next: () => Promise.resolve(heard.shift() ?? new Promise<WebSocketEvent>(() => undefined)),
    close: closed,
  };
}

interface Said {
  status: number;
  text: string;
  header: string;
  ends: boolean;
}

function saying({ status, text, header, ends }: Said, opened = () => {}, closed = () => {}): Outbound {
  const protocol = ends ? "graphql-transport-ws" : "another";
  const headers = new Headers({ "content-type": header, location: header, "sec-websocket-protocol": protocol });
  const hops = [{ from: `https://example.com/${text}`, status: 302, to: header }];
  return {
    fetch: async () => ({ ok: true, status, headers, text, truncated: !ends, milliseconds: 1, hops }),
    async connect() {
      opened();
      return { ok: true, connection: babble(text, ends, closed) };
    },
    async upgrade() {
      const answer = { ok: true as const, status, headers, text: "", truncated: false, milliseconds: 1 };
      if (status !== 200) return answer;
      opened();
      return { ...answer, status: 101, socket: babbleMessages(text, ends, closed) };
    },
  };
}

const check = (kind: AnyMonitorKind, outbound: Outbound, timeout = 50): Promise<CheckFinding> =>
  kind.check({ settings: kind.settings.parse(kind.sampleSettings), outbound, timeout, now: () => 0 });

const costOf = (kind: AnyMonitorKind) => kind.cost?.(kind.settings.parse(kind.sampleSettings)) ?? 1;

const sampleOf = (kind: AnyMonitorKind) => kind.sampleSettings as Record<string, unknown>;

function secretsOf(kind: AnyMonitorKind): string[] {
  const shape = Object.entries((kind.settings as unknown as z.ZodObject).shape);
  const secret = shape.filter(([, field]) => (field as z.ZodType).meta()?.secret === true);
  return secret.flatMap(([name]) => (typeof sampleOf(kind)[name] === "string" ? [String(sampleOf(kind)[name])] : []));
}

function expectTellable(finding: CheckFinding, { untimed = false }: { untimed?: boolean } = {}): void {
  expect(finding.code).toMatch(/^[a-z][a-z0-9_]{0,39}$/);
  const told = [finding.detail, ...finding.steps.flatMap(({ title, detail }) => [title, detail])];
  for (const text of told.map((each) => refusalText(each, "en"))) {
    expect(text.length).toBeGreaterThan(0);
    expect(text.length).toBeLessThanOrEqual(200);
    expect(text).not.toMatch(/\p{Cc}/u);
  }
  expect(finding.steps.length).toBeGreaterThan(0);
  expect(finding.steps.every(({ ok }) => ok)).toBe(finding.verdict === "up");
  expect(finding.milliseconds === null || (finding.milliseconds >= 0 && !untimed)).toBe(true);
  expect(finding.within === undefined || finding.verdict === "degraded").toBe(true);
}

const printable = fc.string({ unit: fc.constantFrom(..."abcXYZ 0123456789/:.?=&%~") });
const said = fc.record({
  status: fc.oneof(fc.constant(200), fc.integer({ min: 200, max: 599 })),
  text: fc.oneof(fc.string({ unit: "binary" }), fc.json(), fc.constant("+OK\r\n"), fc.constant("")),
  header: printable,
  ends: fc.boolean(),
});

/** Counts each call, and the redirects that it may follow. */
function counting(outbound: Outbound): Outbound & { calls(): number; plain(): number } {
  let [calls, plain] = [0, 0];
  return {
    fetch(request) {
      calls += 1 + (request.redirects ?? 0);
      plain += 1;
      return outbound.fetch(request);
    },
    connect(target) {
      calls += 1;
      plain += 1;
      return outbound.connect(target);
    },
    upgrade(request) {
      calls += 1 + (request.redirects ?? 0);
      plain += 1;
      return outbound.upgrade(request);
    },
    calls: () => calls,
    plain: () => plain,
  };
}

test("kinds are unique and well-formed", () => {
  const kinds = monitorKinds.map((each) => each.kind);
  expect(new Set(kinds).size).toBe(kinds.length);
  for (const kind of kinds) expect(kind).toMatch(/^[a-z][a-z0-9-]{1,39}$/);
});

const isOurs = ({ from = "either" }: AnyMonitorKind) => from === "either";

test.each(monitorKinds.filter((each) => !isOurs(each)).map((each) => [each.kind, each] as const))(
  "%s: only an agent can look at it, and its settings are checkable",
  async (_, kind) => {
    const opened = counting(saying({ status: 200, text: "", header: "", ends: true }));
    const finding = await check(kind, opened);
    expect(finding).toMatchObject({ verdict: "blocked", code: "agent_only" });
    expectTellable(finding, kind);
    expect(opened.calls()).toBe(0);
    expect(kind.settings.safeParse({}).success).toBe(false);
    expect(kind.target(kind.settings.parse(kind.sampleSettings))).toMatch(/^[^\s?#@]{1,400}$/);
  },
);

describe.each(monitorKinds.filter(isOurs).map((each) => [each.kind, each] as const))(
  "%s: whatever comes back",
  (_, kind) => {
    test("its settings parse as text, from a form, and to the same", () => {
      const typed = Object.fromEntries(Object.entries(sampleOf(kind)).map(([name, value]) => [name, String(value)]));
      expect(kind.settings.parse(typed)).toEqual(kind.settings.parse(kind.sampleSettings));
      expect(kind.settings.safeParse({}).success).toBe(false);
      expect(kind.calls).toBeLessThanOrEqual(maxCallsPerCheck);
      const cost = costOf(kind);
      expect(cost).toBeGreaterThanOrEqual(1);
      expect(cost).toBeLessThanOrEqual(kind.calls);
    });

    test("its target and its addresses are harmless and checkable", () => {
      const settings = kind.settings.parse(kind.sampleSettings);
      const target = kind.target(settings);
      expect(target).toMatch(/^[^\s?#@]{1,400}$/);
      for (const secret of secretsOf(kind)) expect(target).not.toContain(secret);
      const around = { networks: [], own: [] };
      const addresses = kind.addresses(settings);
      expect(addresses.length).toBeGreaterThan(0);
      for (const { url, host } of addresses) {
        expect([url, host].filter((each) => each !== undefined)).toHaveLength(1);
        expect(
          url === undefined ? checkOutboundHostName(host ?? "", around) : checkOutboundUrl(url, around),
        ).toMatchObject({
          ok: true,
        });
      }
    });

    test.each([
      ["blocked", "blocked"],
      ["timeout", "down"],
      ["unreachable", "down"],
      ["too_many_redirects", "down"],
    ] as const)("no way there (%s) is %s, or unknown where another was asked about it", async (reason, verdict) => {
      const finding = await check(kind, failing(reason));
      const told = kind.secondHand && verdict === "down" ? "unknown" : verdict;
      expect(finding).toMatchObject({ verdict: told, code: reason, milliseconds: null });
      expectTellable(finding, kind);
    });

    test("any answer: a finding that can be told, in time, with no secret in it, and nothing left open", async () => {
      const secrets = secretsOf(kind);
      const property = fc.asyncProperty(said, async (answer) => {
        let [opened, closed] = [0, 0];
        const echoed = {
          ...answer,
          text: answer.text + secrets.join(" "),
          header: answer.header + secrets.join(" ").replaceAll("\n", " "),
        };
        const outbound = counting(
          saying(
            echoed,
            () => opened++,
            () => closed++,
          ),
        );
        const worked = cpuClock();
        const { value: finding, waited } = await timers.waitedBy(() => check(kind, outbound, 30));
        expect(waited).toBeLessThan(1000);
        expect(worked()).toBeLessThan(1000);
        expectTellable(finding, kind);
        for (const secret of secrets)
          expect(JSON.stringify(finding)).not.toContain(JSON.stringify(secret).slice(1, -1));
        expect(closed).toBe(opened);
        expect(outbound.calls()).toBeLessThanOrEqual(Math.min(kind.calls, costOf(kind) + maxExtraCallsPerCheck));
        if (finding.verdict === "up") expect(outbound.plain()).toBeLessThanOrEqual(costOf(kind));
      });
      await fc.assert(property, { numRuns: 200 });
    });
  },
);

const withPeer = monitorKinds.flatMap((kind) => {
  const make = hostileSettings[kind.kind];
  return make ? [[kind.kind, make] as const] : [];
});

describe.each(withPeer)("%s: against peers that mean harm", (kind, settingsOf) => {
  let hostile: Hostile;
  beforeAll(async () => {
    hostile = await startHostile();
  });
  afterAll(() => hostile.close());

  test.each(["hangs", "drips", "dripsHead"] as const)("one that %s costs its time-out, and no more", async (manner) => {
    const looking = () => look(kind, settingsOf(hostile.port(manner)), { timeout: 400 });
    const { value: finding, waited } = await timers.waitedBy(looking);
    expect(waited).toBeLessThan(1200);
    expect(finding).toMatchObject({ verdict: "down", code: "timeout" });
    expectTellable(finding);
    await expect.poll(() => hostile.open(manner)).toBe(0);
  });

  test.each(["resets", "resetsLate", "babbles", "closes"] as const)("one that %s is down at once", async (manner) => {
    const looking = () => look(kind, settingsOf(hostile.port(manner)), { timeout: 5000 });
    const { value: finding, waited } = await timers.waitedBy(looking);
    expect(waited).toBeLessThan(2000);
    expect(finding.verdict).toBe("down");
    expectTellable(finding);
  });

  test("10 GB: what is needed is read, and the rest is left", async () => {
    const finding = await look(kind, settingsOf(hostile.port("floods")));
    expect(finding).toMatchObject({ verdict: "down", code: "text_missing" });
    await expect.poll(() => hostile.open("floods")).toBe(0);
    expect(hostile.sent("floods")).toBeLessThan(16 * 1024 ** 2);
  });

  test("without leave, nothing private is called", async () => {
    const finding = await look(kind, settingsOf(hostile.port("hangs")), { outbound: wayOut([]) });
    expect(finding).toMatchObject({ verdict: "blocked", code: "private_address" });
  });
});
