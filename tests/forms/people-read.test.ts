import { afterAll, beforeAll, expect, test } from "vitest";
import { readBatch } from "~/db/read";
import { personTable } from "~/db/schema";
import { openDeployment, type TestDeployment } from "../support/database";
import { browserOf, makePeople } from "../support/matrix-cast";
import { addPerson, mailOf } from "../support/sign-in-mail";
import { type Browser, openBrowser } from "../support/worker";

let deployment: TestDeployment;
beforeAll(async () => {
  deployment = await openDeployment();
  await makePeople(deployment);
});
afterAll(() => deployment.close());

const readingOf = async (id: string) => {
  const ctx = deployment.ctx();
  const [rows] = await readBatch(ctx, ctx.db.select().from(personTable));
  const { language, timeZone, version } = rows.find((each) => each.id === id) ?? {};
  return { language, timeZone, version };
};

const cookiesOf = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");

/** Asks by email, types the code that came, and says what the mail was like. */
async function signIn(headers: Record<string, string>) {
  const visitor = await openBrowser(deployment);
  const asked = await visitor.post("/manage/sign-in", { form: "address", address: "lena@example.com" }, headers);
  const { code } = await mailOf(deployment);
  const browser = await openBrowser(deployment, { cookie: cookiesOf(asked) });
  return browser.post("/manage/sign-in/code", { form: "code", code }, headers);
}

test("who signs in first is remembered by language and region; later browsers change nothing", async () => {
  await addPerson(deployment, { id: "lena", email: "lena@example.com" });
  expect((await signIn({ "accept-language": "de-AT,de;q=0.9,en;q=0.5" })).status).toBe(303);
  expect(await readingOf("lena")).toEqual({ language: "de-AT", timeZone: null, version: 0 });
  deployment.clock.now += 60_000;
  await signIn({ "accept-language": "ja" });
  expect(await readingOf("lena")).toMatchObject({ language: "de-AT" });
});

const text = async (browser: Browser, path: string, headers: Record<string, string> = {}) =>
  (await browser.go(path, { headers })).text();

test("the account page keeps both, without script; management writes its dates by them", async () => {
  const browser = await browserOf(deployment, "owner");
  const given = { form: "reading", intent: "reading", language: "en-GB", timeZone: "America/New York" };
  expect((await browser.post("/manage/account", given)).headers.get("location")).toContain("done=language-saved");
  expect(await readingOf("owner")).toEqual({ language: "en-GB", timeZone: "America/New_York", version: 1 });
  const page = await text(browser, "/manage/account", { "accept-language": "fr" });
  expect(page).toContain("English (United Kingdom)");
  expect(page).toContain('<html lang="en" dir="ltr">');
  expect(page).toContain("20 Nov 2026, 07:0");
  expect(page).toContain("America/New York");
});

test("who chose nothing reads by the region of their browser", async () => {
  const browser = await browserOf(deployment, "viewer");
  expect(await text(browser, "/manage/account", { "accept-language": "en-US" })).toContain("Nov 20, 2026, 12:0");
  expect(await text(browser, "/manage/account", { "accept-language": "en-CH" })).toContain("20 Nov 2026, 12:0");
});

test("what is no zone comes back to its field; an older form is shown what is saved now", async () => {
  const browser = await browserOf(deployment, "admin");
  const given = { form: "reading", intent: "reading", language: "de", timeZone: "Mars/Olympus" };
  const refused = await browser.post("/manage/account", given);
  expect(refused.status).toBe(422);
  expect(await refused.text()).toContain("Unknown time zone");
  const late = await browser.post("/manage/account", { ...given, timeZone: "", version: "7" });
  expect(late.status).toBe(409);
  expect(await late.text()).toContain("Nothing was saved");
});
