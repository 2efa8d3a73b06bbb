import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { overflow, violations } from "./accessibility";
import { openBrowser, type TestBrowser } from "./browser";
import type { Certificate } from "./certificates";
import { lookAs } from "./looks";
import { originFixture } from "./origin-reading";
import { cookiesIn, sendPage } from "./plain-forms";
import { startServer, type TestServer } from "./server";
import { signInBy } from "./signed-in";

/** A deployment without pages, with tabs of its owner and of a visitor, both without script. */
export interface ImportStage {
  browser: TestBrowser;
  server: TestServer;
  tab: Page;
  reader: Page;
  /** A tab of the owner with script, as axe needs it; one for all pages, because a new one costs more than a look. */
  scripted: Page;
  close(): Promise<void>;
}

/** Opens it: it may call servers of this machine with such a certificate, and its clock ticks every two seconds. */
export async function openImportStage({ caFile }: Pick<Certificate, "caFile">): Promise<ImportStage> {
  const env = {
    UPFRONT_NETWORK_ALLOW: "127.0.0.0/8",
    NODE_EXTRA_CA_CERTS: caFile,
    UPFRONT_TEST_MINUTE: "2000",
  };
  const [browser, server] = await Promise.all([openBrowser(), startServer({ args: ["--empty"], env })]);
  const tab = await signInBy(server.ownerLink, await browser.visitor());
  const reader = await (await browser.visitor()).newPage();
  const owner = await browser.visitor({ script: true });
  await owner.addCookies(await tab.context().cookies());
  const scripted = await owner.newPage();
  const close = async () => {
    await browser.close();
    await server.stop();
  };
  return { browser, server, tab, reader, scripted, close };
}

/** A product that is imported without script, from choosing it to its undo. */
export interface ImportCourse {
  /** Its name in the list. */
  product: string;
  slug: string;
  /** Fills in the form. */
  give(tab: Page): Promise<void>;
  /** The list in which one thing is left out. */
  noun: string;
  leftOut: string;
  /** Names that are shown afterwards, on the public page or on this page of management. */
  comes: string[];
  shownAt?: string;
  /** A component of the preview’s uptimes, and what its row says; absent = there are no components. */
  uptime?: [name: string, row: RegExp];
  /** Names that are shown in further rooms of this page’s management, such as `channels`, until the undo. */
  rooms?: Readonly<Record<string, readonly string[]>>;
  /** The first reading takes longer than the page’s own reload, which it waits for. */
  waitsForReload?: boolean;
}

/** Returns a file as a person chooses it. */
export const textFile = (name: string, text: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) });

/** Chooses files of an origin’s fixtures by their names there. */
export const chooseFixtures = (tab: Page, origin: string, names: readonly string[]): Promise<void> =>
  tab.getByLabel(/^Files/).setInputFiles(names.map((name) => textFile(name, originFixture(`${origin}/${name}`))));

export const pressButton = (tab: Page, name: string) => tab.getByRole("button", { name, exact: true }).click();
export const followLink = (tab: Page, name: string) => tab.getByRole("link", { name, exact: true }).click();

const stateHeading = (tab: Page, state: string) => tab.getByRole("heading", { level: 2, name: state, exact: true });

/** Waits for a state that the page shows without anybody’s doing: without script it reloads itself every five seconds. */
export const waitForReload = (tab: Page, state: string) => stateHeading(tab, state).waitFor({ timeout: 90_000 });

/** Waits for a state as an impatient person does, who reloads the page. */
export const waitForImport = (tab: Page, state: string) =>
  expect
    .poll(
      async () => {
        const isShown = await stateHeading(tab, state).isVisible();
        if (!isShown) await tab.reload();
        return isShown;
      },
      { timeout: 90_000, interval: 300 },
    )
    .toBe(true);

export const importListUrl = ({ server }: ImportStage, { slug }: ImportCourse) =>
  `${server.url}/manage/${slug}/imports`;

/** Chooses the product among those of the list; the frame around it may have a link of that name. */
async function chooseProduct(stage: ImportStage, course: ImportCourse): Promise<void> {
  await stage.tab.goto(importListUrl(stage, course));
  await stage.tab.getByRole("main").getByRole("link", { name: course.product, exact: true }).click();
}

/** Reads the product, and leaves one thing out. */
async function preview(tab: Page, { give, noun, leftOut }: ImportCourse, wait = waitForImport): Promise<void> {
  await give(tab);
  await pressButton(tab, "Read and preview");
  await wait(tab, "Preview");
  await followLink(tab, `List: ${noun}`);
  await tab.getByLabel(`Import ${leftOut}`, { exact: true }).uncheck();
  await pressButton(tab, "Save choices");
  await waitForImport(tab, "Preview");
}

