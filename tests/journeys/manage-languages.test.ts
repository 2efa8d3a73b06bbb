import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { overflow, violations } from "../support/accessibility";
import { openBrowser, type TestBrowser } from "../support/browser";
import { problemsByLook } from "../support/looks";
import { type OwnPage, ownPage } from "../support/own-page";
import { alertmanagerGroup, deliver, makeSource } from "../support/signed-in";
import { deskCatalogueOf } from "../support/words";

let own: OwnPage;
let browser: TestBrowser;
let tab: Page;

const manage = (rest = "") => own.manage(rest);

/** Where the worst hour is spent, and where it is prepared. */
const rooms: Record<string, string> = {
  "": "now",
  "/incidents": "incidents",
  "/incidents/new": "incidents",
  "/components": "components",
  "/sources": "sources",
  "/maintenances": "maintenances",
  "/people": "people",
  "/settings": "settings",
};

beforeAll(async () => {
  [own, browser] = await Promise.all([ownPage({ components: ["Website", "Checkout"] }), openBrowser()]);
  tab = await own.signIn(await browser.visitor());
  const ingest = await makeSource(tab, own.server, own.slug);
  const began = new Date(Date.now() - 60_000).toISOString();
  expect(await deliver(ingest, alertmanagerGroup("HighErrorRate", "firing", began))).toBe(202);
});

afterAll(async () => {
  await browser?.close();
});

/** Its frame speaks the language; the page does, or says that it is English. */
async function spokenWrong(page: Page, language: string): Promise<string[]> {
  const direction = language === "ar" ? "rtl" : "ltr";
  const said = await page.evaluate(() => {
    const main = document.querySelector("main")?.closest<HTMLElement>("[lang]");
    const html = document.documentElement;
    return { html: `${html.lang} ${html.dir}`, main: `${main?.lang} ${main?.dir}` };
  });
  const { pathname } = new URL(page.url());
  const room = rooms[pathname.replace(`/manage/${own.slug}`, "")] ?? "sign-in";
  const main = deskCatalogueOf(language)[room] ? `${language} ${direction}` : "en ltr";
  return said.html === `${language} ${direction}` && said.main === main ? [] : [JSON.stringify(said)];
}

test.each(["de", "ar"])(
  "on a phone in %s every page fits, holds up to axe-core and says what it speaks",
  async (language) => {
    const broken: string[] = [];
    const check = async (page: Page) => {
      const wide = await overflow(page);
      const wrong = [...(await violations(page)), ...(await spokenWrong(page, language))];
      return wide > 0 ? [...wrong, `${wide} px too wide`] : wrong;
    };
    const locale = { "accept-language": language };
    const [inside, outside] = [await browser.visitor({ script: true }), await browser.visitor({ script: true })];
    await inside.addCookies(await tab.context().cookies());
    for (const context of [inside, outside]) {
      await context.setExtraHTTPHeaders(locale);
      context.on("weberror", (error) => broken.push(error.error().message));
    }
    const places = Object.fromEntries(Object.keys(rooms).map((place) => [place, manage(place)]));
    const look = { phone: { width: 375, check } };
    expect(await problemsByLook(inside, places, look)).toEqual({ phone: [] });
    expect(await problemsByLook(outside, { "/sign-in": manage("/sign-in") }, look)).toEqual({ phone: [] });
    expect(broken).toEqual([]);
  },
);

test("from one page to the next the words of a room come in the reader's language", async () => {
  const context = await browser.visitor({ script: true });
  await context.addCookies(await tab.context().cookies());
  await context.setExtraHTTPHeaders({ "accept-language": "de" });
  const page = await context.newPage();
  await page.goto(manage());
  const said = deskCatalogueOf("de");
  const place = page.getByRole("link", { name: said.frame?.place?.people ?? "?", exact: true });
  await place.first().evaluate((link: HTMLElement) => link.click());
  await page.getByRole("heading", { level: 1, name: said.people?.page?.title ?? "?" }).waitFor();
  await page.getByText(said.people?.page?.about ?? "?").waitFor();
  await context.close();
});
