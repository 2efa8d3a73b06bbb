import { acknowledgeAlertsByLink } from "~/alerts/acknowledge-by-link";
import { attachAlert } from "~/alerts/attach";
import { listAlerts } from "~/alerts/list";
import { bulkAlerts } from "~/alerts/several-alerts";
import { acknowledgeAlert, dismissAlert, restoreAlert } from "~/alerts/verbs";
import { noticeTable } from "~/db/schema";
import { backfillIncident } from "~/incidents/backfill";
import { editIncident } from "~/incidents/edit";
import { editIncidentDraft } from "~/incidents/edit-draft";
import { editIncidentUpdate } from "~/incidents/edit-update";
import { changeIncidentLead } from "~/incidents/lead";
import { addIncidentNote, deleteIncidentNote, editIncidentNote } from "~/incidents/notes/verbs";
import { openIncident } from "~/incidents/open";
import { postIncidentUpdate } from "~/incidents/post-update";
import {
  deletePostmortem,
  publishPostmortem,
  revertPostmortem,
  startPostmortem,
  writePostmortem,
} from "~/incidents/postmortems/verbs";
import { readIncident } from "~/incidents/read";
import { dismissIncident, dismissOrWithdrawIncident, publishIncident, withdrawIncident } from "~/incidents/verbs";
import { editMaintenance } from "~/maintenances/edit";
import { editMaintenanceSeries } from "~/maintenances/edit-series";
import { endMaintenanceSeries } from "~/maintenances/end-series";
import { planMaintenance } from "~/maintenances/plan";
import { listMaintenanceSeries } from "~/maintenances/series";
import { editMaintenanceUpdate, postMaintenanceUpdate } from "~/maintenances/updates";
import {
  cancelMaintenance,
  completeMaintenance,
  extendMaintenance,
  readMaintenance,
  startMaintenance,
  verifyMaintenance,
} from "~/maintenances/verbs";
import { muteNotifications, unmuteNotifications } from "~/mutes/verbs";
import { makeAcknowledgeToken } from "~/notifications/letters/engine/acknowledge-link";
import { createSavedView, deleteSavedView, updateSavedView } from "~/saved-views/verbs";
import { createTemplate, deleteTemplate, updateTemplate } from "~/templates/verbs";
import { type AuditStage, id, making, type Step, step } from "./audit-stage";
import { raising } from "./audit-step-raising";
import { componentSteps } from "./audit-steps-components";
import { good } from "./desk";
import { group, post } from "./ingest";
import { put } from "./scenario";
import { addPerson } from "./sign-in-mail";

const hour = 3600_000;

const first = ({ page }: AuditStage) => page.components[0] as string;

const words = { body: "We look into it.", impactOverride: "minor" as const };

