import { Link, useLoaderData } from "@remix-run/react";
import type { Refusal } from "~/failures/refusal";
import type { RouteGuard } from "~/http/guard";
import { refusalText } from "~/i18n/refusal-text";
import { raisableBy } from "~/incidents/raisable";
import { raiseIncident } from "~/incidents/raise";
import { EvidenceSection } from "~/monitors/desk/monitor-evidence";
import { shownEvidence } from "~/monitors/desk/shown-evidence";
import { type EvidenceView, readEvidence } from "~/monitors/evidence";
import { downKey } from "~/monitors/rules/monitor-alerts";
import { allOrThrow, onPage, orThrow, type PageDesk, param } from "~/ui/frame/desk";
import { useMay } from "~/ui/frame/may";
import { translatedPageTitle } from "~/ui/frame/title";
import { Button, ButtonLink } from "~/ui/parts/button";
import { ButtonForm } from "~/ui/parts/form";
import { Columns, PageHead, Section } from "~/ui/parts/list";
import { answerForm, isTicked, type PostedForm, readPostedForm, showErrors, typedText } from "~/ui/parts/posted-form";
import { Verbatim } from "~/ui/parts/verbatim";
import { useViewer } from "~/ui/parts/viewer";
import { attachAlert } from "../attach";
import { type OneAlert, readAlert } from "../read";
import { StateTag } from "../shown/desk/alert-marks";
import { originPath, target } from "../shown/desk/alert-origin";
import { alertTitles } from "../shown/desk/alert-titles";
import { acknowledgeAlert, dismissAlert, restoreAlert } from "../verbs";
import { AlertFacts, AttachForm, Detach, DismissFold, Episodes, Labels, Restore } from "./alert-parts";
import { AssignmentNote } from "./assignment-note";
import { GoneRefusal } from "./gone-refusal";
import { RaiseForms, raiseFormOf } from "./raise-forms";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";

export const handle = { guard: { kind: "member", role: "viewer", write: "responder" } satisfies RouteGuard };

export const meta = translatedPageTitle(wordsIn, "page.title");

/** Returns what a down monitor's checks saw during the listed firings. */
async function evidenceOf({ ctx, pageId }: PageDesk, { alert, episodes }: OneAlert): Promise<EvidenceView[]> {
  if (alert.family !== "monitor" || alert.key !== downKey) return [];
  const seen = orThrow(await readEvidence(ctx, { pageId, id: alert.sourceId }));
  return seen.filter(({ at }) => episodes.some(({ startedAt }) => startedAt === at));
}

export const loader = onPage(async (desk) => {
  const { ctx, pageId, slug } = desk;
  const id = param(desk, "id");
  const [found, raisable] = await allOrThrow(readAlert(ctx, { pageId, id }), raisableBy(ctx, { pageId, alertId: id }));
  const named = (await alertTitles(desk))(found.alert);
  const seen = await evidenceOf(desk, found);
  const evidence = shownEvidence(seen, desk.language);
  return {
    ...found,
    raisable,
    evidence,
    alert: { ...named, body: refusalText(named.body as Refusal, desk.language) },
    slug,
  };
});

async function raise({ ctx, pageId, slug }: PageDesk, posted: PostedForm, alertId: string) {
  const id = typedText(posted.fields, "incident");
  const { version, commitId, fields } = posted;
  const said = { body: typedText(fields, "body"), notify: isTicked(fields, "notify") };
  const raised = await raiseIncident(ctx, { pageId, id, alertId, version, commitId, ...said });
  return answerForm(posted, raised, `/manage/${slug}/incidents/${id}`, "update-posted");
}

