import { useActionData, useLoaderData } from "@remix-run/react";
import { listAgents } from "~/agents/verbs";
import { watchedComponentChoices } from "~/alert-rules/desk/watch-choices";
import { soleWatchedComponentNames } from "~/alert-rules/desk/watch-notes";
import { readUnwatchedAfterDelete } from "~/alert-rules/unwatched-after-delete";
import { listAlerts } from "~/alerts/list";
import { alertOriginPath } from "~/alerts/shown/desk/alert-origin";
import { alertTitleTranslator } from "~/alerts/shown/desk/alert-titles";
import { ObserverAlertsSection } from "~/alerts/shown/desk/own-alerts";
import { WaitingForCauseText } from "~/alerts/shown/desk/waiting-note";
import { measurementPlaceText } from "~/chart/measurement-text";
import { responseRangeLengthMs } from "~/chart/response-ranges";
import { readChartEvents } from "~/components/chart-events";
import { listPossibleDependences } from "~/components/dependences/names";
import { listComponents } from "~/components/list";
import { CorrectionLink } from "~/corrections/desk/correction-link";
import { suspectedReportOf } from "~/corrections/rules/suspected-report";
import type { Refusal } from "~/failures/refusal";
import { settingValues } from "~/fields/setting";
import type { RouteGuard } from "~/http/guard";
import { refusalText } from "~/i18n/refusal-text";
import { readWords } from "~/i18n/words";
import { MuteForm } from "~/mutes/desk/mute-form";
import { AdminEditSection } from "~/ui/frame/change-section";
import { pageDeskHandler, routeParam, unwrapAllOrThrow } from "~/ui/frame/desk";
import { useHasRole } from "~/ui/frame/may";
import { namedPageTitleMeta } from "~/ui/frame/title";
import { placeTrail as trail } from "~/ui/frame/trail";
import { adapterWords } from "~/ui/parts/adapter-words";
import { Button, ButtonLink } from "~/ui/parts/button";
import { ButtonForm, useFormState } from "~/ui/parts/form";
import { ButtonConflictSection } from "~/ui/parts/form-part";
import { kindIconPath } from "~/ui/parts/kind-drawings";
import { KindLabel } from "~/ui/parts/kind-sign";
import { Fold, PageHead, Section } from "~/ui/parts/list";
import { NounConflictSection } from "~/ui/parts/noun-conflict";
import { fieldChoicesFromNames } from "~/ui/parts/noun-fields";
import { readPostedForm } from "~/ui/parts/posted-form";
import { useSettingFields } from "~/ui/parts/setting-fields";
import { usePageRefresh } from "~/ui/parts/use-refresh";
import { useViewer } from "~/ui/parts/viewer";
import { readMonitorEvidence } from "../evidence";
import { canAskProbes, leastIntervalOfKind } from "../limits";
import { checkOriginOf, timingOptionsOfKind } from "../list-kinds";
import { deploymentMeasurementPlace } from "../measurement-places";
import { type MonitorView, readMonitor } from "../read";
import { readMonitorResults } from "../results";
import { monitorFields, monitorNameField } from "../rules/fields";
import { slowAboveMs } from "../rules/usual-time";
import { monitorTimesView } from "./chart-views";
import { handleMonitorPost } from "./monitor-actions";
import { EvidenceSection } from "./monitor-evidence";
import { MonitorDetailSection } from "./monitor-facts";
import { MonitorForm } from "./monitor-form";
import { AlertIncidentLinks, addTimesToMinutes, LastHourResultsTable, MonitorDangerZone } from "./monitor-parts";
import { MonitorPlacesSection } from "./monitor-places";
import { CheckResultPanel, checkResultInActionData } from "./monitor-steps";
import { resultRangeOf } from "./monitor-words";
import { ResponseTimesSection } from "./response-times";
import { translateEvidence } from "./shown-evidence";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";
export { shouldRevalidate } from "~/ui/frame/revalidate";

export const handle = { guard: { kind: "member", role: "viewer", write: "responder" } satisfies RouteGuard, trail };

export const meta = namedPageTitleMeta(wordsIn, "page.one", "monitor.name");

