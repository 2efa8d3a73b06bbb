import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { membershipTable } from "~/db/schema";
import { englishText } from "~/failures/refusal";
import { resetIsolate } from "~/platform/isolate";
import { publishPage } from "~/status-page/publishing/engine/publish";
import { forgetSubscriberCounts } from "~/subscribers/counts";
import { browserOf, makePeople } from "../support/matrix-cast";
import { addressOf, arrange, put, someSubscribers } from "../support/scenario";
import { execute, noticesOf, open, openTold, subscribersOf, type Told } from "../support/told";
import { type Browser, openBrowser, origin } from "../support/worker";

let told: Told;
let admin: Browser;
let viewer: Browser;

beforeAll(async () => {
  told = await openTold();
  await makePeople(told.deployment);
  const members = (["admin", "viewer"] as const).map((who) => ({
    pageId: told.pageId,
    personId: who,
    role: who,
    createdAt: 1,
  }));
  await put(told.deployment, membershipTable, members);
  admin = await browserOf(told.deployment, "admin");
  viewer = await browserOf(told.deployment, "viewer");
});
afterAll(() => told.close());
beforeEach(async () => {
  for (const table of ["subscriber", "notice"]) await execute(told, `DELETE FROM ${table}`);
  forgetSubscriberCounts(told.pageId);
  told.smtp.mails.length = 0;
  told.deployment.clock.now += 1000;
});

const home = "/manage/acme/subscribers";
const textOf = async (path: string, who = admin) => (await who.go(path)).text();
const rows = (html: string) => [...html.matchAll(/s\d{6}@example\.com<\/bdi>/g)].length;

test("the list is paged by 50, counted by state, searched and filtered", async () => {
  await arrange(told.deployment, someSubscribers(told.pageId, 60));
  await arrange(
    told.deployment,
    someSubscribers(told.pageId, 2, { state: "quarantined", quarantineReason: englishText("no such mailbox") }, 60),
  );
  const html = await textOf(home);
  expect(rows(html)).toBe(50);
  expect(html.replaceAll("<!-- -->", "")).toMatch(/Active<\/dt><dd[^>]*>60</);
  const next = /href="([^"]+after=[^"]+)"/.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "";
  expect(rows(await textOf(`${home}${next}`))).toBe(12);
  expect(rows(await textOf(`${home}?search=S00005`))).toBe(10);
  const apart = await textOf(`${home}?state=quarantined`);
  expect([rows(apart), apart.includes("no such mailbox")]).toEqual([2, true]);
  const seen = await textOf(home, viewer);
  expect(seen).toContain("s•••@example.com");
  expect(seen).not.toContain(addressOf(0));
  expect(seen).not.toContain("Download all as CSV");
});

test("somebody is added and asked; a wrong address comes back beside the field", async () => {
  const wrong = await admin.post(`${home}/new`, { form: "subscriber", email: "a@b" });
  expect([wrong.status, (await wrong.text()).includes("Enter one email address")]).toEqual([422, true]);
  const [, api] = told.components;
  const fields = { form: "subscriber", email: "ann@example.com", [`component.${api}`]: "on" };
  const added = await admin.post(`${home}/new`, fields);
  expect([added.status, added.headers.get("location")]).toEqual([303, `${home}?done=subscriber-added`]);
  await told.deployment.settled();
  expect(await subscribersOf(told)).toMatchObject([{ state: "pending", scope: "components", componentIds: [api] }]);
  expect(told.smtp.mails.map(({ recipient }) => recipient)).toEqual(["ann@example.com"]);
});

