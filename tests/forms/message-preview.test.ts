import { afterAll, beforeAll, expect, test } from "vitest";
import { openDeployment } from "../support/database";
import { browserOf, makePeople, Owner, setStage } from "../support/matrix-cast";
import { openBrowser } from "../support/worker";

/** A page with somebody who writes on it. */
async function openWorld() {
  const deployment = await openDeployment();
  await makePeople(deployment);
  const owner = new Owner(await openBrowser(deployment), deployment);
  const { components } = await setStage(deployment, owner, "acme");
  return { deployment, components, responder: await browserOf(deployment, "responder") };
}

let world: Awaited<ReturnType<typeof openWorld>>;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.deployment.close());

const hostile = "Slow <script>alert(1)</script> [x](javascript:alert(1)) @everyone";
const messages = "/manage/acme/messages";
const opening = (over: Record<string, string> = {}) => ({
  form: "open",
  intent: "review",
  title: "Orders & more are late",
  status: "investigating",
  body: hostile,
  notify: "on",
  [`components.${world.components[0]}`]: "degraded_performance",
  ...over,
});

/** What the form with this name on it holds, as a browser would post it. */
function fieldsIn(html: string, name: string): { action: string; fields: Record<string, string> } {
  const plain = (text: string) =>
    text
      .replaceAll("&quot;", '"')
      .replaceAll("&#x27;", "'")
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">")
      .replaceAll("&amp;", "&");
  const found = [...html.matchAll(/<form[^>]*action="([^"]*)"[^>]*>(.*?)<\/form>/gs)].find(([, , inside = ""]) =>
    inside.includes(`name="form" value="${name}"`),
  );
  const inputs = [...(found?.[2] ?? "").matchAll(/<input[^>]*name="([^"]*)"[^>]*value="([^"]*)"/g)];
  return {
    action: plain(found?.[1] ?? ""),
    fields: Object.fromEntries(inputs.map(([, key = "", value = ""]) => [plain(key), plain(value)])),
  };
}

