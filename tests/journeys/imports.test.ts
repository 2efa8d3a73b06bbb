import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { overflow, violations } from "../support/accessibility";
import { openBrowser, type TestBrowser } from "../support/browser";
import { certificateFor } from "../support/certificates";
import { type Hook, startHook } from "../support/hook";
import { problemsByLook } from "../support/looks";
import { originFixture } from "../support/origin-reading";
import { cookiesIn, sendPage } from "../support/plain-forms";
import { startServer, type TestServer } from "../support/server";
import { signInBy } from "../support/signed-in";
import { statuspageV2Text } from "../support/statuspage-origin";

let browser: TestBrowser;
let server: TestServer;
let statuspage: Hook;
let tab: Page;
let reader: Page;

/** A Statuspage that shows everyone what it has, and a deployment that may call it, whose clock ticks each second. */
beforeAll(async () => {
  const certificate = certificateFor();
  [browser, statuspage] = await Promise.all([openBrowser(), startHook(certificate)]);
  statuspage.answer(({ path }) => {
    const text = statuspageV2Text(path);
    return text === null ? { status: 404, text: "Not found" } : { status: 200, text };
  });
  const env = {
    UPFRONT_NETWORK_ALLOW: "127.0.0.0/8",
    NODE_EXTRA_CA_CERTS: certificate.caFile,
    UPFRONT_TEST_MINUTE: "1000",
  };
  server = await startServer({ args: ["--empty"], env });
  tab = await signInBy(server.ownerLink, await browser.visitor());
  reader = await (await browser.visitor()).newPage();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await statuspage?.close();
});

/** A product that is imported without script, from choosing it to its undo. */
interface ImportCourse {
  /** Its name in the list. */
  product: string;
  slug: string;
  /** Fills in the form. */
  give(): Promise<void>;
  /** The list in which one thing is left out. */
  noun: string;
  leftOut: string;
  /** Names that are shown afterwards, on the public page or on this page of management. */
  comes: string[];
  shownAt?: string;
  /** A component of the preview’s uptimes, and what its row says; absent = there are no components. */
  uptime?: [name: string, row: RegExp];
}

const file = (origin: string, name: string) => ({
  name,
  mimeType: "text/plain",
  buffer: Buffer.from(originFixture(`${origin}/${name}`)),
});

const courses: ImportCourse[] = [
  {
    product: "Statuspage",
    slug: "from-statuspage",
    give: () => tab.getByLabel(/^URL/).fill(statuspage.url),
    noun: "Components",
    leftOut: "Mail",
    comes: ["API", "Website"],
    uptime: ["API", /Days: 90\s+Not stated\s+\d/],
  },
  {
    product: "CSV",
    slug: "from-csv",
    async give() {
      const names = ["components.csv", "incidents.csv", "subscribers.csv"];
      await tab.getByLabel(/^Files/).setInputFiles(names.map((name) => file("csv", name)));
    },
    noun: "Components",
    leftOut: "Mail",
    comes: ["API", "Website"],
    uptime: ["API", /Days: 90\s+Not stated\s+\d/],
  },
  {
    product: "Gatus",
    slug: "from-gatus",
    give: () => tab.getByLabel(/^Files/).setInputFiles([file("gatus", "config.yaml")]),
    noun: "Components",
    leftOut: "nas",
    comes: ["front-end", "back-end"],
    uptime: ["front-end", /Days: 90\s+Not stated\s+No data/],
  },
  {
    product: "Uptime Kuma",
    slug: "from-kuma",
    give: () =>
      tab.getByLabel(/^Files/).setInputFiles([file("uptime-kuma", "composed-Uptime_Kuma_Backup_1.23.16.json")]),
    noun: "Monitors",
    leftOut: "Keyword",
    comes: ["Shop", "API says so"],
    shownAt: "monitors",
  },
];

const press = (name: string) => tab.getByRole("button", { name, exact: true }).click();
const follow = (name: string) => tab.getByRole("link", { name, exact: true }).click();

/** Waits for a state: without script the page reloads itself. */
const reached = (state: string) =>
  tab.getByRole("heading", { level: 2, name: state, exact: true }).waitFor({ timeout: 90_000 });

const imports = ({ slug }: ImportCourse) => `${server.url}/manage/${slug}/imports`;

/** Reads the product, and leaves one thing out. */
async function preview({ give, noun, leftOut }: ImportCourse): Promise<void> {
  await give();
  await press("Read and preview");
  await reached("Preview");
  await follow(`List: ${noun}`);
  await tab.getByLabel(`Import ${leftOut}`, { exact: true }).uncheck();
  await press("Save choices");
  await reached("Preview");
}

/** Looks at the uptime that a component will have, beside what the product says. */
async function compareUptime([name, row]: [name: string, row: RegExp]): Promise<void> {
  const table = tab.getByRole("table", { name: "Uptime after the import" });
  const header = tab.getByRole("rowheader").filter({ has: tab.getByText(name, { exact: true }) });
  expect(await table.getByRole("row").filter({ has: header }).innerText()).toMatch(row);
}

