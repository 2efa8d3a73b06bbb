import { afterAll, beforeAll, expect, test } from "vitest";
import { addressOf } from "../../../../tests/support/scenario";
import { openSubscribePage } from "../../../../tests/support/subscribe-page";
import type { Told } from "../../../../tests/support/told";
import type { Browser } from "../../../../tests/support/worker";
import { signFormTimeStamp } from "../../form-time";

let told: Told;
let browser: Browser;
let since: string;
beforeAll(async () => {
  ({ told, browser } = await openSubscribePage());
  since = await signFormTimeStamp(told.deployment.ctx());
  told.deployment.clock.now += 5000;
});
afterAll(() => told.close());

let requestCount = 0;
/** Asks, each time from another address of the network. */
function requestSubscription(email: string, network = "192.0.2", language = "en"): Promise<Response> {
  requestCount += 1;
  const headers = { "cf-connecting-ip": `${network}.${requestCount}`, "accept-language": language };
  return browser.post("/acme/subscribe", { email, scope: "page", since }, headers);
}

/** Returns the form that was shown again, without the typed values. */
async function refusedFor(email: string): Promise<string> {
  const answer = await requestSubscription(email);
  const html = await answer.text();
  const kept = html.includes(`value="${email}"`);
  expect([answer.status, answer.headers.get("retry-after"), kept]).toEqual([429, "3600", true]);
  return html.replaceAll(/value="[^"]*"/g, "");
}

test("a network that sent ten requests in an hour is told to wait, in words that say nothing of an address", async () => {
  expect((await requestSubscription("ann@example.com")).status).toBe(303);
  const [link = ""] = /\/acme\/subscriptions\/[\w.-]+/.exec(told.smtp.mails[0]?.text ?? "") ?? [];
  expect((await browser.post(link, { act: "confirm" })).status).toBe(303);
  for (let n = 0; n < 9; n++) expect((await requestSubscription(addressOf(n))).status).toBe(303);
  const known = await refusedFor("ann@example.com");
  expect(known).toContain("so nothing was sent. What you entered is still here: wait 1 hour, then submit it again.");
  expect(await refusedFor("new@example.com")).toBe(known);
  expect(await (await requestSubscription("new@example.com", "192.0.2", "fr")).text()).toContain(
    "attendez 1 heure, puis",
  );
  expect(told.smtp.mails).toHaveLength(10);
  expect((await requestSubscription("new@example.com", "198.51.100")).status).toBe(303);
  told.deployment.clock.now += 3_600_000;
  expect((await requestSubscription(addressOf(9))).status).toBe(303);
  expect(told.smtp.mails).toHaveLength(12);
});
