import { afterEach, beforeEach, expect, test } from "vitest";
import { runBatch } from "~/db/run-batch";
import { requestDeviceCode } from "~/people/devices/request";
import { beginPasskeySignIn } from "~/people/passkeys/begin";
import { requestSignIn } from "~/people/request-sign-in";
import {
  type StrangerBucket,
  strangerBuckets,
  strangerRowCostByBucket,
  strangerRowLimit,
  utcDayNumber,
} from "~/people/rules/stranger-rows";
import { redeemSignInLink } from "~/people/spend-link";
import type { Ctx } from "~/platform/ctx";
import { signFormTimeStamp } from "~/subscribers/form-time";
import { requestSubscription } from "~/subscribers/request-subscription";
import { good } from "../support/desk";
import { purgeAll } from "../support/purged";
import { addPerson, mailOf } from "../support/sign-in-mail";
import { execute, openTold, quiet, type Told } from "../support/told";

let told: Told;
beforeEach(async () => {
  told = await openTold();
  await addPerson(told.deployment, { id: "ada" });
});
afterEach(() => told.close());

let networks = 0;
const network = () => {
  networks += 1;
  return `10.${networks >> 8}.${networks & 255}.1`;
};

async function ask(ctx: Ctx, address: string, device: string | null = null) {
  const asked = await good(requestSignIn(ctx, { address, from: network(), browser: null, device }));
  await told.deployment.settled();
  return asked;
}

async function wish(ctx: Ctx, email: string) {
  const since = await signFormTimeStamp({ ...ctx, now: () => ctx.now() - 5000 });
  return requestSubscription(ctx, { pageId: told.pageId, email, clientAddress: network(), trap: "", since });
}

const askAsProgram = (ctx: Ctx) =>
  requestDeviceCode(ctx, { client: "upfront-cli", name: "upfront on build-7", from: network(), place: "" });

async function count(kind: string): Promise<number> {
  const [rows] = await runBatch(told.deployment.ctx(), [{ sql: "SELECT kind FROM notice", params: [] }]);
  return ((rows?.results ?? []) as { kind: string }[]).filter((each) => each.kind === kind).length;
}

const spend = (bucket: StrangerBucket) =>
  execute(
    told,
    "INSERT OR REPLACE INTO stranger_rows (day, bucket, count) VALUES (?1, ?2, ?3)",
    utcDayNumber(told.deployment.clock.now),
    bucket,
    strangerRowLimit(bucket, "free"),
  );

test("2,000 rows a day together on Free, and what one asking costs until its mail has left", async () => {
  expect(strangerBuckets.reduce((sum, bucket) => sum + strangerRowLimit(bucket, "free"), 0)).toBeLessThanOrEqual(2000);
  const measured = async (work: (ctx: Ctx) => Promise<unknown>) => {
    const ctx = told.deployment.ctx();
    await work(ctx);
    await told.deployment.settled();
    return ctx.meter.written;
  };
  const costs = {
    sign_in: await measured((ctx) => ask(ctx, "ada@example.com")),
    subscribe: await measured((ctx) => wish(ctx, "joan@example.com")),
    device: await measured((ctx) => good(askAsProgram(ctx))),
  };
  console.log("rows written by one asking and its mail:", costs, "declared:", strangerRowCostByBucket);
  expect(costs.sign_in).toBeLessThanOrEqual(strangerRowCostByBucket.sign_in);
  expect(costs.device).toBeLessThanOrEqual(strangerRowCostByBucket.device);
  expect(costs.subscribe).toBeLessThanOrEqual(strangerRowCostByBucket.subscribe);
});

