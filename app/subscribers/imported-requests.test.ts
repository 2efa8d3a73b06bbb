import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { refusalTexts } from "~/i18n/refusal-text";
import { sendNotices } from "~/notifications/engine/send";
import { plannedRowsShare, rowsPerConfirmationRequest } from "~/people/rules/planned-mails";
import { strangerRowLimit, utcDayNumber } from "~/people/rules/stranger-rows";
import { failureOf, good } from "../../tests/support/desk";
import { purgeAll } from "../../tests/support/purged";
import { addressOf, arrange, someSubscribers } from "../../tests/support/scenario";
import { execute, noticesOf, openTold, quiet, subscribersOf, type Told } from "../../tests/support/told";
import { addSubscriber } from "./add";
import { countImportedRequests } from "./counts";
import { signFormTimeStamp } from "./form-time";
import { importSubscribers } from "./import";
import { requestSubscription } from "./request-subscription";
import { resendConfirmation, resendConfirmations } from "./resend-confirmation";
import { importConfirmWindowMs, maxImportedRequestsPerDay } from "./rules/subscriber";
import { confirmSubscription } from "./subscription";

const minute = 60_000;
const day = 86_400_000;

let told: Told;
beforeAll(async () => {
  told = await openTold();
});
afterAll(() => told.close());
beforeEach(async () => {
  for (const table of ["subscriber", "notice", "batch", "mail_ledger", "stranger_rows"])
    await execute(told, `DELETE FROM ${table}`);
  told.smtp.mails.length = 0;
  // Noon, so that a day of requests and a UTC day differ.
  told.deployment.clock.now = (utcDayNumber(told.deployment.clock.now) + 40) * day + day / 2;
});

const page = () => ({ pageId: told.pageId });
const ctx = () => quiet(told.as("admin"));
const listOf = (count: number, from = 0) => Array.from({ length: count }, (_, n) => addressOf(from + n)).join("\n");
const importToRequest = (file: string) => importSubscribers(ctx(), { ...page(), file, agreement: "asked" });
const counts = () => good(countImportedRequests(told.as("viewer"), page()));
const linkIn = (text = "") => /\/subscriptions\/([\w.-]+)/.exec(text)?.[1] ?? "";
const mailed = () => told.smtp.mails.map(({ recipient }) => recipient);

/** Runs the sender every few minutes for this many days. */
async function pass(days: number, step = 10 * minute): Promise<void> {
  const end = told.deployment.clock.now + days * day;
  while (told.deployment.clock.now < end) {
    await told.sendAll();
    told.deployment.clock.now += step;
  }
  await told.sendAll();
}

const perDay = Math.floor((strangerRowLimit("subscribe", "free") * plannedRowsShare) / rowsPerConfirmationRequest);

test("each gets one confirmation request, spread so that no day has more than its share, and is told nothing before", async () => {
  const count = perDay * 2 + 5;
  expect(await good(importToRequest(listOf(count)))).toEqual({ added: count, unchanged: 0 });
  const rows = await subscribersOf(told);
  expect(rows.every(({ state, confirmedAt }) => state === "pending" && confirmedAt === null)).toBe(true);
  await told.sendAll();
  expect(told.smtp.mails).toHaveLength(10);
  const byDay = new Map<number, number>();
  for (const { askedAt } of rows)
    byDay.set(utcDayNumber(askedAt ?? 0), (byDay.get(utcDayNumber(askedAt ?? 0)) ?? 0) + 1);
  expect(Math.max(...byDay.values())).toBeLessThanOrEqual(perDay);
  const before = told.smtp.mails.length;
  expect(await counts()).toEqual({
    scheduled: count - before,
    waiting: before,
    confirmed: 0,
    until: expect.any(Number),
  });
  await pass(4);
  expect(new Set(mailed())).toEqual(new Set(rows.map(({ address }) => address)));
  expect(mailed()).toHaveLength(count);
  expect(told.smtp.mails[0]?.text).toContain("if you agree");
  expect((await noticesOf(told)).map(({ outcome }) => outcome)).toEqual(Array(count).fill("sent"));
  expect(await counts()).toEqual({ scheduled: 0, waiting: count, confirmed: 0, until: null });
});

