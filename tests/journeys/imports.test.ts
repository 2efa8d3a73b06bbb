import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { certificateFor } from "../support/certificates";
import { type Hook, startHook } from "../support/hook";
import {
  chooseFixtures,
  followLink,
  type ImportCourse,
  type ImportStage,
  importListUrl,
  openImportStage,
  pressButton,
  testImportCourse,
  textFile,
  waitForImport,
} from "../support/import-course";
import { originFixture } from "../support/origin-reading";
import { statuspageV2Text } from "../support/statuspage-origin";

let statuspage: Hook;
let stage: ImportStage;

/** A Statuspage that shows everyone what it has, and a deployment that may call it. */
beforeAll(async () => {
  const certificate = certificateFor();
  statuspage = await startHook(certificate);
  statuspage.answer(({ path }) => {
    const text = statuspageV2Text(path);
    return text === null ? { status: 404, text: "Not found" } : { status: 200, text };
  });
  stage = await openImportStage(certificate);
});
afterAll(async () => {
  await stage?.close();
  await statuspage?.close();
});

/** A second file of Gatus’ folder: an endpoint whose alerts are silent at night, and a channel. */
const silentNights = `endpoints:
  - name: printer
    url: "https://example.org/"
    conditions: ["[STATUS] == 200"]
    maintenance-windows:
      - { start: "02:30", duration: 30m, timezone: "Europe/Berlin", every: [Monday] }
alerting:
  slack:
    webhook-url: "https://hooks.slack.com/services/T00000000/B00000000/INVENTED"
`;

const gatusFiles = () => [
  textFile("config.yaml", originFixture("gatus/config.yaml")),
  textFile("nights.yaml", silentNights),
];

const courses: ImportCourse[] = [
  {
    product: "Statuspage",
    slug: "from-statuspage",
    give: (tab) => tab.getByLabel(/^URL/).fill(statuspage.url),
    noun: "Components",
    leftOut: "Mail",
    comes: ["API", "Website"],
    uptime: ["API", /Days: 90\s+Not stated\s+\d/],
    waitsForReload: true,
  },
  {
    product: "CSV",
    slug: "from-csv",
    give: (tab) => chooseFixtures(tab, "csv", ["components.csv", "incidents.csv", "subscribers.csv"]),
    noun: "Components",
    leftOut: "Mail",
    comes: ["API", "Website"],
    uptime: ["API", /Days: 90\s+Not stated\s+\d/],
  },
  {
    product: "Gatus",
    slug: "from-gatus",
    give: (tab) => tab.getByLabel(/^Files/).setInputFiles(gatusFiles()),
    noun: "Components",
    leftOut: "nas",
    comes: ["front-end", "back-end"],
    uptime: ["front-end", /Days: 90\s+Not stated\s+No data/],
    rooms: { channels: ["slack"], maintenances: ["printer"] },
  },
  {
    product: "Uptime Kuma",
    slug: "from-kuma",
    give: (tab) => chooseFixtures(tab, "uptime-kuma", ["composed-Uptime_Kuma_Backup_1.23.16.json"]),
    noun: "Monitors",
    leftOut: "Keyword",
    comes: ["Shop", "API says so"],
    shownAt: "monitors",
    rooms: { channels: ["Discord of the team"] },
  },
];

describe.each(courses)("from $product, without script", (course) => testImportCourse(course, () => stage));

test("what cannot be read is said with its place, and nothing is changed", { timeout: 120_000 }, async () => {
  const [, csv] = courses;
  if (!csv) throw new Error("there is no course of CSV");
  const { tab } = stage;
  await tab.goto(`${importListUrl(stage, csv)}/new/csv`);
  const broken = Buffer.from("title,started_at\nOutage,soon\n");
  await tab.getByLabel(/^Files/).setInputFiles([{ name: "incidents.csv", mimeType: "text/csv", buffer: broken }]);
  await pressButton(tab, "Read and preview");
  await waitForImport(tab, "Failed");
  await tab.getByText("incidents.csv, line 2").waitFor();
  await tab.getByText("Nothing was changed on this page.").waitFor();
  await followLink(tab, "Try again");
  expect(new URL(tab.url()).pathname).toBe(`/manage/${csv.slug}/imports/new/csv`);
});

test("with script the page of an import follows its course in place", { timeout: 120_000 }, async () => {
  const { browser, server, tab } = stage;
  const scripted = await browser.visitor({ script: true });
  await scripted.addCookies(await tab.context().cookies());
  const page = await scripted.newPage();
  await page.goto(`${server.url}/manage/from-gatus/imports/new/gatus`);
  await chooseFixtures(page, "gatus", ["config.yaml"]);
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
