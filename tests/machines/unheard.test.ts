import { afterEach, beforeEach, expect, test } from "vitest";
import { readAlert } from "~/alerts/read";
import { createChannel } from "~/channels/create";
import { deleteChannel, pauseChannel } from "~/channels/verbs";
import { handleCronTick } from "~/clock/tick";
import { readNowView } from "~/now/read";
import { readPolicyReach } from "~/pages/policy-reach";
import { updatePage } from "~/pages/update";
import { createSource } from "~/sources/create";
import { failureOf, good } from "../support/desk";
import { say } from "../support/own-alerts";
import { addPerson } from "../support/sign-in-mail";
import { execute, openTold, type Told } from "../support/told";

let told: Told;
const channels: Record<string, string> = {};

beforeEach(async () => {
  told = await openTold();
  const { pageId, deployment } = told;
  for (const id of ["ann", "left", "demoted", "nowhere", "disabled", "erased"])
    await addPerson(deployment, { id, pageId, role: "responder" });
  for (const name of ["on", "paused", "deleted"]) {
    const given = {
      pageId,
      kind: "webhook",
      name,
      settings: { url: `https://team.example.com/${name}` },
      events: ["mail_failed"],
    };
    channels[name] = (await good(createChannel(admin(), given))).id;
  }
});
afterEach(() => told.close());

const admin = () => told.as("admin");
const setPolicy = (over: object = {}) =>
  good(
    updatePage(admin(), {
      pageId: told.pageId,
      escalates: true,
      escalateAfter: 1,
      escalateTimes: 1,
      escalatePersonIds: ["ann", "left", "demoted", "nowhere", "disabled", "erased"],
      escalateChannelIds: Object.values(channels),
      ...over,
    }),
  );

/** All of them but Ann and one channel are lost to the policy, each in a way of its own. */
async function lose(): Promise<void> {
  for (const sql of [
    "DELETE FROM membership WHERE person_id IN ('left', 'erased')",
    "UPDATE membership SET role = 'viewer' WHERE person_id = 'demoted'",
    "UPDATE person SET email = NULL WHERE id = 'nowhere'",
    "UPDATE person SET disabled_at = 1 WHERE id = 'disabled'",
    "DELETE FROM person WHERE id = 'erased'",
  ])
    await execute(told, sql);
  const { pageId } = told;
  await good(pauseChannel(admin(), { pageId, id: channels.paused ?? "" }));
  await good(deleteChannel(admin(), { pageId, id: channels.deleted ?? "" }));
}

async function fireAndWait(): Promise<void> {
  const { deployment } = told;
  const prometheus = { pageId: told.pageId, kind: "alertmanager", name: "Prometheus" };
  await say(told, (await good(createSource(admin(), prometheus))).id, "firing");
  for (let minutes = 0; minutes < 5; minutes++) {
    deployment.clock.now += 60_000;
    await handleCronTick(deployment.ctx(), deployment.clock.now);
    await deployment.settled();
  }
}

/** Whom the newest firing says that were told. */
async function toldNames(): Promise<string[]> {
  const [row] = (await told.deployment.ctx().d1.prepare("SELECT id FROM alert").all<{ id: string }>()).results;
  const { episodes } = await good(readAlert(admin(), { pageId: told.pageId, id: row?.id ?? "" }));
  return (episodes[0]?.told ?? []).flatMap(({ people, channels: some }) =>
    [...people, ...some].map(({ name }) => name),
  );
}

test("who is gone is skipped and said, with everybody else told; Now says the same as the policy", async () => {
  await setPolicy();
  expect(await good(readPolicyReach(admin(), { pageId: told.pageId }))).toBeNull();
  await lose();
  await fireAndWait();
  expect((await toldNames()).sort()).toEqual(["Name of ann", "on"]);
  const mailed = told.smtp.mails.filter(({ text = "" }) => text.includes("/manage/acknowledge/"));
  expect(mailed.map(({ recipient }) => recipient)).toEqual(["ann@example.com"]);
  const reach = await good(readPolicyReach(admin(), { pageId: told.pageId }));
  expect(reach?.nobody).toBe(false);
  expect(reach?.unheard).toEqual([
    { reason: "channel_gone", id: "", name: "", count: 1 },
    { reason: "person_gone", id: "", name: "", count: 1 },
    { reason: "channel_off", id: channels.paused, name: "paused", count: 1 },
    { reason: "person_viewer", id: "demoted", name: "Name of demoted", count: 1 },
    { reason: "person_unreachable", id: "disabled", name: "Name of disabled", count: 1 },
    { reason: "person_left", id: "left", name: "Name of left", count: 1 },
    { reason: "person_unreachable", id: "nowhere", name: "Name of nowhere", count: 1 },
  ]);
  expect((await good(readNowView(admin(), { pageId: told.pageId }))).escalation).toEqual(reach);
});

test("where all are gone nobody is told, the look costs no error, and it is said so; off, it says nothing", async () => {
  await setPolicy({ escalatePersonIds: ["left"], escalateChannelIds: [channels.deleted] });
  await lose();
  await fireAndWait();
  expect(await toldNames()).toEqual([]);
  expect((await good(readPolicyReach(admin(), { pageId: told.pageId })))?.nobody).toBe(true);
  await setPolicy({ escalates: false });
  expect(await good(readPolicyReach(admin(), { pageId: told.pageId }))).toBeNull();
  expect(await failureOf(readPolicyReach(told.deployment.ctx(), { pageId: told.pageId }))).toMatchObject({
    name: "unauthenticated",
  });
});
