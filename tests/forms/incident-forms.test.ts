import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readBatch } from "~/db/read";
import { incidentUpdateTable, noticeTable, templateTable } from "~/db/schema";
import type { TestDeployment } from "../support/database";
import { browserOf, type Stage } from "../support/matrix-cast";
import { openStaged } from "../support/matrix-stages";
import { put } from "../support/scenario";
import { type Browser, openBrowser } from "../support/worker";

let deployment: TestDeployment;
let stage: Stage;
let responder: Browser;
let stranger: Browser;

beforeAll(async () => {
  ({ deployment, stage } = await openStaged());
  [responder, stranger] = [await browserOf(deployment, "responder"), await openBrowser(deployment)];
});
afterAll(() => deployment.close());

const base = "/manage/acme/incidents";
const component = () => `components.${stage.components[0]}`;
const opening = (over: Record<string, string> = {}) => ({
  form: "open",
  intent: "publish",
  title: "Slow",
  status: "investigating",
  body: "We look.",
  notify: "on",
  [component()]: "degraded_performance",
  ...over,
});
const placeOf = (answer: Response) => new URL(answer.headers.get("location") ?? "", "http://localhost").pathname;
const later = () => {
  deployment.clock.now += 60_000;
};
async function open(over: Record<string, string> = {}): Promise<string> {
  later();
  const answer = await responder.post(`${base}/new`, opening(over));
  if (answer.status !== 303) throw new Error(await answer.text());
  return placeOf(answer);
}
const idOf = (place: string) => place.split("/").at(-1) ?? "";
async function rowsAbout(place: string) {
  const ctx = deployment.ctx();
  const [updates, notices] = await readBatch(
    ctx,
    ctx.db
      .select()
      .from(incidentUpdateTable)
      .where(eq(incidentUpdateTable.incidentId, idOf(place))),
    ctx.db
      .select()
      .from(noticeTable)
      .where(and(eq(noticeTable.subjectId, idOf(place)), eq(noticeTable.audience, "subscribers"))),
  );
  return { updates, notices };
}
/** The values of the form that came back, as a browser reads them. */
const textOf = async (answer: Response) => (await answer.text()).replaceAll("<!-- -->", "");

test("25,001 characters: 422 with the count, and all of them still in the form (row 28)", async () => {
  const body = `Long ${"x".repeat(24_996)}`;
  const place = await open();
  for (const [path, fields] of [
    [`${base}/new`, opening({ body })],
    [place, { form: "update", intent: "update", status: "identified", body }],
    [`${place}/postmortem`, { form: "postmortem", intent: "write", body }],
  ] as const) {
    const answer = await responder.post(path, fields);
    const text = await textOf(answer);
    expect([answer.status, text.includes("this has 25,001"), text.includes(body)]).toEqual([422, true, true]);
  }
});

/** The button that Enter in a field presses: the first one of its form. */
const enterIn = (html: string, form: string) =>
  html.split(`name="form" value="${form}"`)[1]?.match(/<button[^>]*value="([^"]*)"/)?.[1];

test("Enter in a field looks before anything is said, and takes no template", async () => {
  const place = await open();
  const page = async (path: string) => (await responder.go(path)).text();
  expect(enterIn(await page(`${base}/new`), "open")).toBe("preview");
  expect(enterIn(await page(place), "update")).toBe("preview");
  expect(enterIn(await page(`${base}/backfill`), "backfill")).toBe("backfill");
});

test("a draft offers no Resolved, and refuses it with what to do instead; it stays in the list of drafts", async () => {
  const place = await open({ intent: "draft", title: "Only a draft" });
  const offered = await (await responder.go(place)).text();
  expect(
    ["monitoring", "resolved"].map((word) => new RegExp(`type="radio"[^>]*value="${word}"`).test(offered)),
  ).toEqual([true, false]);
  const fields = { form: "update", intent: "update", version: "0", body: "Over.", [component()]: "major_outage" };
  const answer = await responder.post(place, { ...fields, status: "resolved" });
  const refused = (await textOf(answer)).includes("A draft can’t be resolved. Publish it first, or dismiss it.");
  expect([answer.status, refused]).toEqual([422, true]);
  const drafts = await (await responder.go(`${base}?filter=draft`)).text();
  expect(drafts.includes("Only a draft")).toBe(true);
});

