import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listAudit } from "~/audit/list";
import { pageTable } from "~/db/schema";
import { secretMask } from "~/fields/secret";
import { failureOf, good } from "../../tests/support/desk";
import { deliveriesOf, makeWebhook, openTeam, type Team } from "../../tests/support/team-channels";
import { createChannel } from "./create";
import { listChannelKinds } from "./list-kinds";
import { retryDelivery } from "./retry-delivery";
import { sendChannelTest } from "./send-test";
import { updateChannel } from "./update";
import { deleteChannel, listChannels, pauseChannel, readChannel, resumeChannel, rotateChannelSecrets } from "./verbs";

let team: Team;
beforeAll(async () => {
  team = await openTeam();
});
afterAll(() => team.close());

const admin = () => team.as("admin");
const target = (id: string) => ({ pageId: team.pageId, id });
const shown = (id: string, role: "viewer" | "admin" = "admin") => good(readChannel(team.as(role), target(id)));
const given = (over: object = {}) => ({
  pageId: team.pageId,
  kind: "slack",
  name: "Ops",
  settings: { url: "https://hooks.slack.com/services/T/B/s3cret" },
  events: ["draft_opened"],
  ...over,
});

test("the kinds say what people type; what we make is not asked for", () => {
  const kinds = new Map(listChannelKinds().map((each) => [each.kind, each.settings]));
  expect(kinds.get("slack")).toMatchObject([{ name: "url", secret: true }]);
  expect(kinds.get("webhook")).toMatchObject([{ name: "url", secret: true }]);
  expect(kinds.get("pushover")).toMatchObject([
    { name: "token", secret: true },
    { name: "user", secret: true },
  ]);
});

test("a webhook's secret is made by us, shown once, kept sealed, and made again on demand", async () => {
  const nonce = { commitId: "01channel0nonce00000000000" };
  const made = await makeWebhook(team, "a", nonce);
  expect(made.shownOnce.secret).toMatch(/^whsec_[\w+/]{43}=$/);
  expect(await makeWebhook(team, "a", nonce)).toEqual(made);
  const { settings, made: titles } = await shown(made.id);
  expect([settings, titles]).toEqual([{ url: secretMask, secret: secretMask }, ["Signing secret"]]);
  expect((await shown(made.id, "viewer")).settings).toEqual({});
  const rotated = await good(rotateChannelSecrets(admin(), { ...target(made.id), version: 0 }));
  expect(rotated.shownOnce.secret).not.toBe(made.shownOnce.secret);
  const stale = await failureOf(rotateChannelSecrets(admin(), { ...target(made.id), version: 0 }));
  expect(stale).toMatchObject({ name: "conflict", current: { name: "a", version: 1 } });
  expect(JSON.stringify(stale)).not.toMatch(/sealed/i);
  const slack = await good(createChannel(admin(), given()));
  expect(slack.shownOnce).toEqual({});
  expect(await failureOf(rotateChannelSecrets(admin(), target(slack.id)))).toMatchObject({ code: "nothing_to_rotate" });
  const { entries } = await good(listAudit(team.as("viewer"), { pageId: team.pageId }));
  expect(JSON.stringify(entries)).not.toMatch(/whsec|s3cret/);
  expect(entries.map((each) => each.action)).toEqual(expect.arrayContaining(["channel.create", "channel.rotate"]));
  for (const { id } of [made, slack]) await good(deleteChannel(admin(), target(id)));
});

test.each([
  ["http://169.254.169.254/latest", "webhook", "private_address"],
  ["http://167772161/", "webhook", "private_address"],
  ["https://printer.local/", "webhook", "private_address"],
  ["https://user:pass@hooks.example.com/", "webhook", "credentials_in_url"],
  ["http://localhost:8787/ingest/x", "webhook", "own_address"],
  ["https://status.acme.com/x", "webhook", "own_address"],
  ["https://hooks.example.com:25/", "webhook", "port_not_allowed"],
  ["http://hooks.slack.com/x", "slack", undefined],
  ["ftp://hooks.example.com/x", "webhook", undefined],
])("%s is no address for a %s: %s", async (url, kind, code) => {
  const { db } = team.deployment.ctx();
  await db.update(pageTable).set({ host: "status.acme.com" });
  const failure = await failureOf(createChannel(admin(), given({ kind, settings: { url } })));
  expect(failure).toMatchObject({ name: "invalid", fields: { "settings.url": expect.any(String) } });
  if (code) expect(failure).toMatchObject({ code });
});

