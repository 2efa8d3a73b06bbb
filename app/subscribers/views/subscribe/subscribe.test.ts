import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { resetIsolate } from "~/platform/isolate";
import { publishPage } from "~/status-page/publishing/engine/publish";
import { faulty } from "../../../../tests/support/faults";
import { noticesOf, open, openTold, subscribersOf, type Told, update } from "../../../../tests/support/told";
import { type Browser, openBrowser } from "../../../../tests/support/worker";
import { signFormTimeStamp } from "../../form-time";

let told: Told;
let browser: Browser;
let since: string;
let from = 0;
beforeEach(async () => {
  told = await openTold();
  await publishPage(told.deployment.ctx(), told.pageId);
  resetIsolate();
  browser = await openBrowser(told.deployment);
  since = await signFormTimeStamp(told.deployment.ctx());
  told.deployment.clock.now += 5000;
  from += 1;
});
afterEach(() => told.close());

const minute = 60_000;
const here = () => ({ "cf-connecting-ip": `198.51.${from}.1` });
const request = (email: string, fields: Record<string, string> = {}, headers: Record<string, string> = here()) =>
  browser.post("/acme/subscribe", { email, scope: "page", since, ...fields }, headers);
const mails = () => told.smtp.mails;
const linkIn = (text: string | undefined) =>
  /http:\/\/localhost:8787(\/acme\/subscriptions\/[\w.-]+)/.exec(text ?? "")?.[1] ?? "";

async function confirmed(email = "ann@example.com") {
  await request(email);
  const link = linkIn(mails().at(-1)?.text);
  const answer = await browser.post(link, { act: "confirm" });
  return { link, manage: (answer.headers.get("location") ?? "").split("?")[0] as string };
}

describe("requesting a subscription", () => {
  test("the form asks for an address and a scope, works without script, and is in no search result", async () => {
    const html = await (await browser.go("/acme/subscribe")).text();
    expect(html).toContain('<form class="f" method="post" action="/acme/subscribe"');
    expect(html).toContain('type="email"');
    expect(html).toContain("Sign-in");
    expect(html.match(/<script/g)).toHaveLength(1);
    expect(html).toMatch(/<div id="push"[^>]* hidden>/);
    expect(html).toContain('name="robots" content="noindex"');
  });

  test("a mail with one button; the button makes it active; the next update comes with links to change and leave", async () => {
    const answer = await request("Ann@Example.com");
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/acme/subscribe?sent"]);
    expect(mails()).toHaveLength(1);
    expect(mails()[0]?.recipient).toBe("ann@example.com");
    const link = linkIn(mails()[0]?.text);
    for (const method of ["GET", "HEAD", "GET"]) expect((await browser.go(link, { method })).status).toBe(200);
    expect(await subscribersOf(told)).toEqual([]);
    const pressed = await browser.post(link, { act: "confirm" });
    expect(pressed.status).toBe(303);
    expect((await subscribersOf(told))[0]).toMatchObject({ state: "active", language: "en", scope: "page" });
    await open(told);
    await told.sendAll();
    expect(mails()).toHaveLength(2);
    expect(mails()[1]?.text).toContain("/acme/subscriptions/");
  });

  test.each([
    "a@b",
    `${"x".repeat(255)}@example.com`,
    "x@example.com\r\nBcc: y@example.com",
    "x@example.com,y@example.com",
    "",
  ])("row 33: %j is answered 422, keeps what was typed and changes nothing", async (email) => {
    const answer = await request(email, { scope: "components" });
    expect(answer.status).toBe(422);
    const html = await answer.text();
    expect(html).toContain("Enter one email address");
    expect(html).toContain('value="components" checked');
    expect(await subscribersOf(told)).toEqual([]);
    expect(mails()).toEqual([]);
  });

  test("row 34: the same address 50 times: 50 equal answers, one mail in ten minutes, three a day", async () => {
    const answers = new Set<string>();
    for (let time = 0; time < 50; time++) {
      const answer = await request("ann@example.com", {}, { "cf-connecting-ip": `203.0.${time}.1` });
      answers.add(`${answer.status} ${answer.headers.get("location")} ${await answer.text()}`);
    }
    expect(answers.size).toBe(1);
    expect(mails()).toHaveLength(1);
    for (let hour = 1; hour < 24; hour++) {
      told.deployment.clock.now += 59 * minute;
      since = await signFormTimeStamp(told.deployment.ctx());
      told.deployment.clock.now += minute;
      await request("ann@example.com", {}, { "cf-connecting-ip": `203.1.${hour}.1` });
    }
    expect(mails()).toHaveLength(3);
    expect(await subscribersOf(told)).toEqual([]);
  });

  test("50 at once are one row and one mail", async () => {
    await Promise.all(
      Array.from({ length: 50 }, (_, n) => request("ann@example.com", {}, { "cf-connecting-ip": `203.2.${n}.1` })),
    );
    await told.sendAll();
    expect(await subscribersOf(told)).toEqual([]);
    expect(mails()).toHaveLength(1);
  });

  test("known or unknown: the answer is the same to the byte", async () => {
    await confirmed();
    const shapes = new Set<string>();
    const about = async (answer: Response) =>
      shapes.add(
        `${answer.status} ${[...answer.headers].filter(([name]) => name !== "x-request-id").join()} ${await answer.text()}`,
      );
    await about(await request("ann@example.com"));
    await about(await request("new@example.com"));
    await about(await request("new@example.com"));
    expect(shapes.size).toBe(1);
    expect(mails().map(({ recipient }) => recipient)).toEqual(["ann@example.com", "new@example.com"]);
  });

  test("from another site it is refused; a browser that says nothing is believed by its form's token only", async () => {
    const foreign = await request("ann@example.com", {}, { "sec-fetch-site": "cross-site" });
    expect(foreign.status).toBe(403);
    const html = await (await browser.go("/acme/subscribe")).text();
    const token = /name="_token" value="([^"]+)"/.exec(html)?.[1] ?? "";
    const silent = (fields: Record<string, string>) =>
      browser.go("/acme/subscribe", {
        method: "POST",
        body: new URLSearchParams({ email: "ann@example.com", since, ...fields }),
        headers: here(),
      });
    expect((await silent({})).status).toBe(403);
    expect((await silent({ _token: token })).status).toBe(303);
    expect(mails()).toHaveLength(1);
  });
});

