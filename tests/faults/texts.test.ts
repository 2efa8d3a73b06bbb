import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { subscriberTable } from "~/db/schema";
import { resetIsolate } from "~/platform/isolate";
import { hashPhoneNumberAddress } from "~/subscribers/take-text-status";
import { type FaultMode, faultCases, faulty } from "../support/faults";
import { printFaults } from "../support/measured";
import { plainSubscriber, put } from "../support/scenario";
import { execute, openTold, subscribersOf, type Told } from "../support/told";
import { twilioSettings, twilioSigned } from "../support/twilio-peer";
import { openBrowser } from "../support/worker";

/**
 * What Twilio posts, under every single fault and in any order: never a 5xx, and what was asked for is so at the end.
 */
const number = "+4915123456789";
let told: Told;
let cases = 0;

beforeAll(async () => {
  told = await openTold({ bindings: { ...twilioSettings } });
});
afterAll(async () => {
  printFaults("text messages and their news", cases);
  await told.close();
});

type State = "active" | "unsubscribed" | "quarantined";

/** Two subscriptions of the number, one ended long ago, in this state. */
async function begin(state: State): Promise<void> {
  const { deployment, pageId } = told;
  deployment.clock.now += 86_400_000;
  for (const table of ["subscriber", "mail_ledger"]) await execute(told, `DELETE FROM ${table}`);
  const at = deployment.clock.now - 7_200_000;
  const ended = state === "unsubscribed" ? { unsubscribedAt: deployment.clock.now - 1000 } : {};
  const row = {
    ...plainSubscriber(await hashPhoneNumberAddress(deployment.ctx(), number), at),
    kind: "sms",
    state,
    ...ended,
  };
  await put(deployment, subscriberTable, [{ pageId, id: "own", ...row }]);
  resetIsolate();
}

async function post(
  path: string,
  fields: Record<string, string>,
  over: { database?: D1Database; token?: string } = {},
) {
  const { deployment } = told;
  const database = deployment.bindings.DB;
  if (over.database) deployment.bindings = { ...deployment.bindings, DB: over.database };
  const browser = await openBrowser(deployment);
  const { body, headers } = twilioSigned(`http://localhost:8787${path}`, fields, over.token);
  const answer = await browser.go(path, { method: "POST", headers, body });
  await deployment.settled();
  deployment.bindings = { ...deployment.bindings, DB: database };
  return answer;
}

const text = (word: string) => ({ path: "/ingest/sms", fields: { From: number, Body: word } });
const news = (code: string) => ({
  path: "/ingest/sms/status",
  fields: { To: number, MessageStatus: "undelivered", ErrorCode: code },
});
const stateNow = async () => (await subscribersOf(told)).map(({ state }) => state);

interface Flow {
  from: State;
  post: ReturnType<typeof text> | ReturnType<typeof news>;
  ends: State;
  /** What its answer has; "" = nothing in particular. */
  says?: string;
}

const flows: Record<string, Flow> = {
  STOP: { from: "active", post: text("STOP"), ends: "unsubscribed", says: "<Response>" },
  "STOP of who is paused": { from: "quarantined", post: text("stop"), ends: "unsubscribed" },
  START: { from: "unsubscribed", post: text("START"), ends: "active", says: "<Response>" },
  "START of who is paused": { from: "quarantined", post: text("START"), ends: "active" },
  HELP: { from: "active", post: text("HELP"), ends: "active", says: "<Response>" },
  "a number that is gone": { from: "active", post: news("30005"), ends: "quarantined" },
  "a number that replied STOP": { from: "active", post: news("21610"), ends: "unsubscribed" },
  "a phone that is off": { from: "active", post: news("30003"), ends: "active" },
};

/** Its call never came, its answer is lost, or it is done when nobody waits for it any more. */
const modes: readonly FaultMode[] = ["before", "after", "stall", "late-call", "late-end"];

describe.each(Object.entries(flows))("%s", (_, { from, post: { path, fields }, ends, says = "" }) => {
  let all: { mode: FaultMode; call: number }[] = [];
  beforeAll(async () => {
    await begin(from);
    const whole = faulty(told.deployment.bindings.DB, 0, "before");
    const answer = await post(path, fields, { database: whole.database });
    expect(answer.status).toBeLessThan(300);
    expect(await answer.text()).toContain(says);
    expect(await stateNow()).toEqual([ends]);
    all = faultCases({ calls: whole.calls(), writes: whole.writes() }).filter(({ mode }) => modes.includes(mode));
  });

  test("under every single fault it is answered, and done; twice it is the same", async () => {
    expect(all.length).toBeGreaterThan(3);
    for (const { mode, call } of all) {
      await begin(from);
      const binding = faulty(told.deployment.bindings.DB, call, mode);
      const answer = await post(path, fields, { database: binding.database });
      await binding.ended();
      cases += 1;
      const about = { mode, call, status: answer.status, struck: binding.struck() };
      expect(about).toMatchObject({ struck: true, status: path.endsWith("status") ? 204 : 200 });
      expect({ about, state: await stateNow() }).toEqual({ about, state: [ends] });
      expect((await post(path, fields)).status).toBeLessThan(300);
      expect({ about, state: await stateNow() }).toEqual({ about, state: [ends] });
    }
  });
});

