import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { listAudit } from "~/audit/list";
import { createSource } from "~/sources/create";
import { failureOf, good } from "../../tests/support/desk";
import { group, post } from "../../tests/support/ingest";
import {
  deliveriesOf,
  draftOpened,
  forgetTold,
  makeWebhook,
  openTeam,
  type Team,
  timePasses,
} from "../../tests/support/team-channels";
import { countMissedByNewChannel, sendPresentState } from "./send-present-state";
import { sendChannelTest } from "./send-test";

/** A channel that is created while alerts fire and a draft waits. */
let team: Team;
let token = "";
beforeAll(async () => {
  team = await openTeam();
  const given = { pageId: team.pageId, kind: "alertmanager", name: "Prometheus" };
  const { ingestUrl } = await good(createSource(team.as("admin"), given));
  token = ingestUrl.split("/").at(-1) ?? "";
});
beforeEach(() => forgetTold(team));
afterAll(() => team.close());

const admin = () => team.as("admin");
const target = (id: string) => ({ pageId: team.pageId, id });
const missedOf = (id: string) => good(countMissedByNewChannel(team.as("viewer"), target(id)));
const fire = async (key: string) => {
  await good(post(team.deployment.ctx(), { token }, group([{ key }])));
  await team.deployment.settled();
};
const types = () => team.hook.received.map(({ body }) => (JSON.parse(String(body)) as { type: string }).type);

test("it is told how much it missed, is sent that once, and the log says so", async () => {
  await fire("disk");
  await draftOpened(team);
  const { id } = await makeWebhook(team, "late");
  expect(await missedOf(id)).toEqual({ alerts: 1, drafts: 1 });
  await good(sendChannelTest(admin(), target(id)));
  expect(await missedOf(id), "a test is no news").toEqual({ alerts: 1, drafts: 1 });
  team.hook.received.length = 0;
  await good(sendPresentState(admin(), target(id)));
  expect(await missedOf(id)).toEqual({ alerts: 0, drafts: 0 });
  expect(await failureOf(sendPresentState(admin(), target(id)))).toMatchObject({ code: "nothing_missed" });
  await timePasses(team, 1000);
  await timePasses(team, 1000);
  expect(types().sort()).toEqual(["alert_unacknowledged", "draft_opened"]);
  const listed = (await deliveriesOf(team, id)).map(({ kind, about }) => `${kind} ${about === null ? "" : "about"}`);
  expect(listed.sort(), "nobody escalated").toEqual(["alert_fired ", "draft_opened about", "test "]);
  const { entries } = await good(listAudit(admin(), { pageId: team.pageId }));
  expect(entries.find(({ action }) => action === "channel.catch_up")).toMatchObject({ after: { count: 2 } });
});

test("only an admin sends it; where nothing is missed, nothing is sent", async () => {
  const { id } = await makeWebhook(team, "choosy", { componentIds: [team.components[1]] });
  expect(await missedOf(id)).toEqual({ alerts: 0, drafts: 0 });
  expect(await failureOf(sendPresentState(team.as("responder"), target(id)))).toMatchObject({ name: "forbidden" });
  expect(await failureOf(sendPresentState(admin(), target(id)))).toMatchObject({ code: "nothing_missed" });
});

test("pressed while the notice of a draft still waits, it keeps nobody's message back", async () => {
  const early = await makeWebhook(team, "early");
  const { noticeId } = await draftOpened(team);
  const { d1, now } = team.deployment.ctx();
  await d1
    .prepare("UPDATE notice SET due_at = ?2, expires_at = ?2 + 3600000 WHERE id = ?1")
    .bind(noticeId, now())
    .run();
  const late = await makeWebhook(team, "late");
  await good(sendPresentState(admin(), target(late.id)));
  await timePasses(team, 1000);
  await timePasses(team, 1000);
  const draftsOf = async (id: string) =>
    (await deliveriesOf(team, id)).filter(({ kind }) => kind === "draft_opened").length;
  expect([await draftsOf(early.id), await draftsOf(late.id)]).toEqual([1, 1]);
});