describe("a scope", () => {
  test("of components is kept and asks for at least one", async () => {
    const none = await request("ann@example.com", { scope: "components" });
    expect([none.status, (await none.text()).includes("Choose at least one component")]).toEqual([422, true]);
    await request("ann@example.com", { scope: "components", componentIds: told.components[1] });
    expect(mails()[0]?.text).toContain("API");
    await browser.post(linkIn(mails()[0]?.text), { act: "confirm" });
    expect(await subscribersOf(told)).toMatchObject([{ scope: "components", componentIds: [told.components[1]] }]);
  });

  test("of one incident is a row of its own", async () => {
    await confirmed();
    const id = await open(told);
    await publishPage(told.deployment.ctx(), told.pageId);
    resetIsolate();
    expect(await (await browser.go(`/acme/subscribe?incident=${id}`)).text()).toContain("Orders are late");
    expect((await browser.go("/acme/subscribe?incident=nope")).status).toBe(404);
    told.deployment.clock.now += 11 * minute;
    await request("ann@example.com", { scope: "incident", incidentId: id });
    await told.sendAll();
    const followed = mails().findLast(({ text = "" }) => text.includes("Orders are late") && linkIn(text).length > 200);
    await browser.post(linkIn(followed?.text), { act: "confirm" });
    expect((await subscribersOf(told)).map(({ scope }) => scope).sort()).toEqual(["incident", "page"]);
  });
});

describe("row 35: a link", () => {
  test("used twice says that it is confirmed already", async () => {
    const { link } = await confirmed();
    const again = await browser.post(link, { act: "confirm" });
    expect(again.status).toBe(303);
    const page = await browser.go(again.headers.get("location") ?? "");
    expect([page.status, (await page.text()).includes("You are already subscribed")]).toEqual([200, true]);
    expect((await browser.go(link)).status).toBe(303);
  });

  test("altered, expired or of a newer request is 410 with a way to a fresh form", async () => {
    await request("ann@example.com");
    const link = linkIn(mails()[0]?.text);
    const altered = link.replace(/.(.{20})$/, (found) =>
      found.startsWith("A") ? `B${found.slice(1)}` : `A${found.slice(1)}`,
    );
    for (const path of [
      altered,
      "/acme/subscriptions/x",
      link.replace("/acme/subscriptions/", "/acme/subscriptions/0"),
    ]) {
      const answer = await browser.go(path);
      expect([answer.status, (await answer.text()).includes("/acme/subscribe")]).toEqual([410, true]);
      expect((await browser.post(path, { act: "confirm" })).status).toBe(410);
    }
    told.deployment.clock.now += 25 * 60 * minute;
    expect((await browser.post(link, { act: "confirm" })).status).toBe(410);
    expect(await subscribersOf(told)).toEqual([]);
  });
});

