import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { runBatch } from "~/db/run-batch";
import { ruleComponentTable } from "~/db/schema";
import { dateFormats } from "~/i18n/dates";
import { languageNames } from "~/i18n/languages";
import { resetIsolate } from "~/platform/isolate";
import { publishPage } from "~/status-page/publishing/engine/publish";
import { readPublishedView, readRecentDocumentView } from "~/status-page/view-page";
import { openDeployment, type TestDeployment } from "../support/database";
import { publicAddresses } from "../support/public-addresses";
import { put } from "../support/scenario";
import { nowWatched } from "../support/scenario/observed";
import { stampKnown } from "../support/stamp-known";
import { makeToldPage, type ToldPage } from "../support/told-page";
import { words } from "../support/words";
import { type Browser, openBrowser } from "../support/worker";

/** A page for which work waits: each format says since when it is not up to date, and none is green. */
let deployment: TestDeployment;
let page: ToldPage;
let visitor: Browser;
let since: number;

const execute = (sql: string, ...params: unknown[]) =>
  deployment
    .ctx()
    .d1.prepare(sql)
    .bind(...params)
    .run();

beforeAll(async () => {
  deployment = await openDeployment();
  page = await makeToldPage(deployment, "told", "t");
  const [, second = ""] = page.components;
  await execute("UPDATE incident SET status = 'resolved', closed = 1, resolved_at = started_at + 60000");
  await put(deployment, ruleComponentTable, [
    { pageId: page.id, ruleId: page.ruleId, componentId: second, status: "degraded_performance" },
  ]);
  await runBatch(deployment.ctx(), [nowWatched(page.id, [second])]);
  await execute("UPDATE snapshot SET wanted = wanted + 1");
  await publishPage(deployment.ctx(), page.id);
  visitor = await openBrowser(deployment);
  since = deployment.clock.now;
  deployment.clock.now += 5 * 60_000;
});
afterAll(() => deployment.close());

const behind = (at: number | null) => execute("UPDATE snapshot SET behind_since = ?1 WHERE page_id = ?2", at, page.id);

beforeEach(async () => {
  resetIsolate();
  await behind(null);
});

/** They tell no state: images, the list of addresses, what is planned, what a browser installs, forms and the door. */
const silent = /\.ics$|\.webmanifest$|\/icon-\d+\.png$|\/sitemap\.xml$|\/llms\.txt$|\/images\//;
const told = () =>
  publicAddresses(page.on)
    .filter(
      ({ path, kind }) => (kind === "document" || kind === "archive") && !silent.test(path) && !path.endsWith(".csv"),
    )
    .map((each) => ({ ...each, path: `/told${each.path}` }));

const green =
  /All [Ss]ystems [Oo]perational|class="s o"|class="banner o[ "]|fill="#1f7a4d"|"color":"1f7a4d"|"indicator":"none"/;

const marks: [RegExp, () => string][] = [
  [/\/components\/[^/]+\/badge\./, () => "Status unknown · as of Nov 20, 12:00 UTC"],
  [/\/badge\.|\/embed$/, () => "Status partly unknown · as of Nov 20, 12:00 UTC"],
  [/\/social\.svg$/, () => "Not up to date since Nov 20, 2026, 12:00 UTC"],
  [/\.md$/, () => "Not up to date since 2026-11-20T12:00:00+00:00"],
  [/\.(atom|rss)$/, () => "Not up to date since Nov 20, 12:00 UTC"],
  [/\/api\/v2\//, () => `"not_up_to_date_since":"${new Date(since).toISOString()}"`],
  [/./, () => "Not up to date since Nov 20, 12:00"],
];
/** Forms of an address that are asked for by Accept, with an address whose form they have. */
const formsByAccept: Record<string, string> = { "application/json": "/api/v2/summary.json", "text/markdown": ".md" };
const markOf = (path: string, accept = "") => {
  const like = formsByAccept[accept] ?? path;
  return marks.find(([form]) => form.test(like))?.[1]() ?? "";
};

async function ask(path: string, headers: Record<string, string> = {}) {
  const response = await visitor.go(path, { headers });
  return { status: response.status, etag: response.headers.get("etag"), text: await response.text() };
}

test("every format says since when, none is green, and whoever kept the one before is told again", async () => {
  for (const { path, accept } of told()) {
    const headers: Record<string, string> = accept ? { accept } : {};
    await behind(null);
    deployment.clock.now += 1001;
    const before = await ask(path, headers);
    expect([path, before.status, before.text.includes(markOf(path, accept))]).toEqual([path, 200, false]);
    await behind(since);
    deployment.clock.now += 1001;
    const now = await ask(path, before.etag ? { ...headers, "if-none-match": before.etag } : headers);
    expect([path, now.status, now.text.includes(markOf(path, accept))]).toEqual([path, 200, true]);
    expect([path, green.exec(now.text)?.[0]]).toEqual([path, undefined]);
    if (before.etag) expect([path, now.etag === before.etag]).toEqual([path, false]);
  }
});

test("a page says it in each of its languages", async () => {
  await behind(since);
  for (const language of Object.keys(languageNames)) {
    const { text } = await ask("/told", { "accept-language": language });
    const time = dateFormats(language, "Etc/UTC").instant(since);
    expect(text).toContain(words(language).t("fresh.behind", { time }));
    expect(text).toContain(words(language).t("fresh.behind_about"));
  }
});

test("it costs a view nothing: one row read, none written, and it is over with the build that catches up", async () => {
  await behind(since);
  await stampKnown(deployment.ctx());
  const ctx = deployment.ctx();
  const where = { slug: page.slug };
  expect(await readPublishedView(ctx, where)).toMatchObject({ ok: true, value: { behindSince: since } });
  expect(ctx.meter).toMatchObject({ read: 1, written: 0, statements: 1 });
  const other = deployment.ctx();
  expect(await readRecentDocumentView(other, where)).toMatchObject({ ok: true, value: { behindSince: since } });
  expect(other.meter).toMatchObject({ read: 1, written: 0, statements: 1 });
  await behind(null);
  deployment.clock.now += 1001;
  expect((await ask("/told")).text).toContain("All systems operational");
});
