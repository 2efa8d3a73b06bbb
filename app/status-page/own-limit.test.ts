import { afterEach, beforeEach, expect, test } from "vitest";
import { resetIsolate } from "~/platform/isolate";
import { OverBudgetError } from "~/platform/meter";
import { openDeployment, type TestDeployment } from "../../tests/support/database";
import { KeyValues } from "../../tests/support/key-values";
import { aPage, arrange, type TestPage } from "../../tests/support/scenario";
import { readHomeSlug } from "./home";
import { findPageSlugByHost } from "./host-page";
import { hasLastPageReadFailed } from "./part-reader";
import { publishPage } from "./publishing/engine/publish";
import { readPublishedView } from "./view-page";

/** An invocation that has used up its own limit says nothing about the database: no outage of it is reported. */
let deployment: TestDeployment;
let page: TestPage;
beforeEach(async () => {
  deployment = await openDeployment({ COPIES: new KeyValues() as never });
  page = await arrange(deployment, aPage());
  await publishPage(deployment.ctx(), page.id);
  resetIsolate();
});
afterEach(() => deployment.close());

function full() {
  const ctx = deployment.ctx();
  ctx.meter.statements = ctx.meter.limit.together - 1;
  return ctx;
}

test("views of full invocations open no breaker: the next reader is told how it is now", async () => {
  const where = { slug: page.slug };
  for (let count = 0; count < 3; count++)
    await expect(readPublishedView(full(), where)).rejects.toThrow(OverBudgetError);
  expect(hasLastPageReadFailed()).toBe(false);
  expect(await readPublishedView(deployment.ctx(), where)).toMatchObject({ ok: true, value: { staleSince: null } });
});

test("nor do the addresses without a slug; what a full invocation cannot keep is kept by the next", async () => {
  for (let count = 0; count < 3; count++) {
    await expect(readHomeSlug(full())).rejects.toThrow(OverBudgetError);
    await expect(findPageSlugByHost(full(), "status.acme.example")).rejects.toThrow(OverBudgetError);
  }
  expect(hasLastPageReadFailed()).toBe(false);
  await deployment.ctx().d1.prepare("UPDATE deployment SET home_page_id = ?1").bind(page.id).run();
  const almost = deployment.ctx();
  almost.meter.statements = almost.meter.limit.together - 3;
  expect(await readHomeSlug(almost)).toEqual({ ok: true, value: page.slug });
  deployment.clock.now += 61_000;
  expect(await readHomeSlug(deployment.ctx())).toEqual({ ok: true, value: page.slug });
  await deployment.settled();
  expect((deployment.bindings.COPIES as unknown as KeyValues).kept.get("signpost//")).toBe(page.slug);
  resetIsolate();
});
