import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { sampleTeamMessage } from "~/channels/contract/contract-samples";
import { channelAdapters } from "~/channels/kinds/known-kinds";
import { handleCronTick } from "~/clock/tick";
import { channelTable } from "~/db/schema";
import { updatePage } from "~/pages/update";
import { createSource } from "~/sources/create";
import { good } from "../../../tests/support/desk";
import { everyEvent } from "../../../tests/support/every-event";
import { type FaultMode, faultCases, faulty } from "../../../tests/support/faults";
import { keepWorld } from "../../../tests/support/kept-world";
import { say } from "../../../tests/support/own-alerts";
import { arrange, put, someSubscribers } from "../../../tests/support/scenario";
import { addPerson } from "../../../tests/support/sign-in-mail";
import { openTold, type Told } from "../../../tests/support/told";
import { type InWays, inWays, targets } from "../../../tests/support/told-in-ways";
import { contactWays } from "../rules/contact-ways";
import { channelEvents } from "../rules/notice";
import { runSender } from "./wake";

const minute = 60_000;
/** Tests one of so many faults, in rotation; all of them with `--long`. */
const every = process.env.UPFRONT_LONG === "1" ? 1 : 32;

let told: Told;
let world: InWays;
let cases = 0;
beforeEach(async () => {
  told = await openTold();
  world = inWays(told);
  // Only this test's own senders send.
  Object.assign(told.deployment.bindings, { WAKE: { send: async () => undefined } });
  await arrange(told.deployment, someSubscribers(told.pageId, 1));
  for (const way of contactWays) await world.subscribe(way);
  await addChannels();
});
afterEach(() => told.close());
afterAll(() => console.log(`every fault of what is told: ${cases} cases, 0 lost, 0 told three times`));

const teamKinds = channelAdapters.filter(({ team }) => team);
/**
 * Hosts and accounts of their own for two samples: the first shares its host with another sample, the second its
 * account with subscribers by text message.
 */
const ownHost: Record<string, object> = {
  mattermost: { url: "https://mattermost.example.com/hooks/x1y2z3x1y2z3" },
  "twilio-sms": { account: "AC0123456789abcdef0123456789abcdee" },
};
/** Hosts of servers that only teams use; the other hosts serve both. */
const shared = contactWays.map((way) => new URL(targets[way]).hostname);
const hostsOf = (kind: string, sample: unknown) => {
  const settings = settingsOf(kind, sample);
  const message = sampleTeamMessage("incident_opened");
  const calls =
    channelAdapters.find((each) => each.kind === kind)?.team?.({ message, settings, state: null, now: 0 }) ?? [];
  return calls.map(({ url }) => new URL(url).hostname).filter((host) => !shared.includes(host));
};
const settingsOf = (kind: string, sample: unknown) => ({ ...(sample as object), ...ownHost[kind] });

/**
 * Adds a channel of every kind that teams can have, with all events; each receiver answers as its documentation says.
 */
async function addChannels(): Promise<void> {
  const { deployment, pageId } = told;
  const { secrets } = deployment.ctx();
  const at = deployment.clock.now;
  for (const { kind, sampleSettings, sampleAnswers } of teamKinds) {
    const settingsSealed = await secrets.seal(JSON.stringify(settingsOf(kind, sampleSettings)));
    const row = { id: `ch-${kind}`, pageId, kind, name: kind, settingsSealed, events: [...channelEvents] };
    await put(deployment, channelTable, [{ ...row, createdAt: at, updatedAt: at }]);
    const answer = { status: sampleAnswers.sent.status, text: sampleAnswers.sent.text ?? "" };
    for (const host of hostsOf(kind, sampleSettings)) world.receivers.instead.set(host, async () => answer);
  }
}

/** Returns the receiver of a call: a way of subscribers, or the server of a team's channel. */
function whoseIs(url: string): string {
  const way = contactWays.find((each) => url.startsWith(targets[each]));
  return way ? `subscriber ${way}` : `team ${new URL(url).hostname}`;
}

/** Returns the messages to each receiver since the last call, by the name that a message has there. */
function toldSince(): Map<string, string[]> {
  const all = new Map<string, string[]>();
  const note = (who: string, id: string) => all.set(who, [...(all.get(who) ?? []), id]);
  for (const each of world.receivers.received.splice(0)) {
    const who = whoseIs(each.url);
    if (who === "subscriber web-push") note(who, world.pushId(each));
    else note(who, each.headers["webhook-id"] ?? each.headers["x-gotify-id"] ?? "");
  }
  for (const { recipient, messageId } of told.smtp.mails.splice(0)) note(`mail ${recipient}`, messageId ?? "");
  return all;
}

/** Returns a context with the room of a self-hosted machine, enough for all due work. */
function roomy(database?: D1Database) {
  const ctx = told.deployment.ctx(undefined, database ? { database } : undefined);
  ctx.meter.limit = { statements: 100_000, subrequests: 100_000, together: 200_000, mails: 100_000 };
  return ctx;
}

async function sendAll(): Promise<void> {
  for (let round = 0; round < 20 && (await runSender(roomy())); round++);
  await told.deployment.settled();
}

/**
 * Sends until all waits are over: the page is not published here, so its wait runs out first; then leases and retries
 * pass.
 */
async function clean(): Promise<void> {
  for (const passed of [11_000, 90_000, 7 * minute]) {
    told.deployment.clock.now += passed;
    await sendAll();
  }
}

const outboundModes = ["before", "after", "late"] as const;
type OutboundMode = (typeof outboundModes)[number];