const incidentSteps: Step[] = [
  making("incidents/open#openIncident", "incident", (given, s) =>
    openIncident(s.ctx(), {
      ...given,
      ...words,
      title: "Slow",
      visibility: "published",
      components: { [first(s)]: "degraded_performance" },
    }),
  ),
  step("incidents/post-update#postIncidentUpdate", (given, s) =>
    postIncidentUpdate(s.ctx(), { ...given, id: id(s, "incident"), status: "identified", body: "The cause is found." }),
  ),
  step("incidents/edit#editIncident", (given, s) =>
    editIncident(s.ctx(), { ...given, id: id(s, "incident"), title: "Very slow" }),
  ),
  step(null, async (given, s) => {
    const { updates } = await good(readIncident(s.ctx(), { ...given, id: id(s, "incident") }));
    s.ids.update = updates[0]?.id ?? "";
    return undefined;
  }),
  step("incidents/edit-update#editIncidentUpdate", (given, s) =>
    editIncidentUpdate(s.ctx(), {
      ...given,
      id: id(s, "incident"),
      updateId: id(s, "update"),
      body: "A cause is found.",
    }),
  ),
  step("incidents/lead#changeIncidentLead", (given, s) =>
    changeIncidentLead(s.ctx(), { ...given, id: id(s, "incident"), leadId: "bob" }),
  ),
  making("incidents/notes/verbs#addIncidentNote", "note", (given, s) =>
    addIncidentNote(s.ctx(), { ...given, incidentId: id(s, "incident"), body: "Call Ann first." }),
  ),
  step("incidents/notes/verbs#editIncidentNote", (given, s) =>
    editIncidentNote(s.ctx(), { ...given, incidentId: id(s, "incident"), id: id(s, "note"), body: "Call Bob first." }),
  ),
  step("incidents/notes/verbs#deleteIncidentNote", (given, s) =>
    deleteIncidentNote(s.ctx(), { ...given, incidentId: id(s, "incident"), id: id(s, "note") }),
  ),
  making("incidents/open#openIncident", "draft", (given, s) =>
    openIncident(s.ctx(), { ...given, ...words, title: "Maybe", visibility: "draft" }),
  ),
  step("incidents/edit-draft#editIncidentDraft", (given, s) =>
    editIncidentDraft(s.ctx(), { ...given, id: id(s, "draft"), title: "Perhaps", body: "We look into it." }),
  ),
  step("incidents/verbs#publishIncident", (given, s) => publishIncident(s.ctx(), { ...given, id: id(s, "draft") })),
  step("incidents/verbs#withdrawIncident", (given, s) => withdrawIncident(s.ctx(), { ...given, id: id(s, "draft") })),
  making("incidents/open#openIncident", "second", (given, s) =>
    openIncident(s.ctx(), { ...given, ...words, title: "Perhaps", visibility: "draft" }),
  ),
  step("incidents/verbs#dismissIncident", (given, s) => dismissIncident(s.ctx(), { ...given, id: id(s, "second") })),
  making("incidents/open#openIncident", "third", (given, s) =>
    openIncident(s.ctx(), { ...given, ...words, title: "Not ours", visibility: "published" }),
  ),
  step("incidents/verbs#dismissOrWithdrawIncident", (given, s) =>
    dismissOrWithdrawIncident(s.ctx(), { ...given, id: id(s, "third") }),
  ),
  step("incidents/backfill#backfillIncident", (given, s) => {
    const { now } = s.deployment.clock;
    const span = { startedAt: now - 3 * hour, endsAt: now - 2 * hour };
    return backfillIncident(s.ctx(), {
      ...given,
      title: "Last night",
      impactOverride: "minor",
      ...span,
      resolution: "Over.",
    });
  }),
  step("incidents/post-update#postIncidentUpdate", (given, s) =>
    postIncidentUpdate(s.ctx(), { ...given, id: id(s, "incident"), status: "resolved", body: "Over." }),
  ),
  ...(
    [
      ["start", startPostmortem],
      ["write", writePostmortem],
      ["publish", publishPostmortem],
      ["revert", revertPostmortem],
      ["delete", deletePostmortem],
    ] as const
  ).map(([verb, run]) =>
    step(`incidents/postmortems/verbs#${verb}Postmortem`, (given, s) =>
      run(s.ctx(), { ...given, id: id(s, "incident"), body: "What we learnt." } as never),
    ),
  ),
  making("templates/verbs#createTemplate", "template", (given, s) =>
    createTemplate(s.ctx(), { ...given, name: "Slow", title: "{{component}} is slow", body: "We look." }),
  ),
  step("templates/verbs#updateTemplate", (given, s) =>
    updateTemplate(s.ctx(), { ...given, id: id(s, "template"), name: "Slower" }),
  ),
  step("templates/verbs#deleteTemplate", (given, s) => deleteTemplate(s.ctx(), { ...given, id: id(s, "template") })),
  making("saved-views/verbs#createSavedView", "savedView", (given, s) =>
    createSavedView(s.ctx(), { ...given, name: "Shop", query: "text=Shop", everyone: true }),
  ),
  step("saved-views/verbs#updateSavedView", (given, s) =>
    updateSavedView(s.ctx(), { ...given, id: id(s, "savedView"), name: "Still open" }),
  ),
  step("saved-views/verbs#deleteSavedView", (given, s) =>
    deleteSavedView(s.ctx(), { ...given, id: id(s, "savedView") }),
  ),
];

