import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readBatch } from "~/db/read";
import { auditEntryTable, invitationTable, noticeTable, sessionTable, signInLinkTable } from "~/db/schema";
import { openDeployment, type TestDeployment } from "../support/database";
import { aPage, arrange } from "../support/scenario";
import { signIn } from "../support/sign-in";
import { addPerson, mailOf } from "../support/sign-in-mail";
import { openBrowser } from "../support/worker";

let deployment: TestDeployment;
let people = 0;
beforeAll(async () => {
  deployment = await openDeployment();
  await arrange(deployment, aPage({ slug: "acme" }));
});
afterAll(() => deployment.close());

/** Limits are kept in memory: each test has an address and a network of its own. */
async function somebody() {
  people += 1;
  deployment.clock.now += 1000;
  const id = `door${people}`;
  await addPerson(deployment, { id, pageId: "page-acme", role: "owner" });
  return { id, address: `${id}@example.com`, from: { "cf-connecting-ip": `10.9.${people}.1` } };
}

const cookiesOf = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .filter((line) => !line.includes("Max-Age=0"))
    .map((line) => line.split(";")[0])
    .join("; ");

async function ask(address: string, from: Record<string, string>, query = "") {
  const visitor = await openBrowser(deployment);
  const answer = await visitor.post(`/manage/sign-in${query}`, { form: "address", address }, from);
  return { answer, cookie: cookiesOf(answer) };
}

/** Everything that a sign-in or an invitation could change. */
async function state() {
  const ctx = deployment.ctx();
  const tables = [sessionTable, signInLinkTable, invitationTable, auditEntryTable, noticeTable] as const;
  const [first, ...rest] = tables.map((table) => ctx.db.select().from(table as typeof sessionTable));
  return JSON.stringify(await readBatch(ctx, first as NonNullable<typeof first>, ...rest));
}

describe("asking", () => {
  test("answers byte for byte alike, whether there is such an account", async () => {
    const { address, from } = await somebody();
    const seen = async (given: string) => {
      const { answer } = await ask(given, from);
      const line = answer.headers.getSetCookie().map((each) => each.replace(/=[\w-]{43}\./, "=x."));
      const headers = [...answer.headers].filter(([name]) => !["set-cookie", "x-request-id"].includes(name));
      return { status: answer.status, line, headers, body: await answer.text() };
    };
    const known = await seen(address);
    expect(await seen(`no-${address}`)).toEqual(known);
    expect(known.status).toBe(303);
    expect(known.line).toEqual(["__Host-asked=x.%2Fmanage; Path=/; Max-Age=600; HttpOnly; SameSite=Lax; Secure"]);
  });

  test("keeps what was typed when it is no address, and says so beside it", async () => {
    const { answer } = await ask("a@b", { "cf-connecting-ip": "10.9.250.1" });
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain('value="a@b"');
  });

  test("however often, the answer is the same for everybody there, and from elsewhere nobody is locked out", async () => {
    const { address, from } = await somebody();
    for (let n = 0; n < 60; n++) expect((await ask(address, from)).answer.status).toBe(303);
    const told = async (given: string) => {
      const { answer } = await ask(given, from);
      const said = /<p id="address-address-error"[^>]*>([^<]*)/.exec(await answer.text())?.[1];
      return [answer.status, answer.headers.get("retry-after"), said];
    };
    const known = await told(address);
    expect(known).toEqual(await told(`no-${address}`));
    expect(known).toEqual([429, "900", expect.stringContaining("Too many requests")]);
    const elsewhere = { "cf-connecting-ip": "203.0.113.77" };
    expect((await ask(address, elsewhere)).answer.status).toBe(303);
  });

  test("from another site or without a token: refused", async () => {
    const visitor = await openBrowser(deployment);
    for (const path of ["/manage/sign-in", "/manage/sign-in/code", `/manage/invitations/${"x".repeat(43)}`]) {
      const foreign = await visitor.post(path, { address: "a@example.com" }, { "sec-fetch-site": "cross-site" });
      expect([path, foreign.status]).toEqual([path, 403]);
      const bare = await visitor.go(path, { method: "POST", body: new URLSearchParams({ address: "a@example.com" }) });
      expect([path, bare.status]).toEqual([path, 403]);
    }
  });

  test.each(["//evil.example", "/\\evil", "https:evil", "https://evil.example/manage"])(
    "?next=%s leads to the own start page (row 37)",
    async (next) => {
      const { address, from } = await somebody();
      const { answer, cookie } = await ask(address, from, `?next=${encodeURIComponent(next)}`);
      expect(answer.headers.get("location")).toBe("/manage/sign-in/code?next=%2Fmanage");
      const browser = await openBrowser(deployment, { cookie });
      const { code } = await mailOf(deployment);
      const done = await browser.post(`/manage/sign-in/code?next=${encodeURIComponent(next)}`, { code });
      expect([done.status, done.headers.get("location")]).toEqual([303, "/manage/acme"]);
    },
  );
});