test("the link confirms for seven days; who has not answered then is forgotten, and gets no second request", async () => {
  await good(importToRequest(listOf(2)));
  await told.sendAll();
  const [first, second] = told.smtp.mails.map(({ text }) => linkIn(text));
  told.deployment.clock.now += importConfirmWindowMs - minute;
  await good(confirmSubscription(told.deployment.ctx(), { ...page(), token: first ?? "" }));
  expect(await counts()).toMatchObject({ waiting: 1, confirmed: 1 });
  told.deployment.clock.now += 2 * minute;
  expect((await failureOf(confirmSubscription(told.deployment.ctx(), { ...page(), token: second ?? "" })))?.name).toBe(
    "gone",
  );
  told.deployment.clock.now += day;
  await purgeAll(() => told.deployment.ctx(), told.deployment.clock.now);
  expect((await subscribersOf(told)).map(({ state }) => state)).toEqual(["active"]);
  expect(await good(importToRequest(listOf(2)))).toEqual({ added: 0, unchanged: 2 });
  await pass(1);
  expect(told.smtp.mails).toHaveLength(2);
});

test("whose request is scheduled is kept until it is sent, however long that takes", async () => {
  await good(importToRequest(listOf(perDay * 10)));
  for (let week = 0; week < 1; week++) await pass(8, 3 * 3600_000);
  await purgeAll(() => told.deployment.ctx(), told.deployment.clock.now);
  await pass(6, 3 * 3600_000);
  expect(mailed()).toHaveLength(perDay * 10);
});

test("who subscribes, waits, or has left is left as they are; nobody gets two requests by whatever way", async () => {
  await arrange(told.deployment, someSubscribers(told.pageId, 1, { address: "in@example.com" }));
  await arrange(
    told.deployment,
    someSubscribers(told.pageId, 1, { address: "left@example.com", state: "unsubscribed" }, 1),
  );
  await arrange(
    told.deployment,
    someSubscribers(told.pageId, 1, { address: "waits@example.com", state: "pending" }, 2),
  );
  const file = "in@example.com\nleft@example.com\nwaits@example.com\nnew@example.com\nnew@example.com";
  expect(await good(importToRequest(file))).toEqual({ added: 1, unchanged: 3 });
  await told.sendAll();
  expect(mailed()).toEqual(["new@example.com"]);
  told.deployment.clock.now += day;
  const id = (await subscribersOf(told)).find(({ address }) => address === "new@example.com")?.id ?? "";
  expect(await failureOf(resendConfirmation(ctx(), { ...page(), id }))).toMatchObject({ code: "asked_once" });
  expect(await failureOf(addSubscriber(ctx(), { ...page(), email: "new@example.com" }))).toMatchObject({
    code: "asked_once",
  });
  expect((await good(resendConfirmations(ctx(), { ...page(), ids: [id] }))).ids).toEqual([]);
  expect(await good(importToRequest(file))).toEqual({ added: 0, unchanged: 4 });
});

test("sent twice, an import is one; two at once are both taken, within every bound", async () => {
  const once = { ...page(), file: listOf(3), agreement: "asked", commitId: "the-same-form" };
  expect(await good(importSubscribers(ctx(), once))).toEqual({ added: 3, unchanged: 0 });
  expect(await good(importSubscribers(ctx(), once))).toEqual({ added: 3, unchanged: 0 });
  expect(await noticesOf(told)).toHaveLength(3);
  const both = await Promise.all([importToRequest(listOf(perDay, 10)), importToRequest(listOf(perDay, 500))]);
  expect(both.map(({ ok }) => ok)).toEqual([true, true]);
  const times = (await subscribersOf(told)).map(({ askedAt }) => utcDayNumber(askedAt ?? 0));
  for (const which of new Set(times)) expect(times.filter((each) => each === which).length).toBeLessThanOrEqual(perDay);
});

