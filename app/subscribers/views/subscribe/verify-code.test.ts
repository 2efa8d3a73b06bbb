import { afterEach, beforeEach, expect, test } from "vitest";
import { strangerRowLimit, utcDayNumber } from "~/people/rules/stranger-rows";
import { resetIsolate } from "~/platform/isolate";
import { publishPage } from "~/status-page/publishing/engine/publish";
import { type Receivers, startReceivers } from "../../../../tests/support/receivers";
import { arrange, someSubscribers } from "../../../../tests/support/scenario";
import { execute, open, openTold, subscribersOf, type Told } from "../../../../tests/support/told";
import { type Browser, openBrowser } from "../../../../tests/support/worker";
import { signFormTimeStamp } from "../../form-time";

let told: Told;
let receivers: Receivers;
let browser: Browser;
let since: string;
beforeEach(async () => {
  told = await openTold();
  receivers = startReceivers();
  told.deployment.way.outbound = receivers.outbound;
  await publishPage(told.deployment.ctx(), told.pageId);
  resetIsolate();
  browser = await openBrowser(told.deployment);
  since = await signFormTimeStamp(told.deployment.ctx());
  told.deployment.clock.now += 5000;
});
afterEach(() => told.close());

const addresses = {
  webhook: "https://hooks.example.com/upfront",
  slack: "https://hooks.slack.com/services/T000/B000/x1y2",
  discord: "https://discord.com/api/webhooks/123456789012345678/x1y2",
  teams: "https://teams.example.com/workflows/abc?sig=x1y2",
};
const requestCode = (way: string, address: string) =>
  browser.post("/acme/subscribe", { way, address, scope: "page", since }, { "cf-connecting-ip": "198.51.100.1" });
const sealedIn = (html: string) => /name="proof" value="([^"]+)"/.exec(html)?.[1] ?? "";
const codeSent = () => /[2-9A-Z]{4}-[2-9A-Z]{4}/.exec(JSON.stringify(receivers.received.at(-1)?.body))?.[0] ?? "";
const verify = (sealed: string, code: string) =>
  browser.post("/acme/subscribe", { way: "prove", act: "prove", proof: sealed, code });

test.each(Object.entries(addresses))(
  "%s: a code is posted there, and typed back it is subscribed, changes and leaves",
  async (way, address) => {
    const form = await requestCode(way, address);
    expect(form.status).toBe(200);
    expect(receivers.received.map(({ url, refused }) => [url.startsWith(address), refused])).toEqual([[true, null]]);
    expect(await subscribersOf(told)).toEqual([]);
    const sealed = sealedIn(await form.text());
    const wrong = await verify(sealed, "AAAA-AAAA");
    expect([wrong.status, await subscribersOf(told)]).toEqual([422, []]);
    const verified = await verify(sealed, codeSent().toLowerCase());
    expect(verified.status).toBe(303);
    const [row] = await subscribersOf(told);
    expect(row).toMatchObject({ kind: way, state: "active" });
    expect(JSON.stringify(row)).not.toContain(new URL(address).pathname);
    const manage = (verified.headers.get("location") ?? "").split("?")[0] ?? "";
    expect(await (await browser.go(manage)).text()).toContain("Updates about Acme go to ");
    const changed = await browser.post(manage, {
      act: "change",
      scope: "page",
      language: "de",
      timeZone: "Europe/Berlin",
    });
    expect(changed.headers.get("location")).toContain("?saved");
    await browser.post(manage, { act: "leave_all" });
    expect(await subscribersOf(told)).toMatchObject([{ state: "unsubscribed", language: "de" }]);
  },
);

test("an address has at most three test messages a day; a private one, and one of another company, has none", async () => {
  for (let n = 0; n < 3; n++) expect((await requestCode("slack", addresses.slack)).status).toBe(200);
  const fourth = await requestCode("slack", addresses.slack);
  expect([fourth.status, await fourth.text()]).toEqual([422, expect.stringContaining("Too many test messages")]);
  expect(receivers.received).toHaveLength(3);
  for (const address of ["http://hooks.slack.com/services/x", "https://evil.example/services/x", "nonsense", ""])
    expect((await requestCode("slack", address)).status).toBe(422);
  expect(receivers.received).toHaveLength(3);
});