test("two save one incident: the second gets both versions, and nothing is overwritten (row 29)", async () => {
  const place = await open();
  const say = (body: string) =>
    responder.post(place, {
      [component()]: "degraded_performance",
      form: "update",
      intent: "update",
      version: "0",
      status: "identified",
      body,
      notify: "on",
    });
  const one = await say("Mine was first.");
  const two = await say("Mine came second.");
  const text = await textOf(two);
  expect([one.status, two.status]).toEqual([303, 409]);
  for (const words of ["Mine was first.", "Mine came second.", "Post mine after theirs"]) expect(text).toContain(words);
  expect((await rowsAbout(place)).updates.map((each) => each.body)).not.toContain("Mine came second.");
});

test("what was written for a draft that was published meanwhile comes back as an update, whichever button is pressed", async () => {
  for (const intent of ["save-draft", "publish"]) {
    const place = await open({ intent: "draft" });
    later();
    await responder.post(place, { form: "publish", intent: "publish", version: "0" });
    const version = /name="version" value="(\d+)"/.exec(await (await responder.go(place)).text())?.[1] ?? "";
    const mine = { form: "draft", version, title: "Mine", status: "investigating", body: "My own words." };
    const answer = await responder.post(place, { ...mine, intent });
    const html = await answer.text();
    const update =
      (html.match(/<form[\s\S]*?<\/form>/g) ?? []).find((each) => each.includes('name="form" value="update"')) ?? "";
    expect([answer.status, update.includes("My own words.")]).toEqual([422, true]);
    expect(html).toContain("Someone else published this draft.");
  }
});

test("a form sent twice is one update and one notice, and both are led to it (row 30)", async () => {
  const nonce = "01form0nonce0of0this0test0";
  const twice = async (path: string, fields: Record<string, string>) => {
    const answers = await Promise.all([responder.post(path, fields), responder.post(path, fields)]);
    return answers.map((each) => [each.status, placeOf(each)]);
  };
  const [first, second] = await twice(`${base}/new`, opening({ nonce, title: "Twice" }));
  expect(first).toEqual(second);
  const place = String(first?.[1]);
  later();
  const update = {
    [component()]: "degraded_performance",
    form: "update",
    intent: "update",
    version: "0",
    nonce,
    status: "identified",
    body: "x",
    notify: "on",
  };
  expect(await twice(place, update)).toEqual([
    [303, place],
    [303, place],
  ]);
  const { updates, notices } = await rowsAbout(place);
  expect([updates.length, notices.length]).toEqual([2, 2]);
});

test("a session that has ended keeps every text: the answer holds it and sends it again (issue 5)", async () => {
  const place = await open();
  const draft = "All that I know by now, after an hour of looking into it.";
  for (const [path, fields] of [
    [`${base}/new`, opening({ body: draft })],
    [place, { form: "update", intent: "update", status: "identified", body: draft }],
    [place, { form: "edit", title: draft, impactOverride: "", [component()]: "major_outage" }],
    [`${place}/postmortem`, { form: "postmortem", intent: "write", body: draft }],
    [`${base}/backfill`, { form: "backfill", intent: "backfill", rows: "2", title: "x", resolution: draft }],
  ] as const) {
    const answer = await stranger.post(path, fields);
    const text = await textOf(answer);
    expect([answer.status, text.includes(draft), text.includes(`action="${path}"`)]).toEqual([401, true, true]);
    for (const name of Object.keys(fields)) expect(text).toContain(`name="${name}"`);
    expect(text).toContain("Send it again");
  }
});

test("a template fills the form on the server, keeps what was typed, and says what is still open", async () => {
  const words = { name: "Slow", title: "{{component}} is slow", body: "We look into {{component}}." };
  const row = { id: "tpl", pageId: stage.id, ...words, components: {}, createdAt: 1, updatedAt: 1 };
  await put(deployment, templateTable, [row]);
  const use = { intent: "template", template: "tpl" };
  const filled = await textOf(await responder.post(`${base}/new`, opening({ ...use, title: "" })));
  expect(filled).toContain(`value="acme-a0 is slow"`);
  expect(filled).toMatch(/We look\.\s+We look into acme-a0\./);
  const none = await responder.post(`${base}/new`, opening({ ...use, [component()]: "", title: "" }));
  expect(await textOf(none)).toContain("{{component}} is still in the text");
  const unchosen = await responder.post(`${base}/new`, opening({ intent: "template" }));
  expect([unchosen.status, (await textOf(unchosen)).includes("Choose a template.")]).toEqual([422, true]);
  const update = await responder.post(await open(), { form: "update", ...use, status: "identified", body: "Hello." });
  expect(await textOf(update)).toMatch(/Hello\.\s+We look into/);
});