describe("refused whole, with how many can be sent a request", () => {
  const said = async (file: string) => {
    const failure = await failureOf(importToRequest(file));
    return failure?.name === "invalid" ? refusalTexts(failure.fields, "en").file : "";
  };

  test("more than a page may send in a day", async () => {
    expect(await said(listOf(maxImportedRequestsPerDay + 1))).toContain(
      "A page can ask at most 500 people in 24 hours.",
    );
    await arrange(
      told.deployment,
      someSubscribers(told.pageId, 480, { state: "active", askedAt: told.deployment.clock.now - day / 2 }, 1000),
    );
    expect(await said(listOf(21))).toContain("21 new addresses; 20 can be asked now");
    expect(await good(importToRequest(listOf(20)))).toEqual({ added: 20, unchanged: 0 });
  });

  test("more than the deployment has room for", async () => {
    const most = perDay * 15;
    expect(await said(listOf(most + 40))).toContain(`In the next 14 days, ${most} more can be asked`);
    expect(await subscribersOf(told)).toEqual([]);
  });
});

describe("strangers' limits", () => {
  async function requestAsVisitor(email: string, n: number) {
    const own = told.deployment.ctx();
    const since = await signFormTimeStamp({ ...own, now: () => own.now() - 5000 });
    await good(requestSubscription(quiet(own), { ...page(), email, clientAddress: `10.1.${n}.1`, trap: "", since }));
  }

  test("an address that strangers named three times today gets its request a day later", async () => {
    for (let n = 0; n < 3; n++) {
      await requestAsVisitor("ann@example.com", n);
      told.deployment.clock.now += 11 * minute;
    }
    const now = told.deployment.clock.now;
    await good(importToRequest("ann@example.com\nbob@example.com"));
    const at = new Map((await subscribersOf(told)).map(({ address, askedAt }) => [address, askedAt ?? 0]));
    expect(at.get("bob@example.com")).toBe(now);
    expect(at.get("ann@example.com")).toBeGreaterThan(now + day - 4 * 11 * minute);
    for (let n = 0; n < 36; n++) {
      await requestAsVisitor("ann@example.com", 10 + n);
      told.deployment.clock.now += 2 * 60 * minute;
    }
    const bob = (await subscribersOf(told)).find(({ address }) => address === "bob@example.com")?.id;
    const times = (await noticesOf(told)).flatMap((each) => (each.subjectId === bob ? [] : [each.createdAt]));
    expect(times).toContain(at.get("ann@example.com"));
    for (const from of times)
      expect(times.filter((each) => each >= from && each < from + day).length).toBeLessThanOrEqual(3);
    expect(times.length).toBeGreaterThanOrEqual(8);
  });

  test("a list leaves visitors their half of every day", async () => {
    await good(importToRequest(listOf(perDay * 3)));
    const before = (await noticesOf(told)).length;
    await requestAsVisitor("visitor@example.com", 77);
    expect(await noticesOf(told)).toHaveLength(before + 1);
  });
});

test("rows written until the mails have left grow by what is declared for each person, and by no more", async () => {
  const rows = async (count: number, from: number) => {
    const own = told.as("admin");
    await good(importSubscribers(quiet(own), { ...page(), file: listOf(count, from), agreement: "asked" }));
    const sending = told.deployment.ctx();
    while ((await sendNotices(sending)).left);
    return own.meter.written + sending.meter.written;
  };
  const few = await rows(2, 0);
  told.deployment.clock.now += day;
  const many = await rows(10, 100);
  const each = (many - few) / 8;
  console.log(
    "rows written by one imported request, until their mail has left:",
    each,
    "of two:",
    few,
    "declared:",
    rowsPerConfirmationRequest,
  );
  expect(each).toBeLessThanOrEqual(rowsPerConfirmationRequest);
  expect(few - 2 * each).toBeLessThanOrEqual(20);
});
