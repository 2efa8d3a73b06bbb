import Papa from "papaparse";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Desk } from "../support/desk";
import { browserOf, credentialsOf } from "../support/matrix-cast";
import { openOlderPage, seldomTicks } from "../support/older-page";
import { type Browser, openBrowser } from "../support/worker";

let desk: Desk;
let owner: Browser;
let visitor: Browser;

beforeAll(async () => {
  desk = await openOlderPage();
  await seldomTicks(desk, 3);
  [owner, visitor] = [await browserOf(desk.deployment, "owner"), await openBrowser(desk.deployment)];
});
afterAll(() => desk.close());

const textOf = async (browser: Browser, path: string) =>
  (await (await browser.go(path)).text()).replaceAll("<!-- -->", "");

async function csvOf(query: string) {
  const text = await textOf(visitor, `/acme/uptime.csv?from=2026-12-15&to=2026-12-31${query}`);
  return Papa.parse<Record<string, string>>(text.replace("\u{feff}", ""), { header: true, skipEmptyLines: true }).data;
}

async function uptimeOf(componentId: string, range: string) {
  const headers = credentialsOf("viewer");
  const answer = await visitor.go(`/api/v1/pages/acme/components/${componentId}/uptime${range}`, { headers });
  return (await answer.json()) as { restated_at: string | null; uptime_percentage: number | null };
}

test("Now and System show what becomes of the past; the button is an owner's", async () => {
  const viewer = await browserOf(desk.deployment, "viewer");
  const operator = await browserOf(desk.deployment, "operator");
  const [now, seen, system] = [
    await textOf(owner, "/manage/acme"),
    await textOf(viewer, "/manage/acme"),
    await textOf(operator, "/manage/deployment"),
  ];
  for (const page of [now, seen, system]) {
    expect(page).toContain("Past figures to be restated");
    expect(page).toContain("100.00% → no data");
  }
  expect([now, seen].map((page) => page.includes("Restate the figures"))).toEqual([true, false]);
  expect((await csvOf("")).map((row) => row.restated_at)).toEqual(["", "", ""]);
});

test("an owner starts it without script; twice is once", async () => {
  const form = { form: "restate", intent: "restate" };
  for (const _ of [1, 2]) {
    const answer = await owner.post("/manage/acme?index", form);
    expect([answer.status, answer.headers.get("location")]).toEqual([303, expect.stringContaining("/manage/acme")]);
  }
  await seldomTicks(desk, 3);
  expect(await textOf(owner, "/manage/acme")).not.toContain("Past figures to be restated");
});

test("the uptime page, both CSVs and the API say that it was restated, where it was", async () => {
  const [website, , signIn] = desk.components;
  const restatedAt = expect.stringMatching(/^2027-01-01T12:/);
  expect(await textOf(visitor, "/acme/uptime?from=2026-12-15&to=2026-12-31")).toContain(
    "Figures before Jan 1, 2027 were restated on Jan 1, 2027",
  );
  const rows = await csvOf("");
  expect(rows.map((row) => [row.component, row.known_seconds, row.restated_at])).toEqual([
    ["Website", String(11.5 * 86_400), restatedAt],
    ["API", String(17 * 86_400), ""],
    ["Sign-in", "0", restatedAt],
  ]);
  const days = (await csvOf("&by=day")).filter((row) => row.component === "Website");
  expect(days.filter((row) => row.restated_at !== "").map((row) => row.date?.slice(8))).toEqual([
    "15",
    "16",
    "17",
    "18",
    "19",
    "20",
  ]);
  expect(await uptimeOf(signIn, "?start=2026-12-01&end=2026-12-31")).toMatchObject({
    restated_at: restatedAt,
    uptime_percentage: null,
  });
  expect(await uptimeOf(website, "?start=2026-12-22&end=2026-12-31")).toMatchObject({ restated_at: null });
});