describe("links in mails", () => {
  test("a scanner's GET and HEAD change nothing (row 35)", async () => {
    const { address, from, id } = await somebody();
    const { cookie } = await ask(address, from);
    const { token } = await mailOf(deployment);
    const owner = await openBrowser(deployment, { cookie: await sessionOf(cookie, token) });
    const invited = { intent: "invite", email: `friend-of-${id}@example.com`, role: "viewer" };
    expect((await owner.post("/manage/acme/people", invited)).status).toBe(303);
    const links = [
      `/manage/sign-in/${(await freshLink()).token}`,
      `/manage/invitations/${(await mailOf(deployment, "invitation")).token}`,
    ];
    const before = await state();
    const scanner = await openBrowser(deployment);
    for (const link of links) {
      for (const method of ["GET", "HEAD", "GET"]) expect((await scanner.go(link, { method })).status).toBe(200);
    }
    expect(await state()).toBe(before);
  });

  async function freshLink() {
    const { address, from } = await somebody();
    const { cookie } = await ask(address, from);
    return { ...(await mailOf(deployment)), cookie };
  }

  async function sessionOf(cookie: string, token: string): Promise<string> {
    const browser = await openBrowser(deployment, { cookie });
    return cookiesOf(await browser.post(`/manage/sign-in/${token}`));
  }

  test("sign in in the browser that asked, and nowhere else; the code is not shown there", async () => {
    const { token, code, cookie } = await freshLink();
    const other = await openBrowser(deployment);
    const elsewhere = await other.post(`/manage/sign-in/${token}`);
    const text = await elsewhere.text();
    expect([elsewhere.status, elsewhere.headers.getSetCookie()]).toEqual([409, []]);
    expect(text).toContain("Enter the code where you started");
    for (const secret of [code, `${code.slice(0, 4)}-${code.slice(4)}`]) expect(text).not.toContain(secret);
    expect(await sessionOf(cookie, token)).toMatch(/^__Host-session=[\w-]{43}; __Host-device=door\d+\.[\w.-]+$/);
    expect((await other.post(`/manage/sign-in/${token}`)).status).toBe(410);
  });

  test("the code signs in, forgets the mark of the browser and keeps ?next=", async () => {
    const { code, cookie } = await freshLink();
    const browser = await openBrowser(deployment, { cookie });
    const done = await browser.post("/manage/sign-in/code?next=%2Fmanage%2Facme%2Fpeople", { code });
    expect([done.status, done.headers.get("location")]).toEqual([303, "/manage/acme/people"]);
    expect(done.headers.getSetCookie().some((line) => line.startsWith("__Host-asked=; "))).toBe(true);
    const signedIn = await openBrowser(deployment, { cookie: cookiesOf(done) });
    expect((await signedIn.go("/manage/acme/people")).status).toBe(200);
  });

  test("without the cookie a code is worth nothing", async () => {
    const { code } = await freshLink();
    const other = await openBrowser(deployment);
    expect((await other.post("/manage/sign-in/code", { code })).status).toBe(410);
  });

  test("a used invitation says whom to ask, with 410", async () => {
    const operator = await openBrowser(deployment, { cookie: await signIn(deployment) });
    const { token: first, cookie, ...rest } = await freshLink();
    const owner = await openBrowser(deployment, { cookie: await sessionOf(cookie, first) });
    expect(rest.code).toHaveLength(8);
    const made = await (
      await owner.post("/manage/acme/people", { intent: "invite", email: "", role: "viewer" })
    ).text();
    const [, path = ""] = /http:\/\/localhost:8787(\/manage\/invitations\/[\w-]{43})/.exec(made) ?? [];
    expect((await operator.post(path)).headers.get("location")).toBe("/manage/acme?done=joined");
    const late = await openBrowser(deployment);
    expect((await late.post(path, { name: "Late" })).headers.get("location")).toBe(path);
    const answer = await late.go(path);
    expect(answer.status).toBe(410);
    expect(await answer.text()).toMatch(/Ask <bdi>Name of door\d+<\/bdi>/);
  });
});

test("a session of somebody who signed out or lost the role is of no use (row 41)", async () => {
  const { address, from } = await somebody();
  const { cookie } = await ask(address, from);
  const browser = await openBrowser(deployment, { cookie });
  const held = cookiesOf(await browser.post(`/manage/sign-in/${(await mailOf(deployment)).token}`));
  const signedIn = await openBrowser(deployment, { cookie: held });
  expect((await signedIn.post("/manage/acme/people", { intent: "leave" })).status).toBe(303);
  expect((await signedIn.go("/manage/acme/people")).status).toBe(404);
  await signedIn.post("/manage/sign-out");
  const after = await signedIn.go("/manage/account");
  expect([after.status, after.headers.get("location")]).toEqual([303, "/manage/sign-in?next=%2Fmanage%2Faccount"]);
});