const plan = (s: AuditStage, title: string, repeat?: object) => {
  const from = s.deployment.clock.now + 48 * hour;
  const window = { startsAt: from, endsAt: from + hour, components: { [first(s)]: "under_maintenance" as const } };
  return { pageId: s.page.id, title, body: "We upgrade.", ...window, ...(repeat ? { repeat: repeat as never } : {}) };
};

const maintenanceSteps: Step[] = [
  making("maintenances/plan#planMaintenance", "work", (_, s) => planMaintenance(s.ctx(), plan(s, "Upgrade"))),
  step("maintenances/edit#editMaintenance", (given, s) =>
    editMaintenance(s.ctx(), { ...given, id: id(s, "work"), title: "Big upgrade" }),
  ),
  step("maintenances/updates#postMaintenanceUpdate", (given, s) =>
    postMaintenanceUpdate(s.ctx(), { ...given, id: id(s, "work"), body: "It stays as planned.", notify: false }),
  ),
  step(null, async (given, s) => {
    const { updates } = await good(readMaintenance(s.ctx(), { ...given, id: id(s, "work") }));
    s.ids.workUpdate = updates[0]?.id ?? "";
    return undefined;
  }),
  step("maintenances/updates#editMaintenanceUpdate", (given, s) =>
    editMaintenanceUpdate(s.ctx(), {
      ...given,
      id: id(s, "work"),
      updateId: id(s, "workUpdate"),
      body: "All as planned.",
    }),
  ),
  step("maintenances/verbs#startMaintenance", (given, s) => startMaintenance(s.ctx(), { ...given, id: id(s, "work") })),
  step("maintenances/verbs#extendMaintenance", (given, s) =>
    extendMaintenance(s.ctx(), { ...given, id: id(s, "work"), endsAt: s.deployment.clock.now + 60 * hour }),
  ),
  step("maintenances/verbs#verifyMaintenance", (given, s) =>
    verifyMaintenance(s.ctx(), { ...given, id: id(s, "work") }),
  ),
  step("maintenances/verbs#completeMaintenance", (given, s) =>
    completeMaintenance(s.ctx(), { ...given, id: id(s, "work") }),
  ),
  making("maintenances/plan#planMaintenance", "other", (_, s) => planMaintenance(s.ctx(), plan(s, "Move"))),
  step("maintenances/verbs#cancelMaintenance", (given, s) =>
    cancelMaintenance(s.ctx(), { ...given, id: id(s, "other") }),
  ),
  step("maintenances/plan#planMaintenance", (_, s) =>
    planMaintenance(s.ctx(), plan(s, "Each week", { frequency: "weekly", interval: 1, end: { kind: "never" } })),
  ),
  step(null, async (given, s) => {
    s.ids.series = (await good(listMaintenanceSeries(s.ctx(), given))).series[0]?.id ?? "";
    return undefined;
  }),
  step("maintenances/edit-series#editMaintenanceSeries", (given, s) =>
    editMaintenanceSeries(s.ctx(), { ...given, id: id(s, "series"), title: "Every week" }),
  ),
  step("maintenances/end-series#endMaintenanceSeries", (given, s) =>
    endMaintenanceSeries(s.ctx(), { ...given, id: id(s, "series") }),
  ),
];

