import { expect, onTestFinished, test } from "vitest";
import { publishPage } from "~/status-page/publishing/engine/publish";
import { openTold, subscribersOf, type Told } from "../../../../tests/support/told";
import { openBrowser } from "../../../../tests/support/worker";
import { signFormTimeStamp } from "../../form-time";

const linkIn = (text: string | undefined) =>
  /http:\/\/localhost:8787(\/acme\/subscriptions\/[\w.-]+)/.exec(text ?? "")?.[1] ?? "";

async function makeEmptyGroup(told: Told): Promise<void> {
  const { d1 } = told.deployment.ctx();
  const columns = "(id, page_id, name, position, created_at, updated_at)";
  await d1
    .prepare(`INSERT INTO component_group ${columns} VALUES ('g-empty', ?1, 'Singapore', 9, 0, 0)`)
    .bind(told.pageId)
    .run();
  await d1.prepare("UPDATE subscriber SET scope = 'components', component_ids = ?1").bind('["g-empty"]').run();
}

test("a group that was chosen stays chosen while nothing is in it", async () => {
  const told = await openTold();
  onTestFinished(() => told.close());
  await publishPage(told.deployment.ctx(), told.pageId);
  const browser = await openBrowser(told.deployment);
  const since = await signFormTimeStamp(told.deployment.ctx());
  told.deployment.clock.now += 60_000;
  await browser.post("/acme/subscribe", { email: "ann@example.com", scope: "page", since });
  await told.sendAll();
  const done = await browser.post(linkIn(told.smtp.mails.at(-1)?.text), { act: "confirm" });
  await makeEmptyGroup(told);
  const own = done.headers.get("location")?.split("?")[0] ?? "";
  const html = await (await browser.go(own)).text();
  expect(html).toMatch(/value="g-empty" checked/);
  expect(html).toContain("Singapore");
  await browser.post(own, { act: "change", scope: "components", componentIds: "g-empty", language: "de" });
  expect((await subscribersOf(told))[0]).toMatchObject({ language: "de", componentIds: ["g-empty"] });
});