describe("what every mail repeats", () => {
  test("changes scope and zone, and says what is wrong beside the field", async () => {
    const { manage } = await confirmed();
    const html = await (await browser.go(manage)).text();
    expect(html).toContain("a•••@example.com");
    expect(html).not.toContain("ann@example.com");
    const wrong = await browser.post(manage, { act: "change", scope: "page", timeZone: "Mars/Olympus" });
    expect([wrong.status, (await wrong.text()).includes("Mars/Olympus")]).toEqual([422, true]);
    const right = { act: "change", scope: "components", componentIds: told.components[2], timeZone: "Asia/Tokyo" };
    expect((await browser.post(manage, right)).headers.get("location")).toBe(`${manage}?saved`);
    expect(await subscribersOf(told)).toMatchObject([{ scope: "components", timeZone: "Asia/Tokyo" }]);
  });

  test("the leave link of the fourth mail works, twice, and no mail follows", async () => {
    const { manage } = await confirmed();
    const id = await open(told);
    await told.sendAll();
    for (const words of ["Found it.", "Mended."]) {
      told.deployment.clock.now += 6 * minute;
      await update(told, id, words);
      await told.sendAll();
    }
    expect(mails()).toHaveLength(4);
    const fourth = mails()[3];
    const header = fourth?.headers.find(({ key }) => key === "list-unsubscribe")?.value ?? "";
    expect(fourth?.headers.find(({ key }) => key === "list-unsubscribe-post")?.value).toBe(
      "List-Unsubscribe=One-Click",
    );
    const oneClick = new URL(/<(https?:[^>]+)>/.exec(header)?.[1] ?? "").pathname;
    const pressed = async (language: string) =>
      (await browser.post(oneClick, {}, { "sec-fetch-site": "cross-site", "accept-language": language })).text();
    expect((await browser.go(oneClick)).headers.get("location")).toBe(linkIn(fourth?.text));
    expect((await subscribersOf(told))[0]?.state).toBe("active");
    expect([await pressed("de"), await pressed("sw")]).toEqual(["Abonnement beendet\n", "You’re unsubscribed\n"]);
    expect((await subscribersOf(told))[0]?.state).toBe("unsubscribed");
    const after = await browser.go(manage);
    expect([after.status, (await after.text()).includes("You’re unsubscribed")]).toEqual([200, true]);
    await open(told, { title: "Another" });
    await told.sendAll();
    expect(mails()).toHaveLength(4);
  });

  test("changes nothing where what was pressed is unknown", async () => {
    const { manage } = await confirmed();
    const before = await subscribersOf(told);
    const answer = await browser.post(manage, { act: "no-such-act", scope: "components", language: "de" });
    expect([answer.status, (await answer.text()).includes("Nothing was saved")]).toEqual([422, true]);
    expect(await subscribersOf(told)).toEqual(before);
  });

  test("leaves everything of the page at once; who comes back has new links", async () => {
    const { manage } = await confirmed();
    expect((await browser.post(manage, { act: "leave_all" })).status).toBe(303);
    told.deployment.clock.now += 11 * minute;
    await request("ann@example.com");
    expect(mails()).toHaveLength(2);
    const link = linkIn(mails()[1]?.text);
    await browser.post(link, { act: "confirm" });
    expect((await subscribersOf(told))[0]?.state).toBe("active");
    expect((await browser.go(manage)).status).toBe(410);
    expect((await browser.post(manage, { act: "leave" })).status).toBe(410);
    expect((await subscribersOf(told))[0]?.state).toBe("active");
  });
});

test("who subscribes in German is told in German, also what is wrong, until they choose another language", async () => {
  const german = { ...here(), "accept-language": "de" };
  const wrong = await (await request("a@b", {}, german)).text();
  expect(wrong).toMatch(/<html lang="de".*zum Beispiel ann@example\.com\./s);
  await request("ann@example.com", {}, german);
  expect(mails()[0]?.text).toContain("Statusseite");
  const manage = (await browser.post(linkIn(mails()[0]?.text), { act: "confirm" })).headers.get("location") ?? "";
  const shown = await (await browser.go(manage)).text();
  expect(shown).toContain('<option value="de" lang="de" selected>');
  expect(shown).toMatch(
    /<select id="zone" name="timeZone">.*<optgroup label="America">.*<option value="America\/New_York">New York</s,
  );
  await browser.post(manage.split("?")[0] ?? "", { act: "change", scope: "page", language: "ja" });
  expect((await subscribersOf(told))[0]?.language).toBe("ja");
  await open(told);
  await told.sendAll();
  expect(mails().at(-1)?.text).toContain("購読を解除");
});

test("no address is in the audit log or in a notice", async () => {
  const { manage } = await confirmed();
  await browser.post(manage, { act: "leave" });
  const ctx = told.deployment.ctx();
  const { results } = await ctx.d1.prepare("SELECT * FROM audit_entry WHERE subject_kind = 'subscriber'").all();
  expect(results.length).toBe(2);
  expect(JSON.stringify([results, await noticesOf(told)])).not.toContain("example.com");
});

test("while the database is away and the page comes from its copy, what was typed comes back", async () => {
  await browser.go("/acme");
  const { database } = faulty(told.deployment.bindings.DB, Number.POSITIVE_INFINITY, "before");
  const away = await openBrowser(told.deployment, { settings: { DB: database } });
  const answer = await away.post("/acme/subscribe", { email: "ann@example.com", scope: "page", since }, here());
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "10"]);
  expect(await answer.text()).toContain("ann@example.com");
  expect(await subscribersOf(told)).toEqual([]);
});