test("without script: the messages are shown with nothing of them alive, and the way back keeps every letter", async () => {
  const answer = await world.responder.post(`${messages}?of=incident`, opening());
  const html = (await answer.text()).replaceAll("<!-- -->", "");
  expect(answer.status).toBe(200);
  expect(html).toContain("[Acme] Investigating: Orders &amp; more are late");
  for (const kind of ["Slack", "Discord", "Microsoft Teams"]) expect(html).toContain(`The message in ${kind}`);
  expect(html).not.toContain("<script>alert");
  expect(html).not.toMatch(/href="javascript:/);
  const { action, fields } = fieldsIn(html, "open");
  expect(action).toBe("/manage/acme/incidents/new");
  const { _token, nonce, ...typed } = fields;
  expect(typed).toEqual({ ...opening(), intent: undefined });
  const back = await (await world.responder.post(action, { ...typed, intent: "preview" })).text();
  expect(back).toContain("Slow &lt;script&gt;alert(1)&lt;/script&gt; [x](javascript:alert(1)) @everyone</textarea>");
  expect(back).toContain('value="Orders &amp; more are late"');
});

test("its email is a document that may run nothing, in light and in dark", async () => {
  for (const intent of ["light", "dark"]) {
    const answer = await world.responder.post(`${messages}/email?of=incident`, opening({ intent }));
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-security-policy")).toMatch(/^default-src 'none';.*sandbox$/);
    const html = await answer.text();
    expect(html).toContain(intent === "dark" ? "@media all{" : "@media not all{");
    expect(html).not.toContain("<script");
  }
});

test("what cannot be sent says why, with the way back; what is not known is not found", async () => {
  const refused = await world.responder.post(`${messages}?of=incident`, opening({ title: "" }));
  const html = await refused.text();
  expect([refused.status, fieldsIn(html, "open").fields.body]).toEqual([422, hostile]);
  expect((await world.responder.post(`${messages}?of=constructor`, opening())).status).toBe(422);
  expect((await world.responder.post(`${messages}?of=update&id=gone`, { form: "update", body: "x" })).status).toBe(404);
  const bare = await world.responder.go(messages);
  expect([bare.status, (await bare.text()).includes("No message to show")]).toEqual([200, true]);
});

test("every form that sends leads to its messages and comes back to itself", async () => {
  const incident = await world.responder.post("/manage/acme/incidents/new", opening({ intent: "publish" }));
  const place = new URL(incident.headers.get("location") ?? "", "http://localhost").pathname;
  const incidentId = place.split("/").at(-1) ?? "";
  const window = { startsAt: "2030-01-02T03:00", endsAt: "2030-01-02T04:00" };
  const plan = { form: "plan", title: "New disks", body: "Slower.", tellPlanned: "on", ...window };
  const planned = await world.responder.post("/manage/acme/maintenances/new", plan);
  const work = new URL(planned.headers.get("location") ?? "", "http://localhost").pathname;
  const workId = work.split("/").at(-1) ?? "";
  const forms: [page: string, of: string, fields: Record<string, string>][] = [
    [
      place,
      `update&id=${incidentId}`,
      { form: "update", version: "0", status: "identified", body: "More.", notify: "on" },
    ],
    ["/manage/acme/maintenances/new", "maintenance", plan],
    [work, `maintenance-update&id=${workId}`, { form: "update", version: "0", body: "Soon." }],
    [work, `maintenance-start&id=${workId}`, { form: "start", version: "0" }],
    [work, `maintenance-cancel&id=${workId}`, { form: "cancel", version: "0", notify: "on" }],
    [
      work,
      `maintenance-edit&id=${workId}`,
      { ...plan, form: "edit", version: "0", startsAt: "2030-01-02T03:30", notify: "on" },
    ],
  ];
  for (const [page, of, fields] of forms) {
    const shown = (await (await world.responder.go(page)).text()).replaceAll("&amp;", "&");
    expect([page, shown.toLowerCase().includes(`formaction="${messages}?of=${of}"`.toLowerCase())]).toEqual([
      page,
      true,
    ]);
    const answer = await world.responder.post(`${messages}?of=${of}`, { ...fields, intent: "review" });
    const html = await answer.text();
    expect([page, answer.status]).toEqual([page, 200]);
    const back = fieldsIn(html, fields.form ?? "");
    expect([back.action, back.fields.body, back.fields.version]).toEqual([page, fields.body, fields.version]);
    expect((await world.responder.post(back.action, { ...back.fields, intent: "preview" })).status).toBe(200);
  }
});

test("an extension by each length, in another language; what nobody is told says so, with the way back", async () => {
  const window = { startsAt: "2030-02-02T03:00", endsAt: "2030-02-02T04:00" };
  const planned = await world.responder.post("/manage/acme/maintenances/new", {
    form: "plan",
    title: "Disks",
    ...window,
  });
  const work = new URL(planned.headers.get("location") ?? "", "http://localhost").pathname;
  const id = work.split("/").at(-1) ?? "";
  const edit = { form: "edit", version: "0", title: "Newer disks", ...window };
  const unsent = await (await world.responder.post(`${messages}?of=maintenance-edit&id=${id}`, edit)).text();
  expect(unsent).toContain("This change sends no message");
  expect(fieldsIn(unsent, "edit").fields.title).toBe("Newer disks");
  expect((await world.responder.post(work, { form: "start", version: "0" })).status).toBe(303);
  const page = (await (await world.responder.go(work)).text()).replaceAll("&amp;", "&");
  for (const deed of ["Extend by 30 minutes", "Extend by 2 hours", "Verify", "Complete", "Cancel the maintenance"])
    expect(page).toContain(`aria-label="Review messages: ${deed}"`);
  const longer = `${messages}?of=maintenance-longer&id=${id}`;
  const shown = await world.responder.post(longer, {
    form: "longer",
    version: "1",
    minutes: "120",
    notify: "on",
    messagesIn: "de",
  });
  const html = (await shown.text()).replaceAll("<!-- -->", "");
  expect(shown.status).toBe(200);
  expect(html).toContain('<bdi lang="de" class="font-medium text-ink">[Acme]');
  expect(html).toMatch(/<option value="de"[^>]*selected/);
  const { action, fields } = fieldsIn(html, "longer");
  expect([action, fields.minutes, fields.messagesIn]).toEqual([work, "120", undefined]);
  expect((await world.responder.post(longer, { form: "longer", minutes: "7" })).status).toBe(422);
});
