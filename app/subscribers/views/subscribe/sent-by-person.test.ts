import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openSubscribePage } from "../../../../tests/support/subscribe-page";
import type { Told } from "../../../../tests/support/told";
import type { Browser } from "../../../../tests/support/worker";
import { signFormTimeStamp, signResubmissionFormStamp } from "../../form-time";

let told: Told;
let browser: Browser;
let since: string;
let from = 0;
beforeAll(async () => {
  ({ told, browser } = await openSubscribePage());
});
afterAll(() => told.close());
beforeEach(async () => {
  since = await signFormTimeStamp(told.deployment.ctx());
  told.smtp.mails.length = 0;
  from += 1;
});

const second = 1000;
const later = (seconds: number) => {
  told.deployment.clock.now += seconds * second;
};
const words = "This form looks like it was filled in by a bot";
const requestSubscription = (fields: Record<string, string> = {}) =>
  browser.post(
    "/acme/subscribe",
    { email: `ann${from}@example.com`, scope: "page", since, ...fields },
    { "cf-connecting-ip": `198.51.${from}.1` },
  );
/** Reads a field of the form that was shown again, as a browser would send it. */
const fieldOf = (html: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? "";
const mails = () => told.smtp.mails.length;
/** Returns the name of the hidden field. */
const trapIn = (html: string) => /class="trap".*?<input id="(\w+)" name="\1"/s.exec(html)?.[1] ?? "";
const trapped = async () => ({ [trapIn(await (await browser.go("/acme/subscribe")).text())]: "Ann Example" });

test("the hidden field has a name that no program knows, and says to each that it is none of theirs", async () => {
  const html = await (await browser.go("/acme/subscribe")).text();
  const field = /<input id="kqvz"[^>]*>/.exec(html)?.[0] ?? "";
  for (const each of [
    'autocomplete="off"',
    'tabindex="-1"',
    "data-1p-ignore",
    "data-bwignore",
    'data-lpignore="true"',
  ]) {
    expect(field).toContain(each);
  }
  expect(field).toContain('data-form-type="other"');
  expect(html).not.toMatch(/name="(?:website|url|homepage|company|phone2?|fax|name)"/);
});

test("whoever had the hidden field filled in for them, and took their time, is heard", async () => {
  later(20);
  const answer = await requestSubscription(await trapped());
  expect([answer.status, answer.headers.get("location"), mails()]).toEqual([303, "/acme/subscribe?sent", 1]);
});

describe.each([
  ["a hidden field and little time", 5, trapped, {}],
  ["no time at all", 1, async () => ({}), {}],
  ["a time that is made up", 30, async () => ({}), { since: "abc.def" }],
  ["no time in it", 30, async () => ({}), { since: "" }],
])("a form with %s", (_, seconds, filled, over) => {
  test("is told so and loses nothing; ticked by hand it goes through, at once and without script", async () => {
    later(seconds);
    const given = { ...(await filled()), ...over, scope: "components", componentIds: told.components[1] };
    const doubted = await requestSubscription(given);
    const html = await doubted.text();
    expect([doubted.status, mails()]).toEqual([422, 0]);
    for (const each of [words, `value="ann${from}@example.com"`, 'value="components" checked', 'name="byHand"'])
      expect(html).toContain(each);
    expect([trapIn(html), fieldOf(html, "since")]).toEqual(["", ""]);
    const again = { ...given, since: "", second: fieldOf(html, "second") };
    const unticked = await requestSubscription(again);
    expect([unticked.status, (await unticked.text()).includes(words), mails()]).toEqual([422, true, 0]);
    const ticked = await requestSubscription({ ...again, byHand: "yes" });
    expect([ticked.status, ticked.headers.get("location"), mails()]).toEqual([303, "/acme/subscribe?sent", 1]);
  });
});

test("what is wrong with a second try is said on it, and its box stays ticked", async () => {
  const given = {
    since: "",
    second: await signResubmissionFormStamp(told.deployment.ctx()),
    byHand: "yes",
    email: "a@b",
  };
  const html = await (await requestSubscription(given)).text();
  expect(html).toContain("Enter one email address");
  expect(html).toMatch(/name="byHand" value="yes" checked/);
  expect(html).not.toContain(words);
});

test("a second try is none by the stamp of a first one, of a day ago, or made up", async () => {
  const stamps = [since, await signResubmissionFormStamp(told.deployment.ctx()), "abc.def"];
  told.deployment.clock.now += 25 * 3600 * second;
  for (const stamp of stamps) {
    const answer = await requestSubscription({ since: "", second: stamp, byHand: "yes" });
    expect([answer.status, (await answer.text()).includes(words), mails()]).toEqual([422, true, 0]);
  }
});

test("whoever mends one word at once is as slow as they were before", async () => {
  later(30);
  const html = await (await requestSubscription({ email: "a@b" })).text();
  later(1);
  expect([(await requestSubscription({ since: fieldOf(html, "since") })).status, mails()]).toEqual([303, 1]);
});

test("who is told that the form is a day old sends it again at once", async () => {
  told.deployment.clock.now += 25 * 3600 * second;
  const html = await (await requestSubscription()).text();
  expect(html).toContain("This form was open for more than a day");
  expect([(await requestSubscription({ since: fieldOf(html, "since") })).status, mails()]).toEqual([303, 1]);
});

test("a program that ticks the box is bound as everybody is: ten an hour from a network", async () => {
  const stamp = await signResubmissionFormStamp(told.deployment.ctx());
  for (let n = 0; n < 12; n++)
    await requestSubscription({
      email: `victim${n}@example.com`,
      since: "",
      second: stamp,
      byHand: "yes",
      ...(await trapped()),
    });
  expect(mails()).toBe(10);
});

test("the answer to a program says nothing of an address", async () => {
  const stripped = (html: string) => html.replaceAll(/value="[^"]*"/g, "");
  const answers = ["known@example.com", "new@example.com"].map(async (email) =>
    (await requestSubscription({ email, since: "" })).text(),
  );
  const [known, fresh] = (await Promise.all(answers)).map(stripped);
  expect(known).toBe(fresh);
});
