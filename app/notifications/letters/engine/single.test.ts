import { afterEach, beforeEach, expect, test } from "vitest";
import { incidentNoteTable, incidentTable, invitationTable, personTable, signInLinkTable } from "~/db/schema";
import { type Desk, openDesk } from "../../../../tests/support/desk";
import { bornOf } from "../../../../tests/support/letter-notices";
import { put } from "../../../../tests/support/scenario";
import { open } from "../../../../tests/support/told";
import { emailWriterOf } from "./write";

let desk: Desk;
beforeEach(async () => {
  desk = await openDesk();
});
afterEach(() => desk.close());

const unknown = { language: null, timeZone: null };
const ada = { kind: "person" as const, id: "ada", address: "ada@example.com", name: "Ada", ...unknown };
const minutes = 60_000;

const sealed = async (given: Record<string, string>) => ({
  sealed: await desk.deployment.ctx().secrets.seal(JSON.stringify(given)),
});

async function signIn(row: Partial<typeof signInLinkTable.$inferInsert>, given: Record<string, string> = {}) {
  const { now } = desk.deployment.clock;
  const tokenHash = await desk.deployment.ctx().secrets.hash("the-token");
  await put(desk.deployment, signInLinkTable, [
    { tokenHash, kind: "mail", personId: "ada", createdAt: now, expiresAt: now + 10 * minutes, ...row },
  ]);
  const scope = { person_id: "ada", ...(await sealed({ token: "the-token", code: "K7QM2XWD", ...given })) };
  return bornOf(desk, { pageId: "", kind: "sign_in", subjectId: "l1", audience: "person", scope });
}

test("a sign-in mail has the link, the code and the browser that asked, and makes no thread", async () => {
  const notice = await signIn({}, { browser: "Firefox on Linux" });
  const letter = await (await emailWriterOf(desk.deployment.ctx(), [notice]))?.write(ada);
  expect(letter?.subject).toBe("Sign in to localhost:8787");
  for (const part of ["http://localhost:8787/manage/sign-in/the-token", "K7QM-2XWD", "Firefox on Linux"]) {
    expect(letter?.text).toContain(part);
    expect(letter?.html).toContain(part);
  }
  expect(letter?.headers).toEqual({ "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" });
});

test("a sign-in mail speaks as the account says, else as the request that asked", async () => {
  const notice = await signIn({}, { browser: "Firefox on Linux", language: "fr", timeZone: "Europe/Paris" });
  const subject = async () => (await (await emailWriterOf(desk.deployment.ctx(), [notice]))?.write(ada))?.subject;
  expect(await subject()).toBe("Connexion à localhost:8787");
  const times = { createdAt: 1, updatedAt: 1 };
  await put(desk.deployment, personTable, [{ id: "ada", name: "Ada", language: "de-CH", ...times }]);
  const letter = await (await emailWriterOf(desk.deployment.ctx(), [notice]))?.write(ada);
  expect(letter?.text).toContain("Angefordert in Firefox unter Linux.");
  expect(letter?.html).toContain('lang="de-CH"');
});

test("what happened to an account is told in its language", async () => {
  await put(desk.deployment, personTable, [{ id: "ada", name: "Ada", language: "ja", createdAt: 1, updatedAt: 1 }]);
  const scope = { person_id: "ada", event: "passkey_added" };
  const notice = bornOf(desk, { pageId: "", kind: "account_news", subjectId: "n1", audience: "person", scope });
  const letter = await (await emailWriterOf(desk.deployment.ctx(), [notice]))?.write({ ...ada, language: "ja" });
  expect(letter?.subject).toBe("アカウントにパスキーが追加されました");
});

test("an owner reads what becomes of the past, where to look at it, and when it starts", async () => {
  const scope = { person_id: "ada", starts: Date.UTC(2026, 11, 4, 12) };
  const notice = bornOf(desk, { kind: "past_restated", subjectId: `${desk.pageId}.ada`, audience: "person", scope });
  const letter = await (await emailWriterOf(desk.deployment.ctx(), [notice]))?.write(ada);
  expect(letter?.subject).toBe("Past uptime of Acme will be restated");
  for (const part of ["http://localhost:8787/manage/acme#past", "Dec 4, 2026, 12:00 UTC"]) {
    expect(letter?.text).toContain(part);
    expect(letter?.html).toContain(part);
  }
});

test("a new lead reads who handed over, what they must know and where, unless someone else leads by then", async () => {
  const times = { createdAt: 1, updatedAt: 1 };
  await put(desk.deployment, personTable, [
    { id: "ada", name: "Ada", ...times },
    { id: "bob", name: "Bob", ...times },
  ]);
  const { pageId } = desk;
  const shown = { status: "investigating", impact: "minor", visibility: "published", origin: "person" } as const;
  const row = { id: "i1", pageId, title: "Checkout fails", ...shown, startedAt: 1, ...times };
  await put(desk.deployment, incidentTable, [{ ...row, leadId: "ada" }]);
  const body = "Eve restarts node seven.";
  const written = { authorKind: "person", authorId: "bob" } as const;
  await put(desk.deployment, incidentNoteTable, [
    { id: "n1", pageId, incidentId: "i1", body, leadId: "ada", ...written, ...times },
  ]);
  const scope = { person_id: "ada", incident_id: "i1", by: "bob", note_id: "n1" };
  const handed = bornOf(desk, { kind: "incident_lead", subjectId: "i1", audience: "person", scope });
  const letter = await (await emailWriterOf(desk.deployment.ctx(), [handed]))?.write(ada);
  expect(letter?.subject).toBe("[Acme] You lead “Checkout fails”");
  for (const part of ["Bob handed over the lead", body, "http://localhost:8787/manage/acme/incidents/i1"]) {
    expect(letter?.text).toContain(part);
    expect(letter?.html).toContain(part);
  }
  const late = { ...handed, scope: { ...scope, person_id: "bob" } };
  expect(await emailWriterOf(desk.deployment.ctx(), [late])).toBe(null);
});

