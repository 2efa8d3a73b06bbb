import { Link, useLoaderData } from "@remix-run/react";
import type { Refusal } from "~/failures/refusal";
import type { RouteGuard } from "~/http/guard";
import { refusalText } from "~/i18n/refusal-text";
import { listUnderstatedIncidents } from "~/incidents/raisable";
import { raiseIncidentImpact } from "~/incidents/raise";
import { EvidenceSection } from "~/monitors/desk/monitor-evidence";
import { translateEvidence } from "~/monitors/desk/shown-evidence";
import { type EvidenceView, readMonitorEvidence } from "~/monitors/evidence";
import { downAlertKey } from "~/monitors/rules/monitor-alerts";
import { type PageDeskRequest, pageDeskHandler, routeParam, unwrapAllOrThrow, unwrapOrThrow } from "~/ui/frame/desk";
import { useHasRole } from "~/ui/frame/may";
import { namedPageTitleMeta } from "~/ui/frame/title";
import { placeTrail as trail } from "~/ui/frame/trail";
import { Button, ButtonLink } from "~/ui/parts/button";
import { ButtonForm } from "~/ui/parts/form";
import { ColumnsWithAside, PageHead, Section } from "~/ui/parts/list";
import {
  formErrorsResponse,
  formResultResponse,
  isCheckboxTicked,
  type PostedForm,
  readPostedForm,
  readPostedText,
} from "~/ui/parts/posted-form";
import { VerbatimText } from "~/ui/parts/verbatim";
import { useViewer } from "~/ui/parts/viewer";
import { attachAlert } from "../attach";
import { type AlertDetail, readAlert } from "../read";
import { AlertStateTag } from "../shown/desk/alert-marks";
import { alertOriginPath, inlineLinkTargetClass, newIncidentPath } from "../shown/desk/alert-origin";
import { alertTitleTranslator } from "../shown/desk/alert-titles";
import { acknowledgeAlert, dismissAlert, restoreAlert } from "../verbs";
import {
  AlertEpisodesPanel,
  AlertLabelTable,
  AlertRowDetail,
  AttachAlertForm,
  DetachAlertForm,
  DismissAlertFold,
  RestoreAlertForm,
} from "./alert-parts";
import { AlertAssignmentSection } from "./assignment-note";
import { StaleActionBanner } from "./gone-refusal";
import { RaiseIncidentImpactForms, raiseIncidentImpactFormId } from "./raise-forms";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";

export const handle = { guard: { kind: "member", role: "viewer", write: "responder" } satisfies RouteGuard, trail };

export const meta = namedPageTitleMeta(wordsIn, "page.title", "alert.title");

/** Returns what a down monitor's checks saw during the listed firings. */
async function evidenceOf({ ctx, pageId }: PageDeskRequest, { alert, episodes }: AlertDetail): Promise<EvidenceView[]> {
  if (alert.family !== "monitor" || alert.key !== downAlertKey) return [];
  const seen = unwrapOrThrow(await readMonitorEvidence(ctx, { pageId, id: alert.sourceId }));
  return seen.filter(({ at }) => episodes.some(({ startedAt }) => startedAt === at));
}

export const loader = pageDeskHandler(async (desk) => {
  const { ctx, pageId, slug } = desk;
  const id = routeParam(desk, "id");
  const [found, raisable] = await unwrapAllOrThrow(
    readAlert(ctx, { pageId, id }),
    listUnderstatedIncidents(ctx, { pageId, alertId: id }),
  );
  const named = (await alertTitleTranslator(desk))(found.alert);
  const seen = await evidenceOf(desk, found);
  const evidence = translateEvidence(seen, desk.language);
  return {
    ...found,
    raisable,
    evidence,
    alert: { ...named, body: refusalText(named.body as Refusal, desk.language) },
    slug,
  };
});

async function raise({ ctx, pageId, slug }: PageDeskRequest, posted: PostedForm, alertId: string) {
  const id = readPostedText(posted.fields, "incident");
  const { version, commitId, fields } = posted;
  const said = { body: readPostedText(fields, "body"), notify: isCheckboxTicked(fields, "notify") };
  const raised = await raiseIncidentImpact(ctx, { pageId, id, alertId, version, commitId, ...said });
  return formResultResponse(posted, raised, `/manage/${slug}/incidents/${id}`, "update-posted");
}

export const action = pageDeskHandler(async (desk) => {
  const { ctx, pageId, slug } = desk;
  const id = routeParam(desk, "id");
  const posted = await readPostedForm(desk);
  const given = { pageId, id, commitId: posted.commitId };
  const here = `/manage/${slug}/alerts/${encodeURIComponent(id)}`;
  if (posted.intent === "acknowledge") {
    return formResultResponse(posted, await acknowledgeAlert(ctx, given), here, "alert-acknowledged");
  }
  if (posted.intent === "dismiss-alert") {
    const reason = readPostedText(posted.fields, "reason");
    return formResultResponse(posted, await dismissAlert(ctx, { ...given, reason }), here, "alert-dismissed", id);
  }
  if (posted.intent === "restore") {
    return formResultResponse(posted, await restoreAlert(ctx, given), here, "alert-restored");
  }
  if (posted.intent === "detach") {
    return formResultResponse(posted, await attachAlert(ctx, { ...given, incidentId: null }), here, "alert-detached");
  }
  if (posted.intent === "raise") return raise(desk, posted, id);
  if (posted.intent !== "attach")
    return formErrorsResponse(posted, { "": wordsIn(posted.language).t("attach.unknown") });
  const incidentId = readPostedText(posted.fields, "incident");
  return formResultResponse(posted, await attachAlert(ctx, { ...given, incidentId }), here, "alert-attached");
});

