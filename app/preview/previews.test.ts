import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { previewChannelCall } from "~/channels/contract/message-drawing";
import { createChannel } from "~/channels/create";
import { handleCronTick } from "~/clock/tick";
import { readBatch } from "~/db/read";
import { channelDeliveryTable, noticeTable, subscriberTable } from "~/db/schema";
import { openIncident } from "~/incidents/open";
import { postIncidentUpdate } from "~/incidents/post-update";
import { publishPostmortem } from "~/incidents/postmortems/verbs";
import { planMaintenance } from "~/maintenances/plan";
import { postMaintenanceUpdate } from "~/maintenances/updates";
import { countRows } from "../../tests/support/counted-rows";
import { failureOf, good } from "../../tests/support/desk";
import { anOpening, mailOf, timeless } from "../../tests/support/previewed";
import { plainSubscriber, put } from "../../tests/support/scenario";
import { openTeam, type Team } from "../../tests/support/team-channels";
import { open, update } from "../../tests/support/told";
import {
  emailPreviewInColourScheme,
  type NotificationPreview,
  notificationPreviewInPageLanguage,
  type PreviewBuilder,
} from "./preview";
import { previewIncidentOpening, previewIncidentUpdate, previewPostmortem } from "./preview-incident";
import { previewMaintenanceSchedule, previewMaintenanceUpdate } from "./preview-maintenance";
import { previewTemplate } from "./preview-template";

let team: Team;
beforeEach(async () => {
  team = await openTeam();
});
afterEach(() => team.close());

const ctx = () => team.as("responder");
const page = () => ({ pageId: team.pageId });

async function settled() {
  await team.deployment.settled();
  team.deployment.clock.now += 60_000;
  await handleCronTick(team.deployment.ctx(), team.deployment.clock.now);
  await team.deployment.settled();
}

const listen = (kind: "webhook" | "slack", over: Record<string, unknown> = {}) =>
  good(
    createChannel(team.as("admin"), {
      ...page(),
      kind,
      name: `To ${kind}`,
      settings: { url: `${team.hook.url.replace("http:", kind === "slack" ? "https:" : "http:")}/${kind}` },
      events: ["incident_published", "incident_updated", "incident_resolved", "maintenance_planned"],
      ...over,
    }),
  );

const opening = () => anOpening(team);

/** An action and its preview. */
type Deed = () => Promise<{
  before: (look: PreviewBuilder<NotificationPreview>) => ReturnType<PreviewBuilder<NotificationPreview>>;
  act(): Promise<unknown>;
}>;

const deeds: Record<string, Deed> = {
  opening: async () => ({
    before: (look) => previewIncidentOpening(ctx(), opening(), look),
    act: () => openIncident(ctx(), opening()),
  }),
  update: async () => {
    const id = await open(team);
    const given = {
      ...page(),
      id,
      body: "Found *it*.",
      status: "identified",
      components: { [team.components[1]]: "major_outage" },
    };
    return { before: (look) => previewIncidentUpdate(ctx(), given, look), act: () => postIncidentUpdate(ctx(), given) };
  },
  resolving: async () => {
    const id = await open(team);
    const given = { ...page(), id, body: "All is well.", status: "resolved" };
    return { before: (look) => previewIncidentUpdate(ctx(), given, look), act: () => postIncidentUpdate(ctx(), given) };
  },
  postmortem: async () => {
    const id = await open(team);
    await update(team, id, "All is well.", "resolved");
    const given = { ...page(), id, body: "What we learned.", notify: true };
    return { before: (look) => previewPostmortem(ctx(), given, look), act: () => publishPostmortem(ctx(), given) };
  },
  plan: async () => {
    const startsAt = team.deployment.clock.now + 86_400_000;
    const given = {
      ...page(),
      title: "New disks",
      body: "Slower for a while.",
      startsAt,
      endsAt: startsAt + 3_600_000,
      components: { [team.components[0]]: "degraded_performance" },
    };
    return {
      before: (look) => previewMaintenanceSchedule(ctx(), given, look),
      act: () => planMaintenance(ctx(), given),
    };
  },
  "maintenance update": async () => {
    const startsAt = team.deployment.clock.now + 86_400_000;
    const { id } = await good(
      planMaintenance(ctx(), {
        ...page(),
        title: "New disks",
        startsAt,
        endsAt: startsAt + 1,
        components: { [team.components[0]]: "under_maintenance" },
      }),
    );
    team.deployment.clock.now += 1000;
    const given = { ...page(), id, body: "The disks are here." };
    return {
      before: (look) => previewMaintenanceUpdate(ctx(), given, look),
      act: () => postMaintenanceUpdate(ctx(), given),
    };
  },
};

