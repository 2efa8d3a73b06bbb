import { expect, onTestFinished, test } from "vitest";
import { publishPage } from "~/status-page/publishing/engine/publish";
import { openTold, subscribersOf } from "../../../../tests/support/told";
import { openBrowser } from "../../../../tests/support/worker";
import { signFormTimeStamp } from "../../form-time";

const linkIn = (text: string | undefined) =>
  /http:\/\/localhost:8787(\/acme\/subscriptions\/[\w.-]+)/.exec(text ?? "")?.[1] ?? "";

test("who is subscribed already gets the link of the subscription by mail, and changes nothing by a request", async () => {
  const told = await openTold();
  onTestFinished(() => told.close());
  await publishPage(told.deployment.ctx(), told.pageId);
  const browser = await openBrowser(told.deployment);
  const requestedLink = async () => {
    const since = await signFormTimeStamp(told.deployment.ctx());
    told.deployment.clock.now += 60_000;
    const answer = await browser.post("/acme/subscribe", { email: "ann@example.com", scope: "page", since });
    await told.sendAll();
    return `${answer.status} ${answer.headers.get("location")}`;
  };
  const first = await requestedLink();
  await browser.post(linkIn(told.smtp.mails.at(-1)?.text), { act: "confirm" });
  const before = await subscribersOf(told);
  told.deployment.clock.now += 3_600_000;
  expect(await requestedLink()).toBe(first);
  expect(told.smtp.mails).toHaveLength(2);
  const mail = told.smtp.mails.at(-1);
  expect(mail?.text).toContain("You’re already subscribed");
  const page = await browser.go(linkIn(mail?.text));
  expect([page.status, (await page.text()).includes("Unsubscribe")]).toEqual([200, true]);
  expect(await subscribersOf(told)).toEqual(before);
});