test("only what is known is taken, and only from admins", async () => {
  const refused = async (over: object) => failureOf(createChannel(admin(), given(over) as never));
  expect(await refused({ kind: "pigeon" })).toMatchObject({ code: "unknown_kind" });
  expect(await refused({ events: [] })).toMatchObject({ fields: { events: expect.any(String) } });
  expect(await refused({ events: ["birthday"] })).toMatchObject({ name: "invalid" });
  expect(await refused({ minimumSeverity: "dire" })).toMatchObject({ name: "invalid" });
  expect(await refused({ settings: { colour: "red" } })).toMatchObject({ name: "invalid" });
  expect(await failureOf(createChannel(team.as("responder"), given()))).toMatchObject({ name: "forbidden" });
  expect(await failureOf(createChannel(team.as(null), given()))).toMatchObject({ name: "missing" });
});

test("a change keeps what it does not name; a channel is paused, switched on again, deleted with what it was told", async () => {
  const { id } = await makeWebhook(team, "b", { minimumSeverity: "error" });
  await good(updateChannel(admin(), { ...target(id), version: 0, name: "Bee", settings: { url: secretMask } }));
  expect((await shown(id)).channel).toMatchObject({ name: "Bee", minimumSeverity: "error", events: ["draft_opened"] });
  const stale = updateChannel(admin(), { ...target(id), version: 0, name: "Cee" });
  expect(await failureOf(stale)).toMatchObject({ name: "conflict", current: { name: "Bee", version: 1 } });
  await good(pauseChannel(admin(), target(id)));
  expect((await shown(id)).channel.disabledAt).toBe(team.deployment.clock.now);
  await good(resumeChannel(admin(), target(id)));
  await good(updateChannel(admin(), { ...target(id), paused: true }));
  await good(updateChannel(admin(), { ...target(id), paused: false }));
  expect((await shown(id)).channel).toMatchObject({ disabledAt: null, disabledReason: null });
  await good(sendChannelTest(admin(), target(id)));
  await good(deleteChannel(admin(), target(id)));
  expect(await deliveriesOf(team, id)).toEqual([]);
  expect(await failureOf(readChannel(admin(), target(id)))).toMatchObject({ name: "missing" });
});

test("a test is told once, signed, and what was answered stands in the deliveries", async () => {
  const { id, shownOnce } = await makeWebhook(team, "c");
  team.hook.answer(() => ({ status: 418, text: "I am a teapot" }));
  const refused = await good(sendChannelTest(admin(), target(id)));
  expect(refused.delivery).toMatchObject({ kind: "test", state: "dead", dueAt: null });
  expect(refused.delivery.attempts).toMatchObject([{ status: 418, answer: "I am a teapot" }]);
  team.hook.answer(() => ({ status: 204 }));
  team.deployment.clock.now += 1000;
  const before = team.hook.received.length;
  const once = { ...target(id), commitId: "01channel0test000000000000" };
  const [first, again] = [await good(sendChannelTest(admin(), once)), await good(sendChannelTest(admin(), once))];
  expect([first, first.delivery.state, team.hook.received.length - before]).toEqual([again, "sent", 1]);
  const { body = "", headers } = team.hook.received.at(-1) ?? {};
  const messageId = String(headers?.["webhook-id"]);
  expect(messageId).toMatch(new RegExp(`^${first.delivery.id}\\.${id}\\.[0-9a-f]{12}$`));
  const signature = new Webhook(shownOnce.secret ?? "").sign(messageId, new Date(team.deployment.clock.now), body);
  expect(headers?.["webhook-signature"]).toBe(signature);
  expect(JSON.parse(body)).toMatchObject({ type: "test", data: { page: { name: "Acme" } } });
  const listed = await good(listChannels(team.as("viewer"), { pageId: team.pageId }));
  expect(listed.find((each) => each.id === id)).toMatchObject({
    kindTitle: "Webhook",
    lastDelivery: { state: "sent" },
  });
  const test = { pageId: team.pageId, channelId: id, id: refused.delivery.id };
  expect(await failureOf(retryDelivery(admin(), test))).toMatchObject({ code: "not_failed" });
  expect(await failureOf(sendChannelTest(team.as("responder"), target(id)))).toMatchObject({ name: "forbidden" });
});
