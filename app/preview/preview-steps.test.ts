import { afterEach, beforeEach, expect, test } from "vitest";
import { createChannel } from "~/channels/create";
import { editMaintenance } from "~/maintenances/edit";
import { planMaintenance } from "~/maintenances/plan";
import { cancelMaintenance, completeMaintenance, extendMaintenance, startMaintenance } from "~/maintenances/verbs";
import { failureOf, good } from "../../tests/support/desk";
import { anOpening, mailOf, timeless } from "../../tests/support/previewed";
import { openTeam, type Team } from "../../tests/support/team-channels";
import {
  emailPreviewInColourScheme,
  type NotificationPreview,
  notificationPreviewInLanguage,
  notificationPreviewInPageLanguage,
  type PreviewBuilder,
} from "./preview";
import { previewIncidentOpening } from "./preview-incident";
import { previewExtendingMaintenance, previewMaintenanceEdit, previewMaintenanceMove } from "./preview-step";

let team: Team;
const page = () => ({ pageId: team.pageId });
afterEach(() => team.close());
beforeEach(async () => {
  team = await openTeam();
});
const ctx = () => team.as("responder");

const listen = (kind: "webhook" | "slack", events: string[]) => {
  const url = `${team.hook.url.replace("http:", kind === "slack" ? "https:" : "http:")}/${kind}`;
  return good(createChannel(team.as("admin"), { ...page(), kind, name: `To ${kind}`, settings: { url }, events }));
};

const opening = () => anOpening(team);

const plannedWork = async () => {
  const startsAt = team.deployment.clock.now + 86_400_000;
  const endsAt = startsAt + 7_200_000;
  const components = { [team.components[0]]: "under_maintenance" };
  const given = { ...page(), title: "New disks", body: "Slower.", startsAt, endsAt, components };
  const { id } = await good(planMaintenance(ctx(), given));
  team.deployment.clock.now += 1000;
  return { id, startsAt, endsAt };
};

/** Returns a maintenance that was started manually, with its subscribers notified. */
const begun = async () => {
  const work = await plannedWork();
  await good(startMaintenance(ctx(), { ...page(), id: work.id }));
  team.deployment.clock.now += 1000;
  return work;
};

const acts = { in_progress: startMaintenance, completed: completeMaintenance, cancelled: cancelMaintenance };

async function moving(to: keyof typeof acts): ReturnType<Deed> {
  const { id } = await (to === "completed" ? begun() : plannedWork());
  const given = { ...page(), id, notify: true };
  return { before: (look) => previewMaintenanceMove(to)(ctx(), given, look), act: () => acts[to](ctx(), given) };
}

/** An action and its preview. */
type Deed = () => Promise<{
  before: (look: PreviewBuilder<NotificationPreview>) => ReturnType<PreviewBuilder<NotificationPreview>>;
  act(): Promise<unknown>;
}>;

const deeds: Record<string, Deed> = {
  ...Object.fromEntries(
    (["in_progress", "completed", "cancelled"] as const).map((to) => [`maintenance ${to}`, () => moving(to)]),
  ),
  extending: async () => {
    const { id, endsAt } = await begun();
    const given = { ...page(), id, endsAt: endsAt + 3_600_000 };
    return {
      before: (look) => previewExtendingMaintenance(ctx(), given, look),
      act: () => extendMaintenance(ctx(), given),
    };
  },
  editing: async () => {
    const { id, startsAt, endsAt } = await plannedWork();
    const components = { [team.components[1]]: "major_outage" };
    const given = {
      ...page(),
      id,
      startsAt: startsAt + 60_000,
      endsAt,
      components,
      title: "Newer disks",
      notify: true,
    };
    return { before: (look) => previewMaintenanceEdit(ctx(), given, look), act: () => editMaintenance(ctx(), given) };
  },
};

test.each(Object.keys(deeds))("%s: the email is the one that is sent afterwards, in every letter", async (name) => {
  const { before, act } = (await deeds[name]?.()) ?? {};
  if (!before || !act) throw new Error(name);
  team.deployment.clock.now += 1000;
  const { email } = await good(before(notificationPreviewInPageLanguage));
  const sent = await mailOf(team, act);
  expect([email.subject, timeless(email.text)]).toEqual([sent.subject, timeless(sent.text)]);
});

test("in each language that subscribers can choose; channels read the page's", async () => {
  await listen("slack", ["incident_published"]);
  const german = await good(previewIncidentOpening(ctx(), opening(), notificationPreviewInLanguage("de")));
  expect(german.email.subject).toBe("[Acme] Wird untersucht: Orders are late");
  expect([german.language, german.pageLanguage]).toEqual(["de", "en"]);
  const own = await good(previewIncidentOpening(ctx(), opening(), notificationPreviewInPageLanguage));
  expect(german.channels).toEqual(own.channels);
  expect(german.ways.map(({ drawn }) => drawn)).not.toEqual(own.ways.map(({ drawn }) => drawn));
  expect(await good(previewIncidentOpening(ctx(), opening(), emailPreviewInColourScheme("light", "ar")))).toContain(
    'dir="rtl"',
  );
});

test("an edit that nobody is told of has no messages; a move that subscribers are not told of is shown to channels", async () => {
  await listen("webhook", ["maintenance_moved"]);
  const { id, startsAt, endsAt } = await plannedWork();
  const given = { ...page(), id, title: "Newer disks" };
  expect(await failureOf(previewMaintenanceEdit(ctx(), given, notificationPreviewInPageLanguage))).toEqual({
    name: "gone",
  });
  const moved = await good(
    previewMaintenanceEdit(ctx(), { ...given, startsAt: startsAt - 60_000, endsAt }, notificationPreviewInPageLanguage),
  );
  expect([moved.notify, moved.channels.map(({ name }) => name)]).toEqual([false, ["To webhook"]]);
  expect(
    await failureOf(previewExtendingMaintenance(ctx(), { ...page(), id, endsAt }, notificationPreviewInPageLanguage)),
  ).toMatchObject({
    name: "invalid",
  });
  expect(
    await failureOf(previewMaintenanceMove("completed")(ctx(), { ...page(), id }, notificationPreviewInPageLanguage)),
  ).toMatchObject({
    name: "conflict",
  });
});