/** Returns the result and its places in the reader's language. */
function inWords({ detail, opinions, reread }: MonitorView, language: string) {
  const said = (why: Refusal | undefined) => (why === undefined ? "" : refusalText(why, language));
  return {
    detail: said(detail),
    opinions: opinions.map((each) => ({
      ...each,
      milliseconds: each.milliseconds ?? null,
      detail: said(each.detail),
    })),
    reread: reread && { ...reread, detail: said(reread.detail) },
  };
}

export const loader = pageDeskHandler(async (desk) => {
  const { ctx, pageId, slug, url } = desk;
  const id = routeParam(desk, "id");
  const range = resultRangeOf(url.searchParams.get("range"));
  const [read, results, { alerts }, listed, origins, { alone, staying }, agents, seen, events] = await unwrapAllOrThrow(
    readMonitor(ctx, { pageId, id }),
    readMonitorResults(ctx, { pageId, id, range }),
    listAlerts(ctx, { pageId, sourceId: id }),
    listComponents(ctx, { pageId }),
    listPossibleDependences(ctx, { pageId, of: id }),
    readUnwatchedAfterDelete(ctx, { pageId, going: { sources: [id] } }),
    listAgents(ctx, { pageId }),
    readMonitorEvidence(ctx, { pageId, id }),
    readChartEvents(ctx, { pageId, of: { sourceId: id }, since: ctx.now() - responseRangeLengthMs(range) }),
  );
  const words = adapterWords("monitors", desk.language);
  const settingFields = words.settings(read.kind, read.settingFields);
  const monitor = words.row({ ...read, settingFields, ...inWords(read, desk.language) });
  const here = `/manage/${slug}/monitors/${id}`;
  const spoken = await readWords(ctx, desk.language);
  const patience = timingOptionsOfKind(read.kind);
  const from = read.agentId === null ? measurementPlaceText(spoken, deploymentMeasurementPlace(ctx)) : null;
  const slowMs = slowAboveMs(monitor);
  const times = patience.timed ? monitorTimesView(spoken, { desk, range, from, slowMs, read, results, events }) : null;
  const named = alerts.map(await alertTitleTranslator(desk));
  return {
    monitor,
    drawing: kindIconPath("monitors", read.kind),
    times,
    alerts: named,
    evidence: translateEvidence(seen, desk.language),
    components: watchedComponentChoices(listed, { alone }),
    staying,
    leastInterval: leastIntervalOfKind(read.kind),
    patience,
    offersProbes: canAskProbes(read.kind),
    others: origins,
    agents: checkOriginOf(read.kind) === "here" ? [] : fieldChoicesFromNames(agents),
    byAgentAlone: ["agent", "reported"].includes(checkOriginOf(read.kind)),
    here,
    slug,
  };
});

export const action = pageDeskHandler(async (desk) => handleMonitorPost(desk, await readPostedForm(desk)));

function Buttons() {
  const { t } = useWords();
  const { monitor, slug } = useLoaderData<typeof loader>();
  const [responder, admin] = [useHasRole("responder"), useHasRole("admin")];
  if (!responder) return null;
  const paused = monitor.state === "paused";
  return (
    <div className="flex flex-wrap gap-3">
      {monitor.agentId === null ? (
        <ButtonForm name="check">
          <Button look="primary">{t("button.check")}</Button>
        </ButtonForm>
      ) : null}
      {admin ? (
        <>
          <ButtonForm name={paused ? "resume" : "pause"} version={monitor.version}>
            <Button>{t(paused ? "button.resume" : "button.pause")}</Button>
          </ButtonForm>
          <ButtonLink to={`/manage/${slug}/monitors/new?from=${monitor.id}`}>{t("button.clone")}</ButtonLink>
        </>
      ) : null}
    </div>
  );
}

function ResponseTimes() {
  const { times } = useLoaderData<typeof loader>();
  return times === null ? null : <ResponseTimesSection times={times} />;
}