describe("whatever comes", () => {
  beforeEach(() => begin("active"));

  const events = {
    STOP: text("STOP"),
    START: text("START"),
    HELP: text("HELP"),
    gone: news("30005"),
    left: news("21610"),
    filtered: news("30007"),
    delivered: { path: "/ingest/sms/status", fields: { To: number, MessageStatus: "delivered", ErrorCode: "" } },
  };
  type Event = keyof typeof events;

  /** The last word that was heard counts; nothing pauses who has left. */
  const after = (state: State, event: Event): State => {
    if (event === "STOP" || event === "left") return "unsubscribed";
    if (event === "START") return "active";
    return event === "gone" && state === "active" ? "quarantined" : state;
  };

  test("in any order and as often as it comes, the last word holds", async () => {
    const any = fc.array(fc.constantFrom(...(Object.keys(events) as Event[])), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(any, async (sequence) => {
        await begin("active");
        let expected: State = "active";
        for (const event of sequence) {
          told.deployment.clock.now += 1000;
          const { path, fields } = events[event];
          expect((await post(path, fields)).status).toBeLessThan(300);
          expected = after(expected, event);
          expect({ sequence, event, states: await stateNow() }).toEqual({ sequence, event, states: [expected] });
        }
      }),
      { numRuns: 25 },
    );
  });

  test("ten at once are one", async () => {
    const { path, fields } = text("STOP");
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(path, fields)));
    expect(answers.map(({ status }) => status).every((status) => status < 300)).toBe(true);
    expect(await stateNow()).toEqual(["unsubscribed"]);
  });

  test("forged, huge, empty or broken it changes nothing, and is no error of ours", async () => {
    const browser = await openBrowser(told.deployment);
    for (const path of ["/ingest/sms", "/ingest/sms/status"]) {
      const stop = { ...text("STOP").fields, ...news("21610").fields };
      const form = { "content-type": "application/x-www-form-urlencoded" };
      const signed = twilioSigned(`http://localhost:8787${path}`, stop);
      const go = (init: RequestInit) => browser.go(path, { method: "POST", ...init });
      const asked: [Promise<Response>, number][] = [
        [post(path, stop, { token: "another-token-of-somebody" }), 401],
        [go({ headers: { ...form, "x-twilio-signature": "" }, body: signed.body }), 401],
        [go({ headers: form, body: signed.body }), 401],
        [go({ headers: signed.headers, body: `${signed.body}&Body=START` }), 401],
        [browser.go(`${path}?a=b`, { method: "POST", headers: signed.headers, body: signed.body }), 401],
        [go({ headers: form, body: "" }), 401],
        [go({ headers: { ...form, "x-twilio-signature": "%%%" }, body: "%zz%E0%A4%A&&=&;" }), 401],
        [go({ headers: signed.headers, body: new Uint8Array(1_000_000).fill(65) }), 413],
        [post(path, { ...stop, Body: "x".repeat(40_000) }), 413],
        [go({ headers: { ...signed.headers, "content-encoding": "gzip" }, body: signed.body }), 415],
        [browser.go(path, { method: "PUT", headers: signed.headers, body: signed.body }), 405],
      ];
      for (const [answer, status] of asked) expect({ path, status: (await answer).status }).toEqual({ path, status });
    }
    expect(await stateNow()).toEqual(["active"]);
  });

  test("signed, whatever its fields are, it is answered", async () => {
    const field = fc.oneof(fc.string({ unit: "binary", maxLength: 200 }), fc.constantFrom("STOP", number, "30005", ""));
    const any = fc.dictionary(
      fc.constantFrom("From", "To", "Body", "OptOutType", "MessageStatus", "ErrorCode", "x", "__proto__"),
      field,
    );
    await fc.assert(
      fc.asyncProperty(any, fc.constantFrom("/ingest/sms", "/ingest/sms/status"), async (fields, path) => {
        expect((await post(path, fields)).status).toBeLessThan(500);
      }),
      { numRuns: 100 },
    );
  });

  test("while the database is away nothing is half done: 503, and the same post again does it", async () => {
    const { path, fields } = text("STOP");
    const away = faulty(told.deployment.bindings.DB, Number.POSITIVE_INFINITY, "before");
    expect((await post(path, fields, { database: away.database })).status).toBe(503);
    expect(await stateNow()).toEqual(["active"]);
    expect((await post(path, fields)).status).toBe(200);
    expect(await stateNow()).toEqual(["unsubscribed"]);
  });
});
