import { useLoaderData } from "@remix-run/react";
import { useEffect } from "react";
import { listAlerts } from "~/alerts/list";
import { AlertsPanel } from "~/alerts/shown/desk/alert-list";
import { alertTitleTranslator } from "~/alerts/shown/desk/alert-titles";
import { groupedComponentNames, listComponents } from "~/components/list";
import { CorrectionLink } from "~/corrections/desk/correction-link";
import type { SuspectedReport } from "~/corrections/rules/suspected-report";
import type { RouteGuard } from "~/http/guard";
import { listProposals } from "~/proposals/verbs";
import { countNotificationReach } from "~/subscribers/reach";
import { listTemplateNames } from "~/templates/verbs";
import { formatLocalTime } from "~/time/local-time";
import { pageDeskHandler, routeParam, unwrapAllOrThrow } from "~/ui/frame/desk";
import { useHasRole } from "~/ui/frame/may";
import { namedPageTitleMeta } from "~/ui/frame/title";
import { placeTrail as trail } from "~/ui/frame/trail";
import { useFormState } from "~/ui/parts/form";
import { Section } from "~/ui/parts/list";
import { readPostedForm } from "~/ui/parts/posted-form";
import { usePageRefresh } from "~/ui/parts/use-refresh";
import { listLeadCandidates } from "../lead-candidates";
import { listUnderstatedIncidents } from "../raisable";
import { readIncident } from "../read";
import { type AlertFiringView, readIncidentTimelineFacts } from "../read-timeline-facts";
import { isAnnouncementSummary, worstImpact } from "../rules/impact";
import { nextIncidentStatuses } from "../rules/incident";
import { updateDeliveryViews } from "./delivered-views";
import { IncidentDraftForm } from "./draft-form";
import { addAlertsToStillRedComponents } from "./holding-titles";
import { handleIncidentPost } from "./incident-actions";
import { IncidentConflictSection, incidentDraftValues } from "./incident-conflicts";
import { IncidentHead } from "./incident-head";
import { IncidentLeadSection } from "./incident-lead";
import {
  AlertRecoveryBanner,
  DismissDraftForm,
  EditIncidentForm,
  NoAlertLeftBanner,
  UnderstatedIncidentBanner,
  WithdrawIncidentForm,
} from "./incident-parts";
import { readIncidentProposalsView } from "./incident-proposals";
import { useIncidentStatusNames } from "./incident-statuses";
import { AudienceField, PrivateNoteForm } from "./note-form";
import { PostmortemSection } from "./postmortem-section";
import { ProposedUpdatesSection } from "./proposed-updates";
import { IncidentTimelinePanel } from "./room-timeline";
import { IncidentFormsPanel } from "./room-work";
import { HeldAboveIncidentBanner, HeldAfterDismissalBanner, HeldAfterResolvingBanner } from "./staying-red";
import { addTitlesToFirings } from "./titled-firings";
import { NobodyNotifiedBanner } from "./untold";
import { IncidentUpdateForm } from "./update-form";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";
export { shouldRevalidate } from "~/ui/frame/revalidate";

export const handle = { guard: { kind: "member", role: "viewer", write: "responder" } satisfies RouteGuard, trail };

export const meta = namedPageTitleMeta(wordsIn, "incident.title", "incident.title");