test.each(Object.keys(deeds))("%s: the email is the one that is sent afterwards, in every letter", async (name) => {
  const { before, act } = (await deeds[name]?.()) ?? {};
  if (!before || !act) throw new Error(name);
  team.deployment.clock.now += 1000;
  const seen = await good(before(notificationPreviewInPageLanguage));
  const sent = await mailOf(team, act);
  expect({ subject: seen.email.subject, text: timeless(seen.email.text) }).toEqual({
    subject: sent.subject,
    text: timeless(sent.text),
  });
});

test("a channel of the page gets what its preview shows, and one that does not want it is not named", async () => {
  await listen("webhook");
  await listen("webhook", { name: "Only severe", minimumSeverity: "critical" });
  await listen("webhook", { name: "Another component", componentIds: [team.components[2]] });
  await listen("webhook", { name: "No such event", events: ["limit_near"] });
  const { channels } = await good(previewIncidentOpening(ctx(), opening(), notificationPreviewInPageLanguage));
  expect(channels.map(({ name }) => name)).toEqual(["To webhook"]);
  await good(openIncident(ctx(), opening()));
  await settled();
  const [rows] = await readBatch(ctx(), ctx().db.select().from(channelDeliveryTable));
  expect(rows.map(({ state }) => state)).toEqual(["sent"]);
  const [got] = team.hook.received;
  const body = (text: string) =>
    timeless(text.replaceAll(/"(?:id|at|timestamp|thread|subject)[^"]*": ?(?:"[^"]*"|\d+)/g, ""));
  const drawn = previewChannelCall("webhook", { url: "", method: "POST", headers: {}, body: got?.body ?? "" });
  const lines = (each: typeof drawn | null | undefined) =>
    body(
      (each?.lines ?? [])
        .flat()
        .map(({ text }) => text)
        .join("\n"),
    );
  expect(lines(channels[0]?.drawn)).toBe(lines(drawn));
});