test("strangers who ask for a day stay within their rows, whatever addresses and networks they have", async () => {
  for (let n = 0; n < 60; n++) {
    await addPerson(told.deployment, { id: `p${n}` });
    await ask(quiet(told.deployment.ctx()), `p${n}@example.com`);
  }
  const refused: unknown[] = [];
  for (let n = 0; n < 150; n++) {
    const asked = await wish(quiet(told.deployment.ctx()), `s${n}@example.com`);
    if (!asked.ok) refused.push(asked.failure);
  }
  const most = (bucket: StrangerBucket) =>
    Math.floor(strangerRowLimit(bucket, "free") / strangerRowCostByBucket[bucket]);
  expect(await count("subscriber_confirm")).toBe(most("subscribe"));
  expect(refused).toHaveLength(150 - most("subscribe"));
  const untilMidnight = Math.ceil((86_400_000 - (told.deployment.clock.now % 86_400_000)) / 1000);
  expect(refused.at(-1)).toEqual({ name: "limited", retryAfter: untilMidnight });
  const [rows] = await runBatch(told.deployment.ctx(), [
    { sql: "SELECT bucket, count FROM stranger_rows", params: [] },
  ]);
  for (const { bucket, count: spent } of (rows?.results ?? []) as { bucket: StrangerBucket; count: number }[])
    expect(spent).toBeLessThanOrEqual(strangerRowLimit(bucket, "free"));
});

test("what happens to people while each is spent: the others go on, and so does a known browser", async () => {
  const seen: Record<string, Record<string, boolean>> = {};
  for (const bucket of strangerBuckets) {
    const { device, request } = await knownBrowser();
    await spend(bucket);
    const moved = async (kind: string, work: () => Promise<unknown>) => {
      const before = await count(kind);
      await work();
      return (await count(kind)) > before;
    };
    const ctx = () => told.deployment.ctx();
    seen[bucket] = {
      "sign-in mail, new browser": await moved("sign_in", () => ask(ctx(), "ada@example.com")),
      "sign-in mail, known browser": await moved("sign_in", () => ask(ctx(), "ada@example.com", device)),
      "passkey may be asked for": (await beginPasskeySignIn(ctx(), { from: network(), mark: request })).ok,
      "confirmation of a subscription": await moved("subscriber_confirm", () => wish(ctx(), `j-${bucket}@example.com`)),
      "sign-in of a program": (await askAsProgram(ctx())).ok,
    };
    told.deployment.clock.now += 86_400_000;
  }
  console.table(seen);
  const all = {
    "sign-in mail, new browser": true,
    "sign-in mail, known browser": true,
    "passkey may be asked for": true,
    "confirmation of a subscription": true,
    "sign-in of a program": true,
  };
  expect(seen).toEqual({
    sign_in: { ...all, "sign-in mail, new browser": false },
    subscribe: { ...all, "confirmation of a subscription": false },
    security: all,
    device: { ...all, "sign-in of a program": false },
  });
});

async function knownBrowser() {
  told.deployment.clock.now += 1000;
  const { request } = await ask(quietMail(), "ada@example.com");
  const { token } = await mailOf(told.deployment);
  const entered = await good(redeemSignInLink(told.deployment.ctx(), { token, request, userAgent: null }));
  if (entered.kind !== "session") throw new Error("no session");
  return { device: entered.device, request };
}

/** The mail is written and not sent: what it carries is still sealed in its notice. */
const quietMail = () => ({
  ...told.deployment.ctx(),
  bindings: { ...told.deployment.bindings, WAKE: { send: async () => undefined } as unknown as Queue },
});

test("what was counted yesterday is forgotten, what counts today is not", async () => {
  await wish(told.deployment.ctx(), "joan@example.com");
  const rows = async () => {
    const sql = "SELECT (SELECT count(*) FROM mail_ledger) AS mails, (SELECT count(*) FROM stranger_rows) AS days";
    const [found] = await runBatch(told.deployment.ctx(), [{ sql, params: [] }]);
    return found?.results[0];
  };
  await purgeAll(() => told.deployment.ctx(), told.deployment.clock.now);
  expect(await rows()).toEqual({ mails: 1, days: 1 });
  told.deployment.clock.now += 2 * 86_400_000;
  await purgeAll(() => told.deployment.ctx(), told.deployment.clock.now);
  expect(await rows()).toEqual({ mails: 0, days: 0 });
});