export const loader = pageDeskHandler(async (desk) => {
  const id = routeParam(desk, "id");
  const { ctx, pageId, slug, pageZone } = desk;
  const [read, listed, { firings, notices, notes, ...around }, reach, templates, raisable, firing, members, proposed] =
    await unwrapAllOrThrow(
      readIncident(ctx, { pageId, id }),
      listComponents(ctx, { pageId }),
      readIncidentTimelineFacts(ctx, { pageId, id }),
      countNotificationReach(ctx, { pageId, of: { incident: id } }),
      listTemplateNames(ctx, { pageId }),
      listUnderstatedIncidents(ctx, { pageId, incidentId: id }),
      listAlerts(ctx, { pageId, state: "firing" }),
      listLeadCandidates(ctx, { pageId }),
      listProposals(ctx, { pageId, incidentId: id }),
    );
  const updates = read.updates.map((each) => ({ ...each, shownAtLocal: formatLocalTime(each.shownAt, pageZone) }));
  const titled = await alertTitleTranslator(desk);
  return {
    ...read,
    ...(await readIncidentProposalsView(desk, read.incident, { found: proposed, components: listed.components })),
    raisable: read.incident.visibility === "draft" ? (raisable[0] ?? null) : null,
    worst: worstImpact({ ...read.incident, components: read.touched, updates: read.updates }),
    ...around,
    staysRed: await addAlertsToStillRedComponents(desk, read.staysRed, firing),
    updates,
    delivered: updateDeliveryViews(desk.language, read.updates, notices, reach.people),
    notes: notes.map((each) => ({ ...each, atLocal: formatLocalTime(each.createdAt, pageZone) })),
    templates,
    members,
    reach: reach.people,
    components: groupedComponentNames(listed),
    firings: addTitlesToFirings(firings, titled),
    suspected: firstReport(firings, desk.ctx.now()),
    // Only alerts that still fire can be acted on.
    alerts: firings.filter((each) => isPresent(each, id)).map(({ alert }) => titled(alert)),
    done: desk.url.searchParams.get("done"),
    slug,
    zone: pageZone,
  };
});

export const action = pageDeskHandler(async (desk) => handleIncidentPost(desk, await readPostedForm(desk)));

/** True when the alert's present firing belongs to this incident. */
const isPresent = ({ alert, firedAt }: AlertFiringView, id: string) =>
  alert.state === "firing" && alert.startedAt === firedAt && alert.incidentId === id;

/** Returns what the first alert of the incident reported; null when its source is gone, or no alert reported anything. */
function firstReport(firings: readonly AlertFiringView[], now: number): SuspectedReport | null {
  const first = firings.findLast(({ alert }) => alert.family !== null);
  return first ? { source: first.alert.sourceId, from: first.firedAt, to: first.recoveredAt ?? now } : null;
}

type IncidentRouteData = ReturnType<typeof useLoaderData<typeof loader>>;

function WorkForm({ data }: { data: IncidentRouteData }) {
  const { incident, components, reach, templates } = data;
  const { version } = incident;
  const announced = isAnnouncementSummary(incident);
  const lost = [useFormState("update"), useFormState("draft")].some((state) => state?.conflict);
  if (lost) return null;
  if (incident.visibility === "draft") {
    return (
      <IncidentDraftForm
        id={incident.id}
        version={version}
        draft={incidentDraftValues(data)}
        announced={announced}
        components={components}
        reach={reach}
        templates={templates}
      />
    );
  }
  return (
    <IncidentUpdateForm
      id={incident.id}
      version={version}
      status={incident.status}
      announced={announced}
      impactOverride={incident.impactOverride}
      components={components}
      chosen={incident.components}
      staysRed={data.staysRed}
      zone={data.zone}
      reach={reach}
      templates={templates}
      proposal={data.taken}
    />
  );
}

/** Holds the form for the next update: while the incident is open, or once it is resolved to add to it or reopen it. */
function WorkPart({ data }: { data: IncidentRouteData }) {
  const { t } = useWords();
  const draft = data.incident.visibility === "draft";
  return (
    <Section title={t(draft ? "draft.title" : "update.title")}>
      <AudienceField />
      <div className="for-visitors">
        <WorkForm data={data} />
      </div>
      <div className="for-team">
        <PrivateNoteForm />
      </div>
    </Section>
  );
}

function ChangePart({ data }: { data: IncidentRouteData }) {
  const { incident, components } = data;
  const admin = useHasRole("admin");
  return (
    <Section title={useWords().t("edit.section")}>
      {incident.visibility === "draft" ? null : <EditIncidentForm incident={incident} components={components} />}
      {incident.visibility === "draft" ? <DismissDraftForm version={incident.version} /> : null}
      {admin && incident.visibility === "published" ? <WithdrawIncidentForm version={incident.version} /> : null}
    </Section>
  );
}