export const action = onPage(async (desk) => {
  const { ctx, pageId, slug } = desk;
  const id = param(desk, "id");
  const posted = await readPostedForm(desk);
  const given = { pageId, id, commitId: posted.commitId };
  const here = `/manage/${slug}/alerts/${encodeURIComponent(id)}`;
  if (posted.intent === "acknowledge") {
    return answerForm(posted, await acknowledgeAlert(ctx, given), here, "alert-acknowledged");
  }
  if (posted.intent === "dismiss-alert") {
    const reason = typedText(posted.fields, "reason");
    return answerForm(posted, await dismissAlert(ctx, { ...given, reason }), here, "alert-dismissed", id);
  }
  if (posted.intent === "restore") {
    return answerForm(posted, await restoreAlert(ctx, given), here, "alert-restored");
  }
  if (posted.intent === "detach") {
    return answerForm(posted, await attachAlert(ctx, { ...given, incidentId: null }), here, "alert-detached");
  }
  if (posted.intent === "raise") return raise(desk, posted, id);
  if (posted.intent !== "attach") return showErrors(posted, { "": wordsIn(posted.language).t("attach.unknown") });
  const incidentId = typedText(posted.fields, "incident");
  return answerForm(posted, await attachAlert(ctx, { ...given, incidentId }), here, "alert-attached");
});

type AlertRouteData = ReturnType<typeof useLoaderData<typeof loader>>;

/** Shows what a responder can do with the alert while it fires. */
function Deeds({ data }: { data: AlertRouteData }) {
  const { t, say } = useWords();
  const title = data.incidents.find(({ id }) => id === data.alert.incidentId)?.title;
  const incident = (
    <Link to={`/manage/${data.slug}/incidents/${data.alert.incidentId}`} className={target}>
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
      <RaiseForms incidents={data.raisable} here={`/manage/${data.slug}/alerts/${encodeURIComponent(data.alert.id)}`} />
      <AttachForm alert={data.alert} incidents={data.incidents} />
      <Detach alert={data.alert} />
      <DismissFold />
    </Section>
  );
}

/** Links to the deliveries of its source about this alert, and to a new rule for alerts like it. */
function OfItsSource({ alert, slug }: { alert: AlertRouteData["alert"]; slug: string }) {
  const { t } = useWords();
  const source = originPath(slug, "source", alert.sourceId);
  return (
    <div className="flex flex-wrap gap-3">
      <ButtonLink to={`${source}/deliveries?${new URLSearchParams({ text: alert.key.slice(0, 100) })}`}>
        {t("page.deliveries")}
      </ButtonLink>
      {useMay("admin") ? (
        <ButtonLink to={`${source}/rules/new?alert=${encodeURIComponent(alert.id)}`}>{t("page.rule")}</ButtonLink>
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
      {data.assigned ? <AssignmentNote assigned={data.assigned} alert={alert} slug={data.slug} /> : null}
      {alert.body === "" ? null : (
        <Section title={t("page.details")}>
          <Verbatim label={t("page.details")}>{alert.body}</Verbatim>
        </Section>
      )}
      <EvidenceSection evidence={data.evidence} />
      <Labels labels={alert.labels} />
      {alert.family === "source" ? <OfItsSource alert={alert} slug={data.slug} /> : null}
      <Section title={t("page.firings")}>
        <Episodes alert={alert} episodes={data.episodes} slug={data.slug} now={now} />
      </Section>
    </>
  );
}

/** False for the form of an incident that can no longer be raised. */
const isThere = (form: string, raisable: AlertRouteData["raisable"]) =>
  !form.startsWith("raise-") || raisable.some((each) => raiseFormOf(each) === form);

export default function Alert() {
  const data = useLoaderData<typeof loader>();
  const { t } = useWords();
  const { alert } = data;
  const lasts = useMay("responder") && alert.state === "firing";
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
              <StateTag alert={alert} />
            </div>
            <AlertFacts {...data} />
          </div>
        }
        action={acknowledge}
      />
      <GoneRefusal shows={(form) => (form === "restore" ? lasts && !fires : fires && isThere(form, data.raisable))} />
      <Columns asideFirst aside={fires ? <Deeds data={data} /> : lasts ? <Restore /> : null}>
        <WhatItSays data={data} />
      </Columns>
    </>
  );
}
