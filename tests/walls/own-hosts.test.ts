import { afterAll, beforeAll, expect, test } from "vitest";
import { updatePage } from "~/pages/update";
import { chooseHomePage, createPage } from "~/pages/verbs";
import { readHomeSlug } from "~/status-page/home";
import { type Desk, good, openDesk, operator } from "../support/desk";
import { type Browser, openBrowser } from "../support/worker";

const host = "https://status.acme.example";
let desk: Desk;
let visitor: Browser;
let rival = "";

beforeAll(async () => {
  desk = await openDesk();
  visitor = await openBrowser(desk.deployment);
  const ctx = desk.deployment.ctx(operator);
  rival = (await good(createPage(ctx, { name: "Rival", slug: "rival", timeZone: "Etc/UTC" }))).id;
  await ctx.d1.prepare("UPDATE page SET host = 'status.acme.example' WHERE id = ?1").bind(desk.pageId).run();
});
afterAll(() => desk.close());

/** Whose page an address shows: its name, or the status of the refusal. */
async function shown(address: string): Promise<string | number> {
  const answer = await visitor.go(address);
  return answer.ok ? (/<title>[^<]*(Acme|Rival)/.exec(await answer.text())?.[1] ?? "none") : answer.status;
}

const move = (pageId: string, slug: string) =>
  good(updatePage({ ...desk.deployment.ctx(operator), member: { pageId, role: "owner" } }, { pageId, slug }));

test("a page that moves keeps its own host, also when another page takes its old address", async () => {
  await good(chooseHomePage(desk.deployment.ctx(operator), { pageId: desk.pageId }));
  const home = () => good(readHomeSlug(desk.deployment.ctx()));
  expect([await shown(host), await home()]).toEqual(["Acme", "acme"]);
  desk.deployment.clock.now += 5;
  await move(desk.pageId, "acme-moved");
  expect(await shown(host)).toBe("Acme");
  await move(rival, "acme");
  expect([await shown(host), await home()]).toEqual(["Acme", "acme-moved"]);
});

test("a move that another isolate made is seen by the first reader after a minute", async () => {
  const { d1 } = desk.deployment.ctx();
  expect(await shown(host)).toBe("Acme");
  const moves = [
    ["acme-elsewhere", desk.pageId],
    ["acme-moved", rival],
  ];
  for (const [slug, id] of moves) {
    await d1.prepare("UPDATE page SET slug = ?1 WHERE id = ?2").bind(slug, id).run();
    await d1.prepare("UPDATE snapshot SET slug = ?1 WHERE page_id = ?2").bind(slug, id).run();
  }
  desk.deployment.clock.now += 61_000;
  expect([await shown(host), await shown("/")]).toEqual(["Acme", "Acme"]);
});
