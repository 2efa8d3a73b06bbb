import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createChannel } from "~/channels/create";
import { handleCronTick } from "~/clock/tick";
import { readBatch } from "~/db/read";
import { noticeTable } from "~/db/schema";
import { openIncident } from "~/incidents/open";
import { postIncidentUpdate } from "~/incidents/post-update";
import { publishPostmortem } from "~/incidents/postmortems/verbs";
import { publishIncident } from "~/incidents/verbs";
import { editMaintenance } from "~/maintenances/edit";
import { planMaintenance } from "~/maintenances/plan";
import { postMaintenanceUpdate } from "~/maintenances/updates";
import { cancelMaintenance, extendMaintenance } from "~/maintenances/verbs";
import { failureOf, good } from "../../../tests/support/desk";
import { deliveriesOf, forgetTold, makeWebhook, openTeam, type Team } from "../../../tests/support/team-channels";
import { publishedNoticeKinds } from "../rules/notice";
import { deliverToChannels } from "./deliver";
import { sendNotices } from "./send";

let team: Team;
beforeAll(async () => {
  team = await openTeam();
});
afterAll(() => team.close());
beforeEach(() => forgetTold(team));

const minute = 60_000;
const hour = 60 * minute;
const everything = { events: [...publishedNoticeKinds] };

async function send(): Promise<void> {
  await team.deployment.settled();
  while ((await sendNotices(team.deployment.ctx())).left);
  while ((await deliverToChannels(team.deployment.ctx())).left);
}

/** Lets the minutes after `at` pass, each with its tick. */
async function passTo(at: number): Promise<void> {
  for (let passed = 1; passed <= 3; passed++) {
    team.deployment.clock.now = at + passed * minute;
    await handleCronTick(team.deployment.ctx(), team.deployment.clock.now);
    await send();
  }
}

interface Heard {
  type: string;
  data: {
    title: string;
    text: string;
    link: { url: string };
    thread: { id: string; open: boolean } | null;
    facts: { name: string; value: string }[];
  };
}

const heard = (path = "all"): Heard[] =>
  team.hook.received.filter((each) => each.path === `/${path}`).map(({ body }) => JSON.parse(body));
const typesHeard = (path?: string) => heard(path).map(({ type }) => type);

const responder = () => team.as("responder");

const opened = (over: Record<string, unknown> = {}) =>
  good(
    openIncident(responder(), {
      pageId: team.pageId,
      title: "Orders are late",
      body: "We look into it.",
      status: "investigating",
      components: { [team.components[0]]: "partial_outage" },
      ...over,
    }),
  );

const planned = (over: Record<string, unknown> = {}) => {
  const { now } = team.deployment.clock;
  return good(
    planMaintenance(responder(), {
      pageId: team.pageId,
      title: "New disks",
      body: "We replace disks.",
      startsAt: now + 2 * hour,
      endsAt: now + 3 * hour,
      components: { [team.components[0]]: "under_maintenance" },
      remindHour: true,
      autoEnd: true,
      ...over,
    } as never),
  );
};

describe("an incident", () => {
  test("is told from its opening to its postmortem in order, each once, as one thread", async () => {
    await makeWebhook(team, "all", everything);
    const { id } = await opened();
    const target = { pageId: team.pageId, id };
    await send();
    team.deployment.clock.now += minute;
    await good(postIncidentUpdate(responder(), { ...target, body: "A disk is full.", status: "identified" }));
    await send();
    team.deployment.clock.now += minute;
    await good(postIncidentUpdate(responder(), { ...target, body: "It works again.", status: "resolved" }));
    await send();
    team.deployment.clock.now += minute;
    await good(publishPostmortem(responder(), { ...target, body: "It was the disk.", notify: false }));
    await send();
    await send();
    expect(heard()).toMatchObject([
      {
        type: "incident_published",
        data: {
          title: "Orders are late: Investigating",
          text: "We look into it.",
          link: { url: expect.stringContaining(`/incidents/${id}`) },
          facts: [{ name: expect.any(String), value: "Partial outage" }],
          thread: { id, open: true },
        },
      },
      { type: "incident_updated", data: { title: "Orders are late: Identified", text: "A disk is full." } },
      { type: "incident_resolved", data: { text: "It works again.", thread: { id, open: false } } },
      { type: "postmortem_published", data: { text: "It was the disk.", thread: { id, open: false } } },
    ]);
    for (const { data } of heard()) expect(data.link.url).not.toContain("/manage/");
  });

  test("is told all the same where subscribers are not notified; a draft is told when it is published", async () => {
    await makeWebhook(team, "all", everything);
    const { id } = await opened({ notify: false, visibility: "draft" });
    team.deployment.clock.now += minute;
    await good(postIncidentUpdate(responder(), { pageId: team.pageId, id, body: "Not yet seen.", notify: false }));
    await send();
    expect(heard()).toEqual([]);
    team.deployment.clock.now += minute;
    await good(publishIncident(responder(), { pageId: team.pageId, id, notify: false }));
    await send();
    expect(typesHeard()).toEqual(["incident_published"]);
  });

  test("of the past is told nobody", async () => {
    await makeWebhook(team, "all", everything);
    await opened({ status: "resolved" });
    await send();
    expect(heard()).toEqual([]);
  });

  test("is not written where no channel wants it", async () => {
    await makeWebhook(team, "all", { events: ["draft_opened"] });
    await opened({ notify: false });
    const ctx = team.deployment.ctx();
    expect((await readBatch(ctx, ctx.db.select().from(noticeTable)))[0]).toEqual([]);
  });
});