/** Looks at the uptime that a component will have, beside what the product says. */
async function compareUptime(tab: Page, [name, row]: [name: string, row: RegExp]): Promise<void> {
  const table = tab.getByRole("table", { name: "Uptime after the import" });
  const header = tab.getByRole("rowheader").filter({ has: tab.getByText(name, { exact: true }) });
  expect(await table.getByRole("row").filter({ has: header }).innerText()).toMatch(row);
}

/** Returns which of the names are shown where people see what came. */
async function shownNames(stage: ImportStage, { slug, shownAt, comes, leftOut }: ImportCourse): Promise<string[]> {
  const page = shownAt === undefined ? stage.reader : stage.tab;
  const { url } = stage.server;
  await page.goto(shownAt === undefined ? `${url}/${slug}` : `${url}/manage/${slug}/${shownAt}`);
  const found: string[] = [];
  for (const name of [...comes, leftOut])
    if ((await page.locator("main").getByText(name, { exact: true }).count()) > 0) found.push(name);
  return found;
}

const untilShown = (stage: ImportStage, course: ImportCourse, names: readonly string[]) =>
  expect.poll(() => shownNames(stage, course), { timeout: 30_000 }).toEqual(names);

/** Looks into the further rooms: each shows the names, or after the undo none of them. */
async function lookIntoRooms({ server, tab }: ImportStage, { slug, rooms = {} }: ImportCourse, isThere: boolean) {
  for (const [room, names] of Object.entries(rooms)) {
    await tab.goto(`${server.url}/manage/${slug}/${room}`);
    const main = tab.getByRole("main");
    const shown = await Promise.all(names.map((name) => main.getByText(name, { exact: true }).count()));
    expect(names.filter((_, at) => (shown[at] ?? 0) > 0)).toEqual(isThere ? names : []);
  }
}

const check = async (page: Page): Promise<string[]> => {
  const wider = await overflow(page);
  return [...(await violations(page)), ...(wider > 0 ? [`${wider} px too wide`] : [])];
};
const looks = [{ width: 375 }, { width: 1440, dark: true }];

/** Returns what is wrong with a page in each look; it is opened once more, with script. */
async function problems({ scripted, tab }: ImportStage, url = tab.url()): Promise<string[]> {
  const all: string[] = [];
  await scripted.goto(url);
  for (const look of looks) {
    await lookAs(scripted, look);
    all.push(...(await check(scripted)));
  }
  return all;
}

/** Imports it for the first time. Returns the URL of the import. */
async function importOnce(stage: ImportStage, course: ImportCourse): Promise<string> {
  const { server, tab } = stage;
  await sendPage(server.url, await cookiesIn(tab.context()), { slug: course.slug, name: "Acme" });
  await chooseProduct(stage, course);
  const wait = course.waitsForReload ? waitForReload : waitForImport;
  const [formProblems] = await Promise.all([problems(stage), preview(tab, course, wait)]);
  expect(formProblems).toEqual([]);
  if (course.uptime) await compareUptime(tab, course.uptime);
  expect(await problems(stage)).toEqual([]);
  const url = tab.url().replace(/\?.*/, "");
  await pressButton(tab, "Apply");
  await waitForImport(tab, "Applied");
  const [appliedProblems] = await Promise.all([problems(stage), untilShown(stage, course, course.comes)]);
  expect(appliedProblems).toEqual([]);
  await lookIntoRooms(stage, course, true);
  return url;
}

const courseTime = { timeout: 240_000 };

/** Tests the whole course of an import; the stage is open when the first of them runs. */
export function testImportCourse(course: ImportCourse, stageOf: () => ImportStage): void {
  let first = "";

  test("it is chosen, previewed and applied, and visitors see what was not left out", courseTime, async () => {
    first = await importOnce(stageOf(), course);
  });

  test("a second run finds everything here", courseTime, async () => {
    const { tab } = stageOf();
    await tab.goto(first);
    await followLink(tab, "Run again");
    await preview(tab, course);
    await tab.getByText("There is nothing to apply.").waitFor();
    expect(await tab.getByRole("button", { name: "Apply", exact: true }).count()).toBe(0);
    await pressButton(tab, "Cancel the import");
    await waitForImport(tab, "Cancelled");
  });

  test("an undo takes back what it made", courseTime, async () => {
    const { tab } = stageOf();
    await tab.goto(first);
    await followLink(tab, "Undo the import");
    await tab.getByRole("heading", { name: "Undo this import?" }).waitFor();
    await pressButton(tab, "Undo the import");
    await waitForImport(tab, "Undone");
    const [undoneProblems] = await Promise.all([problems(stageOf()), untilShown(stageOf(), course, [])]);
    expect(undoneProblems).toEqual([]);
    await lookIntoRooms(stageOf(), course, false);
  });
}