describe("who is reached", () => {
  const people = async (given: Record<string, string | number | string[] | null>[]) => {
    const at = team.deployment.clock.now - 1;
    const rows = given.map((over, n) => ({
      pageId: team.pageId,
      id: `s${n}`,
      ...plainSubscriber(`s${n}@example.com`, at),
      kind: "email",
      incidentId: "",
      ...over,
    }));
    await put(team.deployment, subscriberTable, rows as never);
  };

  test("by each way: those that the notice finds", async () => {
    const [website, api] = team.components;
    await people([
      {},
      {},
      { scope: "components", componentIds: [website] },
      { scope: "components", componentIds: [api] },
      { scope: "incident", incidentId: "another" },
      { state: "pending", confirmedAt: null },
      { kind: "slack", address: "slack:1" },
      { kind: "slack", address: "slack:2", scope: "components", componentIds: [website] },
      { kind: "discord", address: "discord:1", scope: "components", componentIds: [api] },
      { kind: "web-push", address: "web-push:1" },
    ]);
    const seen = await good(previewIncidentOpening(ctx(), opening(), notificationPreviewInPageLanguage));
    expect(seen.email.people).toBe(3);
    expect(seen.ways.map(({ kind, people: count }) => [kind, count])).toEqual([
      ["web-push", 1],
      ["discord", 0],
      ["teams", 0],
      ["slack", 2],
    ]);
    expect(seen.ways.every(({ drawn }) => drawn !== null)).toBe(true);
  });

  test("one address is counted once, of an incident’s own subscribers too", async () => {
    const id = await open(team);
    await people([
      { address: "a@example.com" },
      { address: "a@example.com", scope: "incident", incidentId: id },
      { scope: "incident", incidentId: id },
    ]);
    const given = { ...page(), id, body: "More.", status: "identified" };
    expect((await good(previewIncidentUpdate(ctx(), given, notificationPreviewInPageLanguage))).email.people).toBe(2);
  });

  test("reads each subscriber of the page once and little else, none of another page", async () => {
    await people(Array.from({ length: 300 }, () => ({})));
    await put(
      team.deployment,
      subscriberTable,
      Array.from({ length: 300 }, (_, n) => ({
        pageId: "other",
        id: `o${n}`,
        ...plainSubscriber(`o${n}@example.com`, 1),
      })) as never,
    );
    const rows = await countRows(team.deployment, async () => {
      expect(
        (await good(previewIncidentOpening(ctx(), opening(), notificationPreviewInPageLanguage))).email.people,
      ).toBe(300);
    });
    expect(rows).toBeLessThanOrEqual(300 + 30);
  });
});

test("a template is filled in as it would be in a form", async () => {
  const given = {
    ...page(),
    name: "Outage",
    title: "Trouble with {{component}}",
    body: "On {{page}}.",
    components: { [team.components[1]]: "major_outage" },
  };
  const { email } = await good(previewTemplate(team.as("admin"), given, notificationPreviewInPageLanguage));
  expect(email.subject).toBe("[Acme] Investigating: Trouble with API");
  expect(email.text).toContain("On Acme.");
});

test("light and dark are the same mail, each whatever the browser prefers, without links that open anything", async () => {
  const light = await good(previewIncidentOpening(ctx(), opening(), emailPreviewInColourScheme("light")));
  const dark = await good(previewIncidentOpening(ctx(), opening(), emailPreviewInColourScheme("dark")));
  expect(light).toContain("@media not all{");
  expect(dark).toContain("@media all{");
  expect(`${light}${dark}`).not.toContain("prefers-color-scheme");
  const bare = (html: string) => html.replace(/<style>.*?<\/style>/s, "");
  expect(bare(light)).toBe(bare(dark));
  expect(light).toContain("subscriptions/••••/leave");
});

test("nobody but responders; what cannot be is said; nothing is written or called", async () => {
  expect(
    await failureOf(previewIncidentOpening(team.as("viewer"), opening(), notificationPreviewInPageLanguage)),
  ).toMatchObject({ name: "forbidden" });
  expect(
    await failureOf(previewIncidentOpening(ctx(), { ...opening(), title: "" }, notificationPreviewInPageLanguage)),
  ).toMatchObject({
    name: "invalid",
  });
  const gone = { ...page(), id: "gone", body: "x" };
  expect(await failureOf(previewIncidentUpdate(ctx(), gone, notificationPreviewInPageLanguage))).toMatchObject({
    name: "missing",
  });
  expect(await failureOf(previewMaintenanceUpdate(ctx(), gone, notificationPreviewInPageLanguage))).toMatchObject({
    name: "missing",
  });
  expect(await failureOf(previewPostmortem(ctx(), gone, notificationPreviewInPageLanguage))).toMatchObject({
    name: "missing",
  });
  await good(previewIncidentOpening(ctx(), opening(), notificationPreviewInPageLanguage));
  const [rows] = await readBatch(ctx(), ctx().db.select().from(noticeTable));
  expect([rows, team.hook.received]).toEqual([[], []]);
});