test("what a browser says of itself is repeated only where we know it by name", async () => {
  const notice = await signIn({}, { browser: "Call +1 555 0100, your account is locked" });
  const letter = await (await emailWriterOf(desk.deployment.ctx(), [notice]))?.write(ada);
  expect(`${letter?.text}${letter?.html}`).not.toContain("555");
});

test("an address that is to be proven is asked for in other words", async () => {
  const notice = await signIn({ kind: "email" });
  const writer = await emailWriterOf(desk.deployment.ctx(), [{ ...notice, audience: "address" }]);
  const letter = await writer?.write({ kind: "address", address: "new@example.com" });
  expect(letter?.subject).toBe("Confirm your address for localhost:8787");
});

test.each([
  ["used", { usedAt: 1 }],
  ["out of time", { expiresAt: 1 }],
])("a sign-in link that is %s is not sent", async (_, row) => {
  expect(await emailWriterOf(desk.deployment.ctx(), [await signIn(row)])).toBeNull();
});

test("a notice whose seal was wiped tells nothing", async () => {
  const notice = await signIn({});
  expect(await emailWriterOf(desk.deployment.ctx(), [{ ...notice, scope: { person_id: "ada" } }])).toBeNull();
});

async function invited(row: Partial<typeof invitationTable.$inferInsert> = {}) {
  const { now } = desk.deployment.clock;
  await put(desk.deployment, personTable, [{ id: "grace", name: "Grace Hopper", createdAt: now, updatedAt: now }]);
  const tokenHash = await desk.deployment.ctx().secrets.hash("the-token");
  await put(desk.deployment, invitationTable, [
    {
      tokenHash,
      id: "inv1",
      pageId: desk.pageId,
      email: "ada@example.com",
      role: "responder",
      invitedBy: "grace",
      createdAt: now,
      expiresAt: now + 7 * 1440 * minutes,
      ...row,
    },
  ]);
  const scope = await sealed({ token: "the-token", address: "ada@example.com" });
  return bornOf(desk, { kind: "invitation", subjectId: "inv1", audience: "address", scope });
}

test("an invitation says to what, as what and by whom", async () => {
  const writer = await emailWriterOf(desk.deployment.ctx(), [await invited()]);
  const letter = await writer?.write({ kind: "address", address: "ada@example.com" });
  for (const part of [
    "Grace Hopper invited you to Acme",
    "Responder",
    "http://localhost:8787/manage/invitations/the-token",
    "Nov 27, 2026, 12:00 UTC",
  ]) {
    expect(letter?.text).toContain(part);
    expect(letter?.html).toContain(part);
  }
});

test("an invitation speaks the language of an account that its address has", async () => {
  const row = { id: "ada", name: "Ada", email: "ada@example.com", language: "es", timeZone: "Europe/Madrid" };
  await put(desk.deployment, personTable, [{ ...row, createdAt: 1, updatedAt: 1 }]);
  const writer = await emailWriterOf(desk.deployment.ctx(), [await invited()]);
  const letter = await writer?.write({ kind: "address", address: "ada@example.com" });
  expect(letter?.text).toContain("27 nov 2026, 13:00 · 12:00 UTC");
});

test("an invitation that was accepted, ran out or is of another page is not sent", async () => {
  const notice = await invited({ acceptedAt: 1 });
  expect(await emailWriterOf(desk.deployment.ctx(), [notice])).toBeNull();
  desk.deployment.clock.now += 8 * 1440 * minutes;
  expect(await emailWriterOf(desk.deployment.ctx(), [notice])).toBeNull();
  expect(await emailWriterOf(desk.deployment.ctx(), [{ ...notice, pageId: "elsewhere" }])).toBeNull();
});

test("the team's mail names the draft, has one button to it and makes a thread of its incident", async () => {
  const id = await open(desk, { visibility: "draft" });
  const notice = bornOf(desk, { kind: "draft_opened", subjectId: id, audience: "team", scope: { incident_id: id } });
  const ctx = desk.deployment.ctx();
  const writer = await emailWriterOf(ctx, [notice]);
  expect(ctx.meter.statements).toBeLessThanOrEqual(4);
  const letter = await writer?.write(ada);
  expect(letter?.subject).toMatch(/^\[Acme\] .*Orders are late/);
  expect(letter?.text).toContain(`http://localhost:8787/manage/acme/incidents/${id}`);
  expect(letter?.headers.References).toBe(`<${id}.ada@localhost>`);
  const hebrew = await writer?.write({ ...ada, id: "eve", language: "he", timeZone: "Asia/Jerusalem" });
  expect(hebrew?.html).toContain('lang="he" dir="rtl"');
  expect(hebrew?.subject).toContain("\u2068Orders are late\u2069");
  expect(letter?.headers["List-Unsubscribe"]).toBeUndefined();
  expect(await emailWriterOf(ctx, [{ ...notice, subjectId: "gone" }])).toBeNull();
});