type AlertRouteData = ReturnType<typeof useLoaderData<typeof loader>>;

/** Shows what a responder can do with the alert while it fires. */
function Deeds({ data }: { data: AlertRouteData }) {
  const { t, say } = useWords();
  const title = data.incidents.find(({ id }) => id === data.alert.incidentId)?.title;
  const incident = (
    <Link to={`/manage/${data.slug}/incidents/${data.alert.incidentId}`} className={inlineLinkTargetClass}>
      <bdi>{title ?? t("attach.an_incident")}</bdi>
    </Link>
  );
  return (
    <Section title={t("page.incident")}>
      {data.alert.incidentId === null ? (
        <p className="text-soft">{t("attach.none")}</p>
      ) : (
        <p>{say("attach.to", { incident })}</p>
      )}
      {title === undefined ? (
        <div>
          <ButtonLink to={newIncidentPath(data.slug, data.alert.id)}>{t("link.new_incident")}</ButtonLink>
        </div>
      ) : null}
      <RaiseIncidentImpactForms
        incidents={data.raisable}
        here={`/manage/${data.slug}/alerts/${encodeURIComponent(data.alert.id)}`}
      />
      <AttachAlertForm alert={data.alert} incidents={data.incidents} />
      <DetachAlertForm alert={data.alert} />
      <DismissAlertFold />
    </Section>
  );
}

/** Offers to restore a dismissed alert, and names the open incident that still holds its components. */
function DismissedDeeds({ data }: { data: AlertRouteData }) {
  const { say } = useWords();
  const open = data.incidents.find(({ id, visibility }) => id === data.alert.incidentId && visibility === "published");
  return (
    <>
      {open ? (
        <p>
          {say("dismiss.incident_holds", {
            incident: (
              <Link to={`/manage/${data.slug}/incidents/${open.id}`} className={inlineLinkTargetClass}>
                <bdi>{open.title}</bdi>
              </Link>
            ),
          })}
        </p>
      ) : null}
      <RestoreAlertForm />
    </>
  );
}

/** Links to the deliveries of its source about this alert, and to a new rule for alerts like it. */
function OfItsSource({ alert, slug }: { alert: AlertRouteData["alert"]; slug: string }) {
  const { t } = useWords();
  const source = alertOriginPath(slug, "source", alert.sourceId);
  return (
    <div className="flex flex-wrap gap-3">
      <ButtonLink to={`${source}/deliveries?${new URLSearchParams({ text: alert.key.slice(0, 100) })}`}>
        {t("page.deliveries")}
      </ButtonLink>
      {useHasRole("admin") ? (
        <ButtonLink to={`${source}/rules/new?alert=${encodeURIComponent(alert.id)}&take=alike`}>
          {t("page.rule")}
        </ButtonLink>
      ) : null}
    </div>
  );
}

function WhatItSays({ data }: { data: AlertRouteData }) {
  const { now } = useViewer();
  const { t } = useWords();
  const { alert } = data;
  return (
    <>
      {data.assigned ? <AlertAssignmentSection assigned={data.assigned} alert={alert} slug={data.slug} /> : null}
      {alert.body === "" ? null : (
        <Section title={t("page.details")}>
          <VerbatimText label={t("page.details")}>{alert.body}</VerbatimText>
        </Section>
      )}
      <EvidenceSection evidence={data.evidence} />
      <AlertLabelTable labels={alert.labels} />
      {alert.family === "source" ? <OfItsSource alert={alert} slug={data.slug} /> : null}
      <Section title={t("page.firings")}>
        <AlertEpisodesPanel alert={alert} episodes={data.episodes} slug={data.slug} now={now} />
      </Section>
    </>
  );
}

/** False for the form of an incident that can no longer be raised. */
const isThere = (form: string, raisable: AlertRouteData["raisable"]) =>
  !form.startsWith("raise-") || raisable.some((each) => raiseIncidentImpactFormId(each) === form);

export default function AlertPage() {
  const data = useLoaderData<typeof loader>();
  const { t } = useWords();
  const { alert } = data;
  const lasts = useHasRole("responder") && alert.state === "firing";
  const fires = lasts && alert.dismissedAt === null;
  const acknowledge =
    fires && alert.acknowledgedAt === null ? (
      <ButtonForm name="acknowledge">
        <Button look="primary">{t("acknowledge.button")}</Button>
      </ButtonForm>
    ) : null;
  return (
    <>
      <PageHead
        title={alert.title}
        note={
          <div className="grid gap-1">
            <div>
              <AlertStateTag alert={alert} />
            </div>
            <AlertRowDetail {...data} />
          </div>
        }
        action={acknowledge}
      />
      <StaleActionBanner
        shows={(form) => (form === "restore" ? lasts && !fires : fires && isThere(form, data.raisable))}
      />
      <ColumnsWithAside
        asideFirst
        aside={fires ? <Deeds data={data} /> : lasts ? <DismissedDeeds data={data} /> : null}
      >
        <WhatItSays data={data} />
      </ColumnsWithAside>
    </>
  );
}