/** Shows the timeline; a draft's text is not in it, because it is shown in its form. */
function TimelinePart({ data, editable }: { data: IncidentRouteData; editable: boolean }) {
  const { t } = useWords();
  const { incident, updates } = data;
  const shown = editable && incident.visibility === "draft" ? updates.slice(1) : updates;
  const { notes, firings, suspected, delivered, zone, slug } = data;
  const isEmpty = shown.length + notes.length + firings.length === 0;
  return (
    <Section
      title={t("timeline.title")}
      action={suspected === null ? null : <CorrectionLink slug={slug} report={suspected} />}
    >
      {isEmpty ? <p className="text-soft">{t("timeline.empty")}</p> : null}
      {data.hasMoreFirings ? (
        <p className="text-soft">{t("timeline.firings_most", { count: firings.length })}</p>
      ) : null}
      <IncidentTimelinePanel
        updates={shown}
        notes={notes}
        firings={firings}
        delivered={delivered}
        published={incident.visibility === "published"}
        version={incident.version}
        zone={zone}
        editable={editable}
        slug={slug}
        words={useIncidentStatusNames()(incident)}
      />
    </Section>
  );
}

/**
 * Scrolls to the top once it is over, because the message is there and the forms' buttons are at the end of the page.
 */
function useTopAfter(isOver: boolean): void {
  useEffect(() => {
    if (isOver) scrollTo({ top: 0 });
  }, [isOver]);
}

export default function ManageIncidentPage() {
  const { t } = useWords();
  const data = useLoaderData<typeof loader>();
  const { incident } = data;
  const responder = useHasRole("responder");
  const live = incident.visibility === "draft" || incident.visibility === "published";
  const over = incident.resolvedAt !== null;
  const here = `/manage/${data.slug}/incidents/${incident.id}`;
  const statusNames = useIncidentStatusNames()(incident);
  const resolvedNow = over && data.done === "incident-resolved";
  usePageRefresh(over ? 30 : 10, true);
  useTopAfter(resolvedNow);
  return (
    <>
      <IncidentHead
        incident={incident}
        lead={data.lead}
        worst={data.worst}
        slug={data.slug}
        proposedText={data.proposedText}
      />
      <NobodyNotifiedBanner untold={incident.closed || incident.leadId !== null ? null : data.untold} />
      <IncidentConflictSection {...data} here={here} />
      {resolvedNow ? <HeldAfterResolvingBanner list={data.staysRed} /> : null}
      {data.done === "alert-dismissed" && incident.visibility === "published" && !over ? (
        <HeldAfterDismissalBanner title={incident.title} touched={data.touched} staysRed={data.staysRed} />
      ) : null}
      {incident.visibility === "published" && !over ? (
        <HeldAboveIncidentBanner list={data.staysRed} given={incident.components} slug={data.slug} />
      ) : null}
      {data.leftBehind ? <NoAlertLeftBanner /> : null}
      {data.raisable ? (
        <UnderstatedIncidentBanner alertId={data.raisable.alertId} title={data.raisable.title} slug={data.slug} />
      ) : null}
      {incident.recoveredAt !== null && !over && incident.edited ? <AlertRecoveryBanner /> : null}
      <ProposedUpdatesSection
        items={data.proposals}
        title={data.proposalsTitle}
        slug={data.slug}
        incident={incident.id}
      />
      <div className={responder && live ? "room" : "grid gap-8"}>
        {responder && live ? (
          <IncidentFormsPanel
            sheet={incident.visibility === "published"}
            next={over ? [] : nextIncidentStatuses(incident.status, isAnnouncementSummary(incident))}
            words={statusNames}
          >
            <WorkPart data={data} />
          </IncidentFormsPanel>
        ) : null}
        <div className="grid min-w-0 grid-cols-1 content-start gap-8">
          {incident.visibility === "published" && (over || incident.postmortem.state !== "none") ? (
            <PostmortemSection incident={incident} slug={data.slug} />
          ) : null}
          <TimelinePart data={data} editable={responder && live} />
          {data.alerts.length === 0 ? null : (
            <Section title={t("incident.alerts")}>
              <AlertsPanel alerts={data.alerts} slug={data.slug} editable={responder} />
            </Section>
          )}
          {live ? <IncidentLeadSection leadId={incident.leadId} members={data.members} /> : null}
          {responder && live ? <ChangePart data={data} /> : null}
        </div>
      </div>
    </>
  );
}
