import { afterEach, beforeEach, expect, test } from "vitest";
import { setComponentStatus } from "~/components/set-status";
import { runBatch } from "~/db/run-batch";
import { readerSettingsCookieHeader } from "~/http/reader";
import { openIncident } from "~/incidents/open";
import { updatePage } from "~/pages/update";
import { resetIsolate } from "~/platform/isolate";
import { type Desk, good, openDesk } from "../../../tests/support/desk";
import { faulty } from "../../../tests/support/faults";
import { aRule, arrange, aSource } from "../../../tests/support/scenario";
import { stampKnown } from "../../../tests/support/stamp-known";
import { publishPage } from "../publishing/engine/publish";
import { checksStoppedAfterMs } from "../rules/seen-page";
import { badgeResponse } from "./badge";
import { embedCardResponse } from "./embed";
import { socialImageResponse } from "./social-image";

let desk: Desk;
beforeEach(async () => {
  desk = await openDesk();
  resetIsolate();
});
afterEach(() => desk.close());

type Machine = typeof badgeResponse;
interface Asking {
  machine?: Machine;
  database?: D1Database;
  headers?: Record<string, string>;
}

async function ask(path: string, { machine = badgeResponse, database, headers = {} }: Asking = {}) {
  const url = new URL(`http://localhost:8787/acme/${path}`);
  const ctx = desk.deployment.ctx({ kind: "visitor" }, database ? { database } : undefined);
  const response = await machine(new Request(url, { headers }), ctx, url);
  return { response, text: await response.text(), meter: ctx.meter };
}

const away = () => faulty(desk.deployment.bindings.DB, Number.POSITIVE_INFINITY, "before").database;
const titleOf = (svg: string) => /<title>([^<]*)<\/title>/.exec(svg)?.[1];

async function breakApi() {
  const { pageId, components } = desk;
  const touched = { [components[1]]: "major_outage" as const };
  const said = { title: "<b>Down</b>", body: "We look.", status: "investigating" as const, components: touched };
  await good(openIncident(desk.owner(), { pageId, ...said, visibility: "published", notify: false }));
  desk.deployment.clock.now += 2000;
}

test("a badge: one row, then none; of page and component; unknown styles and queries change nothing", async () => {
  await breakApi();
  await stampKnown(desk.deployment.ctx());
  const { response, text, meter } = await ask("badge.svg");
  expect(meter).toMatchObject({ read: 1, written: 0, statements: 1 });
  expect(response.headers.get("content-type")).toBe("image/svg+xml; charset=utf-8");
  expect(titleOf(text)).toBe("Acme: Major outage: API");
  for (const query of ["?style=flat", "?style=nonsense", "?label=Fine&message=green", "?color=green"]) {
    expect((await ask(`badge.svg${query}`)).text).toBe(text);
  }
  const styles = await Promise.all(
    ["flat", "flat-square", "for-the-badge", "dot"].map(async (style) => (await ask(`badge.svg?style=${style}`)).text),
  );
  expect(new Set(styles).size).toBe(4);
  const [web, api] = desk.components;
  expect(titleOf((await ask(`components/${web}/badge.svg`)).text)).toBe("Website: Operational");
  expect(JSON.parse((await ask(`components/${api}/badge.json`)).text)).toMatchObject({
    label: "API",
    message: "Major outage",
    color: "b3261e",
    isError: true,
  });
  expect((await ask("components/none/badge.svg")).response.status).toBe(404);
  const etag = response.headers.get("etag") ?? "";
  expect((await ask("badge.svg", { headers: { "if-none-match": etag } })).response.status).toBe(304);
  expect((await ask("badge.svg?style=dot", { headers: { "if-none-match": etag } })).response.status).toBe(200);
});

const paths: [string, Machine][] = [
  ["badge.svg", badgeResponse],
  ["badge.json", badgeResponse],
  ["embed", embedCardResponse],
  ["social.svg", socialImageResponse],
];
const isGreen = (text: string) => /class="s o"|fill="#1f7a4d"|"color":"1f7a4d"/.test(text);

async function republish() {
  await runBatch(desk.deployment.ctx(), [{ sql: "UPDATE snapshot SET wanted = wanted + 1", params: [] }]);
  await publishPage(desk.deployment.ctx(), desk.pageId);
  resetIsolate();
}

test("never green where nobody vouches: until somebody says how a component is", async () => {
  const { pageId, components, deployment } = desk;
  const forgotten = "UPDATE component SET kept_by = NULL, coverage = 'no_data'";
  await runBatch(deployment.ctx(), [{ sql: `${forgotten} WHERE page_id = ?1`, params: [pageId] }]);
  await republish();
  expect(titleOf((await ask("badge.svg")).text)).toBe("Acme: Not monitored");
  const [id] = components;
  const ofOne = (await ask(`components/${id}/badge.svg`)).text;
  expect([titleOf(ofOne), isGreen(ofOne)]).toEqual(["Website: Not monitored", false]);
  await good(setComponentStatus(desk.owner(), { pageId, id, version: 0, status: "operational" }));
  deployment.clock.now += 2000;
  const { text } = await ask("badge.svg");
  expect([titleOf(text), isGreen(text)]).toEqual(["Acme: All monitored systems operational", true]);
  expect(titleOf((await ask(`components/${components[1]}/badge.svg`)).text)).toBe("API: Not monitored");
});