test("a draft is published loudly or quietly; what was resolved wrongly is added with its own times", async () => {
  for (const [fields, notices] of [
    [{ chooses: "notify" }, 0],
    [{ chooses: "notify", notify: "on" }, 1],
  ] as const) {
    const place = await open({ intent: "draft" });
    const answer = await responder.post(place, { form: "publish", version: "0", ...fields });
    expect([answer.status, (await rowsAbout(place)).notices.length]).toEqual([303, notices]);
  }
  const past = {
    form: "backfill",
    intent: "backfill",
    rows: "3",
    title: "Cut",
    [component()]: "major_outage",
    startedAt: "2026-11-19T10:00",
    endsAt: "2026-11-19T12:00",
    resolution: "Over.",
    "updates.1.status": "identified",
    "updates.1.shownAt": "2026-11-19T09:00",
    "updates.1.body": "Early.",
  };
  const early = await responder.post(`${base}/backfill`, past);
  expect([early.status, (await textOf(early)).includes('id="backfill-updates-1-shownAt-error"')]).toEqual([422, true]);
  const more = await textOf(await responder.post(`${base}/backfill`, { ...past, intent: "more" }));
  expect([more.includes("Update 4"), more.includes("Early.")]).toEqual([true, true]);
  const added = await responder.post(`${base}/backfill`, { ...past, "updates.1.shownAt": "2026-11-19T10:30" });
  const { updates, notices } = await rowsAbout(placeOf(added));
  expect(updates.map((each) => each.status).sort()).toEqual(["identified", "resolved"]);
  expect(notices).toEqual([]);
});

test("an announcement has a form and a word of its own: no component and no alarm", async () => {
  const list = await textOf(await responder.go(base));
  expect(list).toMatch(/href="\/manage\/acme\/incidents\/new\?announcement"[^>]*>New announcement</);
  const form = await textOf(await responder.go(`${base}/new?announcement`));
  const action = /action="([^"]+\?announcement)"/.exec(form)?.[1] ?? "";
  expect(form).toContain('name="impactOverride" value="none"');
  expect(form).not.toContain('name="components.');
  later();
  const posted = { form: "announce", status: "investigating", impactOverride: "none", notify: "on" };
  const refused = await responder.post(action, { ...posted, intent: "publish", title: "", body: "From March on." });
  expect([refused.status, (await textOf(refused)).includes("From March on.")]).toEqual([422, true]);
  const told = { ...posted, title: "TLS 1.1 goes", body: "From March on." };
  const place = placeOf(await responder.post(action, { ...told, intent: "publish" }));
  await deployment.settled();
  const page = await textOf(await stranger.go(`/acme/incidents/${idOf(place)}`));
  expect(page).toMatch(/<p class="kind">Announcement<\/p><h1[^>]*>TLS 1.1 goes/);
});

test("a room names the time of the next update, then how long it is overdue, and neither once it is over", async () => {
  const plain = (html: string) => html.replaceAll(/<!-- -->|<script.*?<\/script>|<[^>]+>/gs, "");
  const place = await open({ nextMinutes: "30" });
  const read = async () => plain(await (await responder.go(place)).text());
  const opened = deployment.clock.now;
  const due = new Date(opened + 30 * 60_000).toISOString().slice(11, 16);
  expect(await read()).toContain(`Next update by ${due}`);
  deployment.clock.now = opened + 42 * 60_000;
  const late = await read();
  expect(late).toContain("Update overdue for 12 min");
  expect(late).not.toMatch(/Next update by \d/);
  const over = { form: "update", intent: "resolve", version: "0", status: "resolved", body: "Over." };
  expect((await responder.post(place, over)).status).toBe(303);
  expect(await read()).not.toMatch(/Update overdue|Next update by \d/);
});