/**
 * Returns the receivers with one failing call: it never arrives, its answer is lost, or it arrives after the sender
 * gave up.
 */
function failingCall(call: number, mode: OutboundMode) {
  const base = world.receivers.outbound;
  let calls = 0;
  let held = async () => {};
  const outbound: typeof base = (around) => {
    const through = base(around);
    return {
      ...through,
      async fetch(request) {
        calls += 1;
        if (calls !== call) return through.fetch(request);
        if (mode === "after") await through.fetch(request);
        if (mode === "late") held = async () => void (await through.fetch(request));
        return {
          ok: false,
          reason: "timeout",
          code: "timeout",
          detail: "call.unreachable",
          milliseconds: 8000,
        } as const;
      },
    };
  };
  told.deployment.way.outbound = outbound;
  return {
    calls: () => calls,
    async end() {
      told.deployment.way.outbound = base;
      await held();
    },
  };
}

/** Runs one sender with one failing database call; returns its number of calls and which of them write. */
async function sendWith(call: number, mode: FaultMode) {
  told.deployment.clock.now += 11_000;
  const binding = faulty(told.deployment.bindings.DB, call, mode);
  await runSender(roomy(binding.database)).catch(() => undefined);
  await told.deployment.settled();
  await binding.ended();
  await binding.retried();
  return binding;
}

async function sendWithout(call: number, mode: OutboundMode): Promise<number> {
  told.deployment.clock.now += 11_000;
  const failing = failingCall(call, mode);
  await runSender(roomy());
  await told.deployment.settled();
  await failing.end();
  return failing.calls();
}

/**
 * Checks that each receiver of the run without faults is notified with the fault, once or twice, under the same name.
 */
function compare(expected: Map<string, string[]>, found: Map<string, string[]>, what: string): void {
  cases += 1;
  for (const [who, ids] of expected) {
    const known = found.get(who) ?? [];
    expect(known.length, `${what}: ${who}`).toBeGreaterThanOrEqual(ids.length);
    expect(known.length, `${what}: ${who}`).toBeLessThanOrEqual(2 * ids.length);
    // A reminder in a way is stored when it leaves, so its name differs in each run, but not within a run.
    expect(new Set(known).size, `${what}: ${who}`).toBe(new Set(ids).size);
  }
  expect(
    [...found.keys()].filter((who) => !expected.has(who)),
    what,
  ).toEqual([]);
}

/** Sends the due work once with each of its faults, each time restoring the state; finally without a fault. */
async function withEveryFault(event: string, nth: number, subscribers: number): Promise<Map<string, string[]>> {
  const kept = await keepWorld(told.deployment);
  await kept.restore();
  const binding = await sendWith(0, "before");
  await clean();
  const expected = toldSince();
  const reached = [...expected.keys()].filter((who) => who.startsWith("subscriber"));
  expect([event, reached.length]).toEqual([event, subscribers]);
  for (const who of reached) expect([event, who, expected.get(who)?.length]).toEqual([event, who, 1]);
  await kept.restore();
  const calls = await sendWithout(0, "before");
  toldSince();
  const ofDatabase = faultCases({ calls: binding.calls(), writes: binding.writes() });
  const ofOthers = outboundModes.flatMap((mode) => Array.from({ length: calls }, (_, n) => ({ mode, call: n + 1 })));
  const isMine = (_: unknown, index: number) => index % every === nth % every;
  for (const { call, mode } of ofDatabase.filter(isMine)) {
    await kept.restore();
    await sendWith(call, mode);
    await clean();
    compare(expected, toldSince(), `${event}, database call ${call} ${mode}`);
  }
  for (const { call, mode } of ofOthers.filter(isMine)) {
    await kept.restore();
    await sendWithout(call, mode);
    await clean();
    compare(expected, toldSince(), `${event}, call ${call} of others ${mode}`);
  }
  await kept.restore();
  await kept.end();
  await sendAll();
  await clean();
  toldSince();
  return expected;
}

/** Escalates an unacknowledged alert to people and all channels. */
async function escalated(): Promise<void> {
  const { deployment, pageId, as } = told;
  await addPerson(deployment, { id: "ann", pageId, role: "responder" });
  const source = await good(createSource(as("admin"), { pageId, kind: "alertmanager", name: "Prometheus" }));
  const whom = { escalatePersonIds: ["ann"], escalateChannelIds: teamKinds.map(({ kind }) => `ch-${kind}`) };
  await good(updatePage(as("admin"), { pageId, escalates: true, escalateAfter: 10, escalateTimes: 1, ...whom }));
  await say(told, source.id, "firing", "down");
  for (let passed = 0; passed < 12; passed++) {
    deployment.clock.now += minute;
    await handleCronTick(deployment.ctx(), deployment.clock.now);
    await deployment.settled();
  }
}

/** All faults are some 4,000 cases, which take an hour on two cores with other load. */
const long = { timeout: 3 * 3_600_000 };

describe("every single fault of what is told", () => {
  test(
    "each event reaches each subscriber and each channel once; with a fault at least once, by the same name",
    long,
    async () => {
      let nth = 0;
      await everyEvent(told, async (event) => {
        nth += 1;
        await withEveryFault(event, nth, event === "moved" ? 0 : contactWays.length);
      });
      expect(nth).toBe(12);
    },
  );

  test("an escalation reaches whom it names", long, async () => {
    await sendAll();
    await escalated();
    const expected = await withEveryFault("escalated", 0, 0);
    expect(expected.get("mail ann@example.com")?.length).toBeGreaterThanOrEqual(1);
    expect([...expected.keys()]).toContain("team hooks.example.com");
  });
});