test("nor on a page that the version before built, which says so of the page alone", async () => {
  const { clock, bindings } = desk.deployment;
  const banner = JSON.stringify({ indicator: "minor", state: "unknown" });
  const earlier = "json_set(body, '$.unmonitored', json('true'), '$.banner', json(?1))";
  await bindings.DB.prepare(`UPDATE snapshot SET body = ${earlier} WHERE part = 'home'`).bind(banner).run();
  resetIsolate();
  for (const [path, machine] of [
    ...paths,
    [`components/${desk.components[0]}/badge.svg`, badgeResponse],
  ] as typeof paths) {
    const { response, text } = await ask(path, { machine });
    expect([path, response.status, isGreen(text), text.includes("Not monitored")]).toEqual([path, 200, false, true]);
  }
  await good(setComponentStatus(desk.owner(), { pageId: desk.pageId, id: desk.components[0], status: "operational" }));
  clock.now += 2000;
  expect(titleOf((await ask("badge.svg")).text)).toBe("Acme: All systems operational");
});

test("never green when it is not known: checks that stopped, a copy, neither database nor copy", async () => {
  const source = aSource(desk.pageId);
  await arrange(desk.deployment, source, aRule(source, { components: [desk.components[0]] }));
  await republish();
  expect(isGreen((await ask("badge.svg")).text)).toBe(true);
  desk.deployment.clock.now += 2000;
  for (const [path, machine] of paths) {
    const { response, text } = await ask(path, { machine, database: away() });
    expect([path, response.status, response.headers.get("etag")]).toEqual([path, 200, null]);
    expect(response.headers.get("x-upfront-stale")).toMatch(/^2026-/);
    const time =
      path === "social.svg" ? "As of Nov 20, 2026, 12:00 UTC" : "All systems operational · as of Nov 20, 12:00 UTC";
    expect([path, text]).toEqual([path, expect.stringContaining(time)]);
    expect([path, isGreen(text)]).toEqual([path, false]);
  }
  resetIsolate();
  desk.deployment.clock.now += checksStoppedAfterMs + 60_000;
  for (const [path, machine] of paths) {
    const { response, text } = await ask(path, { machine });
    expect([path, response.status, text.includes("Status partly unknown")]).toEqual([path, 200, true]);
    expect([path, isGreen(text)]).toEqual([path, false]);
  }
  resetIsolate();
  for (const [path, machine] of paths.slice(0, 3)) {
    const { response, text } = await ask(path, { machine, database: away() });
    const type = response.headers.get("content-type");
    expect([path, response.status, text.includes("Status unknown"), type?.includes("problem")]).toEqual([
      path,
      503,
      true,
      false,
    ]);
  }
  const asked = await ask("badge.svg", { database: away(), headers: { "accept-language": "ar" } });
  expect(asked.text).toContain('xml:lang="ar"');
  expect(titleOf(asked.text)).toBe("الحالة غير معروفة");
});

test("words are the page's: its language and direction; noindex is said", async () => {
  await good(updatePage(desk.owner(), { pageId: desk.pageId, version: 0, language: "de", noindex: true }));
  desk.deployment.clock.now += 2000;
  const { response, text } = await ask("badge.svg");
  expect([response.headers.get("x-robots-tag"), /xml:lang="(\w+)"/.exec(text)?.[1]]).toEqual(["noindex", "de"]);
  expect(response.headers.get("cache-control") ?? response.headers.get("x-upfront-cache")).toContain("max-age=60");
});

test("the card: state, open incidents, no word unescaped, in its reader's language", async () => {
  await breakApi();
  const { response, text } = await ask("embed", { machine: embedCardResponse });
  expect(response.headers.get("vary")).toBe("Accept-Language, Cookie");
  expect(text).toContain('<p class="s m">Major outage: API</p>');
  expect(text).toContain("&lt;b&gt;Down&lt;/b&gt;");
  expect(text.match(/<a [^>]*target="_blank" rel="noopener"/g)?.length).toBe(2);
  const german = await ask("embed", { machine: embedCardResponse, headers: { "accept-language": "de" } });
  expect(german.text).toContain('<html lang="de"');
  expect(german.response.headers.get("etag")).not.toBe(response.headers.get("etag"));
});

test("a card in the zone of its reader's network is kept by their own browser only; one in a chosen zone is named by Vary", async () => {
  await breakApi();
  const url = new URL("http://localhost:8787/acme/embed");
  const at = async (timezone: string | null, headers: Record<string, string> = {}) => {
    const request = Object.assign(new Request(url, { headers }), timezone ? { cf: { timezone } } : {});
    return embedCardResponse(request as unknown as Request, desk.deployment.ctx({ kind: "visitor" }), url);
  };
  const kept = (response: Response) => response.headers.get("x-upfront-cache");
  const [tokyo, paris, nowhere] = [await at("Asia/Tokyo"), await at("Europe/Paris"), await at(null)];
  expect(tokyo.headers.get("etag")).not.toBe(paris.headers.get("etag"));
  expect([kept(tokyo), kept(paris)]).toEqual(Array(2).fill("private, max-age=60, must-revalidate"));
  expect(kept(nowhere)).toBe("public, max-age=60, must-revalidate");
  const cookie =
    readerSettingsCookieHeader(url.origin, { language: null, timeZone: "Europe/Paris", theme: null }).split(";")[0] ??
    "";
  const chosen = await at("Asia/Tokyo", { cookie });
  expect([kept(chosen), chosen.headers.get("vary")]).toEqual([
    "public, max-age=60, must-revalidate",
    "Accept-Language, Cookie",
  ]);
  const known = await at("Asia/Tokyo", { "if-none-match": tokyo.headers.get("etag") ?? "" });
  expect([known.status, kept(known)]).toEqual([304, "private, max-age=60, must-revalidate"]);
});