/** Returns the link in an email about this alert, to a responder of the page. */
async function linkOfEscalation(s: AuditStage, { personId, key }: { personId: string; key: string }): Promise<string> {
  const [ctx, pageId] = [s.deployment.ctx(), s.page.id];
  await addPerson(s.deployment, { id: personId, pageId, role: "responder" });
  const { alerts } = await good(listAlerts(s.ctx(), { pageId }));
  const found = alerts.find((each) => each.key === key);
  const expiresAt = ctx.now() + 3600_000;
  const told = { kind: "alert_unacknowledged", audience: "person", subjectId: pageId, sequence: 1 } as const;
  const scope = { person_id: personId, firings: [[found?.id, found?.startedAt]] };
  await put(s.deployment, noticeTable, [{ id: "escalated", pageId, ...told, scope, expiresAt, createdAt: 1 }]);
  return makeAcknowledgeToken(ctx, { pageId, noticeId: "escalated", personId, expiresAt });
}

const alertSteps: Step[] = [
  step(null, async (given, s) => {
    const startsAt = s.deployment.clock.now - 1000;
    await good(post(s.deployment.ctx(), s.page, group([{ key: "a", startsAt }])));
    await s.deployment.settled();
    s.ids.alert = (await good(listAlerts(s.ctx(), given))).alerts[0]?.id ?? "";
    s.ids.open = (await good(openIncident(s.ctx(), { ...given, ...words, title: "Down", visibility: "published" }))).id;
    return undefined;
  }),
  step("alerts/verbs#acknowledgeAlert", (given, s) => acknowledgeAlert(s.ctx(), { ...given, id: id(s, "alert") })),
  step("alerts/several-alerts#bulkAlerts", async (given, s) => {
    await good(post(s.deployment.ctx(), s.page, group([{ key: "c" }])));
    const found = (await good(listAlerts(s.ctx(), given))).alerts.filter(({ key }) => key === "c");
    return bulkAlerts(s.ctx(), { ...given, ids: found.map((each) => each.id), action: "acknowledge" });
  }),
  step("alerts/several-alerts#bulkAlerts", async (given, s) => {
    const found = (await good(listAlerts(s.ctx(), given))).alerts.filter(({ key }) => key === "c");
    return bulkAlerts(s.ctx(), { ...given, ids: found.map((each) => each.id), action: "dismiss", reason: "A drill" });
  }),
  step("alerts/several-alerts#bulkAlerts", async (given, s) => {
    const found = (await good(listAlerts(s.ctx(), given))).alerts.filter(({ key }) => key === "c");
    return bulkAlerts(s.ctx(), { ...given, ids: found.map((each) => each.id), action: "mute", minutes: 1 });
  }),
  step("alerts/acknowledge-by-link#acknowledgeAlertsByLink", async (_, s) => {
    await good(post(s.deployment.ctx(), s.page, group([{ key: "b" }])));
    const token = await linkOfEscalation(s, { personId: "ack", key: "b" });
    return acknowledgeAlertsByLink(s.deployment.ctx(), { token });
  }),
  step("alerts/attach#attachAlert", (given, s) =>
    attachAlert(s.ctx(), { ...given, id: id(s, "alert"), incidentId: id(s, "open") }),
  ),
  step("alerts/verbs#dismissAlert", (given, s) =>
    dismissAlert(s.ctx(), { ...given, id: id(s, "alert"), reason: "A drill" }),
  ),
  step("alerts/verbs#restoreAlert", (given, s) => restoreAlert(s.ctx(), { ...given, id: id(s, "alert") })),
  step("mutes/verbs#muteNotifications", (given, s) =>
    muteNotifications(s.ctx(), {
      ...given,
      subject: { kind: "page", id: s.page.id },
      minutes: 10,
      reason: "Moving house",
    }),
  ),
  step("mutes/verbs#unmuteNotifications", (given, s) =>
    unmuteNotifications(s.ctx(), { ...given, subject: { kind: "page", id: s.page.id } }),
  ),
];

export const pageSteps: Step[] = [...componentSteps, ...incidentSteps, ...maintenanceSteps, ...alertSteps, raising];