test("who is in quarantine is released, who waits is asked again, anybody is unsubscribed and removed", async () => {
  await arrange(told.deployment, someSubscribers(told.pageId, 1, { state: "quarantined" }));
  await arrange(told.deployment, someSubscribers(told.pageId, 1, { state: "pending" }, 1));
  const press = async (intent: string, id: string, more: Record<string, string> = {}) => {
    const answer = await admin.post(home, { form: `${intent}-${id}`, intent, id, ...more });
    told.deployment.clock.now += 1000;
    return answer.headers.get("location");
  };
  const states = async () => Object.fromEntries((await subscribersOf(told)).map(({ id, state }) => [id, state]));
  expect(await press("release", "sub000000")).toBe(`${home}?done=subscriber-resumed`);
  expect(await press("resend", "sub000001")).toBe(`${home}?done=subscriber-confirmation-sent`);
  expect(await noticesOf(told)).toHaveLength(1);
  expect(await states()).toEqual({ sub000000: "active", sub000001: "pending" });
  expect(await press("unsubscribe", "sub000000")).toBe(`${home}?done=subscriber-unsubscribed`);
  const asked = `${home}?remove=sub000001`;
  expect(await press("remove", "sub000001")).toBe(asked);
  const list = await textOf(home);
  for (const part of ['name="subscriber-sub000001"', 'name="intent" value="remove"']) expect(list).toContain(part);
  const question = await textOf(asked);
  for (const part of [`Remove ${addressOf(1)}?`, "Remove permanently", "Keep this subscriber"]) {
    expect(question).toContain(part);
  }
  expect(Object.keys(await states())).toHaveLength(2);
  expect(await press("remove", "sub000001", { sure: "on" })).toBe(`${home}?done=subscriber-removed`);
  expect(await states()).toEqual({ sub000000: "unsubscribed" });
  expect((await admin.post(home, { form: "x", intent: "nothing", id: "sub000000" })).status).toBe(422);
});

test("the list sorts by its heads, selects all by a link, and acts on several where it was", async () => {
  await arrange(told.deployment, someSubscribers(told.pageId, 3, { state: "quarantined" }));
  await arrange(told.deployment, someSubscribers(told.pageId, 52, {}, 3));
  const first = await textOf(home);
  for (const part of ['aria-sort="ascending"', "?sort=-added"]) expect(first).toContain(part);
  const last = await textOf(`${home}?sort=-added`);
  expect([rows(last), last.indexOf(addressOf(54)) < last.indexOf(addressOf(5))]).toEqual([50, true]);
  const onward = /href="([^"]+after=[^"]+)"/.exec(last)?.[1]?.replaceAll("&amp;", "&") ?? "";
  expect(onward).toContain("sort=-added");
  expect(rows(await textOf(`${home}${onward}`))).toBe(5);
  const found = await textOf(`${home}?search=s00000&sort=-added`);
  expect([found.includes("sort=added"), rows(found)]).toEqual([false, 10]);
  const bouncing = `${home}?state=quarantined&sort=-added`;
  expect((await textOf(bouncing)).match(/ checked=""/g)).toBe(null);
  expect((await textOf(`${bouncing}&select=all`)).match(/ checked=""/g)).toHaveLength(3);
  const none = await admin.post(bouncing, { form: "bulk", intent: "release" });
  expect([none.status, (await none.text()).includes("Choose subscribers and an action.")]).toEqual([422, true]);
  const two = { form: "bulk", "subscriber-sub000000": "on", "subscriber-sub000002": "on" };
  const resumed = await admin.post(bouncing, { ...two, intent: "release" });
  expect(resumed.headers.get("location")).toBe(`${bouncing}&done=subscribers-resumed`);
  const left = await admin.post(`${home}?sort=-added`, { ...two, intent: "unsubscribe" });
  expect(left.headers.get("location")).toBe(`${home}?sort=-added&done=subscribers-unsubscribed`);
  const states = Object.fromEntries((await subscribersOf(told)).map(({ id, state }) => [id, state]));
  expect([states.sub000000, states.sub000001, states.sub000002]).toEqual([
    "unsubscribed",
    "quarantined",
    "unsubscribed",
  ]);
  const asked = await admin.post(`${home}?state=unsubscribed`, { ...two, intent: "remove" });
  const question = `${home}?state=unsubscribed&remove=sub000000&remove=sub000002`;
  expect(asked.headers.get("location")).toBe(question);
  expect(await textOf(question)).toContain(`action="${home}?state=unsubscribed"`);
  expect((await subscribersOf(told)).length).toBe(55);
});

test("several who wait are asked again at once", async () => {
  await arrange(told.deployment, someSubscribers(told.pageId, 3, { state: "pending" }, 70));
  const two = { form: "bulk", "subscriber-sub000070": "on", "subscriber-sub000071": "on" };
  const sent = await admin.post(home, { ...two, intent: "resend" });
  expect(sent.headers.get("location")).toBe(`${home}?done=subscribers-confirmation-sent`);
  await told.deployment.settled();
  expect(told.smtp.mails.map(({ recipient }) => recipient).sort()).toEqual([addressOf(70), addressOf(71)]);
});