/** Returns which of the names are shown where people see what came. */
async function shown({ slug, shownAt, comes, leftOut }: ImportCourse): Promise<string[]> {
  const page = shownAt === undefined ? reader : tab;
  await page.goto(shownAt === undefined ? `${server.url}/${slug}` : `${server.url}/manage/${slug}/${shownAt}`);
  const found: string[] = [];
  for (const name of [...comes, leftOut])
    if ((await page.locator("main").getByText(name, { exact: true }).count()) > 0) found.push(name);
  return found;
}

const untilShown = (course: ImportCourse, names: readonly string[]) =>
  expect.poll(() => shown(course), { timeout: 30_000 }).toEqual(names);

const check = async (page: Page): Promise<string[]> => {
  const wider = await overflow(page);
  return [...(await violations(page)), ...(wider > 0 ? [`${wider} px too wide`] : [])];
};
const looks = { narrow: { width: 375, check }, dark: { width: 1440, dark: true, check } };

/** Returns what is wrong with the open page; axe needs script, so that it is opened once more with script. */
async function problems(): Promise<string[]> {
  const scripted = await browser.visitor({ script: true });
  await scripted.addCookies(await tab.context().cookies());
  return Object.values(await problemsByLook(scripted, { import: tab.url() }, looks)).flat();
}

describe.each(courses)("from $product, without script", (course) => {
  let first = "";

  test("it is chosen, previewed and applied, and visitors see what was not left out", {
    timeout: 240_000,
  }, async () => {
    await sendPage(server.url, await cookiesIn(tab.context()), { slug: course.slug, name: "Acme" });
    await tab.goto(imports(course));
    await follow(course.product);
    expect(await problems()).toEqual([]);
    await preview(course);
    if (course.uptime) await compareUptime(course.uptime);
    expect(await problems()).toEqual([]);
    first = tab.url().replace(/\?.*/, "");
    await press("Apply");
    await reached("Applied");
    expect(await problems()).toEqual([]);
    await untilShown(course, course.comes);
  });

  test("a second run finds everything here", { timeout: 240_000 }, async () => {
    await tab.goto(first);
    await follow("Run again");
    await preview(course);
    await tab.getByText("There is nothing to apply.").waitFor();
    expect(await tab.getByRole("button", { name: "Apply", exact: true }).count()).toBe(0);
    await press("Cancel the import");
    await reached("Cancelled");
  });

  test("an undo takes back what it made", { timeout: 240_000 }, async () => {
    await tab.goto(first);
    await follow("Undo the import");
    await tab.getByRole("heading", { name: "Undo this import?" }).waitFor();
    await press("Undo the import");
    await reached("Undone");
    expect(await problems()).toEqual([]);
    await untilShown(course, []);
  });
});

test("what cannot be read is said with its place, and nothing is changed", { timeout: 120_000 }, async () => {
  const [, csv] = courses;
  if (!csv) throw new Error("there is no course of CSV");
  await tab.goto(`${imports(csv)}/new/csv`);
  const broken = Buffer.from("title,started_at\nOutage,soon\n");
  await tab.getByLabel(/^Files/).setInputFiles([{ name: "incidents.csv", mimeType: "text/csv", buffer: broken }]);
  await press("Read and preview");
  await reached("Failed");
  await tab.getByText("incidents.csv, line 2").waitFor();
  await tab.getByText("Nothing was changed on this page.").waitFor();
  await follow("Try again");
  expect(new URL(tab.url()).pathname).toBe(`/manage/${csv.slug}/imports/new/csv`);
});

test("with script the page of an import follows its course in place", { timeout: 120_000 }, async () => {
  const scripted = await browser.visitor({ script: true });
  await scripted.addCookies(await tab.context().cookies());
  const page = await scripted.newPage();
  await page.goto(`${server.url}/manage/from-gatus/imports/new/gatus`);
  await page.getByLabel(/^Files/).setInputFiles([file("gatus", "config.yaml")]);
  await page.getByRole("button", { name: "Read and preview" }).click();
  await page.getByRole("heading", { level: 2, name: "Preview", exact: true }).waitFor({ timeout: 90_000 });
  await page.getByLabel("Import: Monitors").uncheck();
  await page.getByRole("button", { name: "Save choices" }).click();
  await page.getByText("Choices saved.").waitFor();
  await page.getByRole("heading", { level: 2, name: "Preview", exact: true }).waitFor({ timeout: 90_000 });
  await expect.poll(() => page.getByLabel("Import: Monitors").isChecked()).toBe(false);
  await page.getByRole("button", { name: "Cancel the import" }).click();
  await page.getByRole("heading", { level: 2, name: "Cancelled", exact: true }).waitFor();
  await scripted.close();
});