test("an eleventh message in an hour from one network is refused as such, and what was typed stays", async () => {
  for (const [way, address] of Object.entries(addresses))
    for (let n = 0; n < 3; n++) if (receivers.received.length < 10) await requestCode(way, address);
  const refused = await requestCode("teams", addresses.teams);
  const html = await refused.text();
  expect([refused.status, refused.headers.get("retry-after"), receivers.received.length]).toEqual([429, "3600", 10]);
  expect(html).toContain("so nothing was sent. What you entered is still here: wait 1 hour");
  expect(html).toContain('value="https://teams.example.com/workflows/abc?sig=x1y2"');
});

test("once the day's rows are spent, a code typed back is kept on the form, which says when to try again", async () => {
  const sealed = sealedIn(await (await requestCode("slack", addresses.slack)).text());
  const { clock } = told.deployment;
  const limit = strangerRowLimit("subscribe", "free");
  const sql = "INSERT OR REPLACE INTO stranger_rows (day, bucket, count) VALUES (?1, 'subscribe', ?2)";
  await execute(told, sql, utcDayNumber(clock.now), limit);
  const refused = await verify(sealed, codeSent());
  const html = await refused.text();
  expect([refused.status, sealedIn(html) === sealed, html.includes(`value="${codeSent()}"`)]).toEqual([
    429,
    true,
    true,
  ]);
  expect(html).toMatch(/wait \d+ hours, then submit it again/);
  await execute(told, sql, utcDayNumber(clock.now), 0);
  expect((await verify(sealed, codeSent())).status).toBe(303);
});

test("ten wrong codes end a verification, the right one after them too; another verification has tries of its own", async () => {
  const requestedSealed = async () => sealedIn(await (await requestCode("slack", addresses.slack)).text());
  const [sealed, code] = [await requestedSealed(), codeSent()];
  for (let n = 0; n < 10; n++) expect((await verify(sealed, "AAAA-AAAA")).status).toBe(422);
  expect([(await verify(sealed, code)).status, await subscribersOf(told)]).toEqual([410, []]);
  expect((await verify(await requestedSealed(), codeSent())).status).toBe(303);
});

test("a form that is neither the code’s nor the one that sends it again confirms nothing", async () => {
  const sealed = sealedIn(await (await requestCode("slack", addresses.slack)).text());
  const answer = await browser.post("/acme/subscribe", {
    way: "prove",
    act: "no-such-act",
    proof: sealed,
    code: codeSent(),
  });
  expect([answer.status, await subscribersOf(told)]).toEqual([422, []]);
});

test("verifyCode is in the audit log, under its way", async () => {
  await verify(sealedIn(await (await requestCode("slack", addresses.slack)).text()), codeSent());
  const { results } = await told.deployment.ctx().d1.prepare("SELECT action, subject_kind FROM audit_entry").all();
  expect(results).toContainEqual({ action: "subscriber.confirm", subject_kind: "subscriber" });
});

test("an update reaches every way once, as each other side takes it, and mail beside them", async () => {
  await arrange(told.deployment, someSubscribers(told.pageId, 2));
  for (const [way, address] of Object.entries(addresses)) {
    await verify(sealedIn(await (await requestCode(way, address)).text()), codeSent());
  }
  const before = receivers.received.length;
  told.deployment.clock.now += 1000;
  await open(told);
  told.deployment.clock.now += 11_000;
  await told.sendAll();
  const posted = receivers.received.slice(before);
  expect(posted.map(({ refused }) => refused)).toEqual([null, null, null, null]);
  const urls = posted.map(({ url }) => url).sort();
  expect(urls.map((url, n) => url.startsWith(Object.values(addresses).sort()[n] ?? "-"))).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(posted.every(({ body }) => JSON.stringify(body).includes("Orders are late"))).toBe(true);
  expect([...told.received().values()]).toEqual([1, 1]);
});