test("a file is imported whole, or named line by line; it comes back out", async () => {
  const nonce = /name="nonce" value="([^"]+)"/.exec(await textOf(`${home}/import`))?.[1] ?? "";
  const send = (text: string, agreement = "given") => {
    const form = new FormData();
    form.set("form", "import");
    form.set("upload", new File([text], "list.csv", { type: "text/csv" }));
    form.set("file", "");
    form.set("nonce", nonce);
    if (agreement) form.set("agreement", agreement);
    const headers = { origin, "sec-fetch-site": "same-origin" };
    return admin.go(`${home}/import`, { method: "POST", body: form, headers });
  };
  const wrong = await send("email,components\nann@example.com,API\nnobody,\n");
  expect([wrong.status, (await wrong.text()).includes("Entry 2: no email address.")]).toEqual([422, true]);
  expect((await send("email\nann@example.com\n", "")).status).toBe(422);
  expect(await subscribersOf(told)).toEqual([]);
  const taken = await send("email,components\nann@example.com,API\nbob@example.com,\n");
  expect([taken.status, taken.headers.get("location")]).toEqual([303, `${home}?done=subscribers-imported`]);
  expect((await subscribersOf(told)).map(({ state }) => state)).toEqual(["active", "active"]);
  expect((await send("email\neve@example.com\n")).status).toBe(303);
  expect(await subscribersOf(told)).toHaveLength(3);
  const file = await admin.go(`${home}/export`);
  expect(file.headers.get("content-disposition")).toBe('attachment; filename="acme-subscribers.csv"');
  expect(file.headers.get("cache-control")).toBe("no-store");
  const csv = await file.text();
  expect([csv.includes("ann@example.com,active,components"), csv.includes("bob@example.com,active,page")]).toEqual([
    true,
    true,
  ]);
});

test("people who have not agreed are asked by an import, answer by the link, and the list says how far they are", async () => {
  const form = await textOf(`${home}/import`);
  for (const part of ["They have agreed to get emails about this page", "Ask each of them first", "at most 500 people"])
    expect(form).toContain(part);
  const fields = { form: "import", file: "email,components\nyan@example.com,API\nzoe@example.com,\n" };
  const unsaid = await admin.post(`${home}/import`, fields);
  expect([unsaid.status, (await unsaid.text()).includes("Choose whether these people have agreed")]).toEqual([
    422,
    true,
  ]);
  const asked = await admin.post(`${home}/import`, { ...fields, agreement: "asked" });
  expect([asked.status, asked.headers.get("location")]).toEqual([303, `${home}?done=subscribers-asked`]);
  expect((await subscribersOf(told)).map(({ state }) => state)).toEqual(["pending", "pending"]);
  await told.sendAll();
  expect(told.smtp.mails.map(({ recipient }) => recipient).sort()).toEqual(["yan@example.com", "zoe@example.com"]);
  const waiting = (await textOf(home)).replaceAll("<!-- -->", "");
  expect(waiting).toContain("0 confirmed and 2 haven’t answered");
  expect(waiting).toContain("Confirmation sent");
  expect(waiting).not.toContain("Resend confirmation");
  await publishPage(told.deployment.ctx(), told.pageId);
  resetIsolate();
  const mail = told.smtp.mails.find(({ recipient }) => recipient === "yan@example.com");
  const link = /http:\/\/localhost:8787(\/acme\/subscriptions\/[\w.-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
  const reader = await openBrowser(told.deployment);
  expect(await (await reader.go(link)).text()).toContain("Confirm subscription");
  expect((await reader.post(link, { act: "confirm" })).status).toBe(303);
  expect((await textOf(home)).replaceAll("<!-- -->", "")).toContain("1 confirmed and 1 hasn’t answered");
});

test("forms of an incident say how many people they tell", async () => {
  const [website, api] = told.components;
  await arrange(told.deployment, someSubscribers(told.pageId, 1200));
  await arrange(
    told.deployment,
    someSubscribers(told.pageId, 4, { scope: "components", componentIds: [website] }, 1200),
  );
  await arrange(told.deployment, someSubscribers(told.pageId, 3, { scope: "components", componentIds: [api] }, 1204));
  expect(await textOf("/manage/acme/incidents/new")).toContain("Notifies 1,200 to 1,207 subscribers");
  const id = await open(told);
  expect(await textOf(`/manage/acme/incidents/${id}`)).toContain("Notifies 1,204 subscribers.");
  const draft = await open(told, { visibility: "draft", components: { [api]: "partial_outage" } });
  expect(await textOf(`/manage/acme/incidents/${draft}`)).toContain("Notifies 1,203 subscribers.");
});