describe("a maintenance", () => {
  test("is told when planned, moved, near, begun, updated and over", async () => {
    await makeWebhook(team, "all", everything);
    const { id } = await planned();
    await send();
    const target = { pageId: team.pageId, id };
    const startsAt = team.deployment.clock.now + 4 * hour;
    team.deployment.clock.now += minute;
    await good(editMaintenance(responder(), { ...target, startsAt, endsAt: startsAt + hour, notify: false }));
    await send();
    await passTo(startsAt - hour);
    await passTo(startsAt);
    team.deployment.clock.now += minute;
    await good(postMaintenanceUpdate(responder(), { ...target, body: "Half of it is done.", notify: false }));
    team.deployment.clock.now += minute;
    await good(extendMaintenance(responder(), { ...target, endsAt: startsAt + 2 * hour, notify: false }));
    await send();
    await passTo(startsAt + 2 * hour);
    expect(typesHeard()).toEqual([
      "maintenance_planned",
      "maintenance_moved",
      "maintenance_soon",
      "maintenance_started",
      "maintenance_updated",
      "maintenance_moved",
      "maintenance_finished",
    ]);
    const titles = heard().map(({ data }) => data.title.replace("New disks: ", ""));
    expect(titles).toEqual([
      "Scheduled",
      "Rescheduled",
      "Reminder",
      "In progress",
      "Update",
      "Rescheduled",
      "Completed",
    ]);
    expect(heard()[1]?.data.text).toBe("The time of this maintenance has changed.");
    expect(heard()[4]?.data.text).toBe("Half of it is done.");
    expect(heard()[5]?.data.text).toBe("This maintenance will take longer than scheduled.");
    expect(heard().map(({ data }) => data.thread?.open)).toEqual([true, true, true, true, true, true, false]);
  });

  test("that is cancelled reminds nobody any more", async () => {
    await makeWebhook(team, "all", everything);
    const { id } = await planned();
    await send();
    team.deployment.clock.now += minute;
    await good(cancelMaintenance(responder(), { pageId: team.pageId, id, notify: false }));
    await send();
    team.deployment.clock.now += 4 * hour;
    await send();
    expect(typesHeard()).toEqual(["maintenance_planned", "maintenance_called_off"]);
  });
});

describe("a channel", () => {
  test("hears of its components only, and of as much as its severity lets through", async () => {
    const [first, second] = team.components;
    await makeWebhook(team, "first", { ...everything, componentIds: [first] });
    await makeWebhook(team, "second", { ...everything, componentIds: [second] });
    await makeWebhook(team, "severe", { ...everything, minimumSeverity: "critical" });
    await opened();
    await opened({ components: { [second as string]: "major_outage" }, title: "Website is down" });
    await send();
    const titles = (path: string) => heard(path).map(({ data }) => data.title.split(":")[0]);
    expect(titles("first")).toEqual(["Orders are late"]);
    expect(titles("second")).toEqual(["Website is down"]);
    expect(titles("severe")).toEqual(["Website is down"]);
  });

  test("is quiet at its hours, in the page's zone, and hears afterwards what still holds", async () => {
    team.deployment.clock.now = Date.UTC(2026, 11, 1, 23, 0);
    const { id } = await makeWebhook(team, "quiet", { ...everything, quietFrom: "22:00", quietUntil: "07:00" });
    await makeWebhook(team, "all", everything);
    await opened();
    await send();
    expect([typesHeard("all"), typesHeard("quiet")]).toEqual([["incident_published"], []]);
    expect(await deliveriesOf(team, id)).toMatchObject([{ state: "due", dueAt: Date.UTC(2026, 11, 2, 7, 0) }]);
    team.deployment.clock.now = Date.UTC(2026, 11, 2, 7, 0);
    await send();
    expect(typesHeard("quiet")).toEqual(["incident_published"]);
  });

  test("that fails in the evening is tried again when its quiet hours are over", async () => {
    team.deployment.clock.now = Date.UTC(2026, 11, 3, 21, 59, 58);
    const { id } = await makeWebhook(team, "quiet", { ...everything, quietFrom: "22:00", quietUntil: "07:00" });
    team.hook.answer(() => ({ status: 503 }));
    await opened();
    await send();
    expect(team.hook.received).toHaveLength(1);
    team.deployment.clock.now += 10 * minute;
    await send();
    expect(team.hook.received).toHaveLength(1);
    expect((await deliveriesOf(team, id))[0]?.dueAt).toBe(Date.UTC(2026, 11, 4, 7, 0));
  });

  test("with half of its quiet hours, or an id that is none, is refused", async () => {
    const make = (over: Record<string, unknown>) =>
      createChannel(team.as("admin"), {
        ...{ pageId: team.pageId, kind: "webhook", name: "x", settings: { url: `${team.hook.url}/x` } },
        ...{ ...everything, ...over },
      });
    expect(await failureOf(make({ quietFrom: "22:00" }))).toMatchObject({
      fields: { quietUntil: "channel.quiet_both" },
    });
    expect(await failureOf(make({ quietFrom: "25:00", quietUntil: "07:00" }))).toMatchObject({ name: "invalid" });
  });
});