function AlertsPart() {
  const { t } = useWords();
  const { now } = useViewer();
  const { alerts, monitor, slug } = useLoaderData<typeof loader>();
  const suspected = { sourceId: monitor.id, firing: monitor.state === "down", since: monitor.since };
  return (
    <ObserverAlertsSection
      alerts={alerts}
      slug={slug}
      of={monitor.id}
      title={t("alerts.section")}
      none={t("alerts.none")}
    >
      <AlertIncidentLinks alerts={alerts} slug={slug} />
      <p>
        <CorrectionLink slug={slug} report={suspectedReportOf([suspected], now)} />
      </p>
    </ObserverAlertsSection>
  );
}

function EditPart() {
  const { t } = useWords();
  const loaded = useLoaderData<typeof loader>();
  const { monitor, patience, leastInterval, offersProbes, byAgentAlone, components, others, agents } = loaded;
  const { here, staying } = loaded;
  const { settingFields, settings } = monitor;
  const state = useFormState("monitor");
  const above = fieldChoicesFromNames(others);
  return (
    <>
      <NounConflictSection
        form="monitor"
        saved={{ ...monitor, ...settingValues(settingFields, settings) }}
        fields={{ ...monitorNameField, ...useSettingFields(settingFields), ...monitorFields }}
        picks={{ components, dependsOn: above, agentId: agents }}
        keepTo={here}
      />
      {state?.conflict ? null : (
        <Fold title={t("form.edit")} open={state !== null}>
          <MonitorForm
            form="monitor"
            version={monitor.version}
            values={monitor}
            settingFields={settingFields}
            kind={monitor.kind}
            patience={patience}
            leastInterval={leastInterval}
            asksProbes={offersProbes}
            components={components}
            others={above}
            agents={agents}
            here={monitor.agentId === null && !byAgentAlone}
            submit={t("button.save")}
          />
        </Fold>
      )}
      <MonitorDangerZone version={monitor.version} alone={soleWatchedComponentNames(components)} staying={staying} />
    </>
  );
}

export default function MonitorPage() {
  const { t } = useWords();
  usePageRefresh(60);
  const { monitor, drawing, evidence, others, agents, alerts, here, slug } = useLoaderData<typeof loader>();
  const responder = useHasRole("responder");
  const above = others.find(({ id }) => id === monitor.dependsOn);
  const cause = above ? { name: above.name, to: alertOriginPath(slug, above.family, above.id) } : null;
  const by = agents.find(({ value }) => value === monitor.agentId);
  const agent = by ? { name: by.label, to: `/manage/${slug}/agents/${by.value}` } : null;
  const checked = checkResultInActionData(useActionData());
  // The fault and its evidence come before the response times.
  const troubled = monitor.state === "down" || monitor.state === "degraded";
  const note = (
    <>
      <KindLabel d={drawing} title={monitor.kindTitle} /> <bdi>{monitor.target}</bdi>
    </>
  );
  return (
    <>
      <PageHead title={monitor.name} note={note} action={<Buttons />} />
      <ButtonConflictSection forms={["pause", "resume", "delete"]} version={monitor.version} keepTo={here} />
      {checked ? <CheckResultPanel checked={checked} /> : null}
      <WaitingForCauseText alerts={alerts} slug={slug} />
      <MonitorDetailSection monitor={monitor} cause={cause} agent={agent} />
      {troubled ? null : <ResponseTimes />}
      <AlertsPart />
      {responder ? (
        <div id="mute" className="scroll-mt-4">
          <MuteForm action="" subject={{ kind: "monitor", id: monitor.id }} mutedUntil={monitor.mutedUntil} />
        </div>
      ) : null}
      <EvidenceSection evidence={evidence} open={monitor.state === "down"} />
      {troubled ? <ResponseTimes /> : null}
      {monitor.agentId === null ? <MonitorPlacesSection monitor={monitor} /> : null}
      <Section title={t("results.section")}>
        <LastHourResultsTable
          results={addTimesToMinutes(monitor.ring, monitor.ringEndsAt)}
          paused={monitor.state === "paused"}
        />
      </Section>
      <AdminEditSection>
        <EditPart />
      </AdminEditSection>
    </>
  );
}
