import { afterAll, beforeAll, expect, test } from "vitest";
import { resetIsolate } from "~/platform/isolate";
import { handleRestApi } from "~/rest-api";
import { publishPage } from "~/status-page/publishing/engine/publish";
import { browserOf, makePeople } from "../../../../tests/support/matrix-cast";
import { arrange, someSubscribers } from "../../../../tests/support/scenario";
import { execute, noticesOf, openTold, type Told } from "../../../../tests/support/told";
import { type Browser, openBrowser } from "../../../../tests/support/worker";
import { signFormTimeStamp } from "../../form-time";

let told: Told;
let browser: Browser;
beforeAll(async () => {
  told = await openTold({ mailer: false });
  await makePeople(told.deployment);
  await execute(
    told,
    `INSERT INTO membership (page_id, person_id, role, created_at) VALUES ('${told.pageId}', 'admin', 'admin', 1)`,
  );
  await publishPage(told.deployment.ctx(), told.pageId);
  resetIsolate();
  browser = await openBrowser(told.deployment);
});
afterAll(() => told.close());

const textOf = async (path: string, who = browser) => (await who.go(path)).text();

test("a visitor is offered every way but email, and the first of them is picked", async () => {
  for (const path of ["/acme/subscribe", `/acme/subscribe?component=${told.components[0]}`]) {
    const html = await textOf(path);
    expect(html).not.toContain('type="email"');
    expect(html).not.toContain('value="email"');
    expect(html).toContain("This page doesn’t send emails");
    expect(html).toMatch(/value="webhook" checked/);
    expect(html).toContain('id="push"');
  }
});

test("a form that was opened before is refused with what else there is, and nothing waits", async () => {
  const since = await signFormTimeStamp(told.deployment.ctx());
  told.deployment.clock.now += 5000;
  const answer = await browser.post("/acme/subscribe", {
    email: "ann@example.com",
    way: "email",
    scope: "page",
    since,
  });
  const html = await answer.text();
  expect([answer.status, html.includes('class="wrong">This page doesn’t send emails')]).toEqual([422, true]);
  expect(html).toMatch(/value="webhook" checked/);
  expect(await noticesOf(told)).toEqual([]);
});

test("an admin is shown who sets a mailer up in place of the form, and the API names the reason", async () => {
  const admin = await browserOf(told.deployment, "admin");
  const html = await textOf("/manage/acme/subscribers/new", admin);
  expect(html).toContain("No mailer is set up");
  expect(html).not.toContain('type="email"');
  await arrange(told.deployment, someSubscribers(told.pageId, 1, { state: "pending", confirmedAt: null }));
  const list = await textOf("/manage/acme/subscribers", admin);
  expect([list.includes("No mailer is set up"), list.includes("Resend confirmation")]).toEqual([true, false]);
  expect(list).not.toContain("/subscribers/new");
  const program = { id: "t1", personId: "founder", role: "owner" as const, readOnly: false, operator: true };
  const ctx = told.deployment.ctx({ kind: "token", ...program });
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ subscriber: { email: "ann@example.com" } });
  const request = new Request("http://localhost:8787/api/v1/pages/acme/subscribers", { method: "POST", headers, body });
  const answer = await handleRestApi(request, ctx);
  expect([answer.status, await answer.text()]).toEqual([422, expect.stringContaining("No mailer is set up")]);
});
