import { useLoaderData } from "@remix-run/react";
import { watchedComponentChoices } from "~/alert-rules/desk/watch-choices";
import { soleWatchedComponentNames } from "~/alert-rules/desk/watch-notes";
import { readUnwatchedAfterDelete } from "~/alert-rules/unwatched-after-delete";
import { listAlerts } from "~/alerts/list";
import { alertTitleTranslator } from "~/alerts/shown/desk/alert-titles";
import { ObserverAlertsSection } from "~/alerts/shown/desk/own-alerts";
import { WaitingForCauseText } from "~/alerts/shown/desk/waiting-note";
import { listPossibleDependences } from "~/components/dependences/names";
import { listComponents } from "~/components/list";
import type { RouteGuard } from "~/http/guard";
import { alertEffectValuesOf } from "~/moving/rules/fields";
import { MuteForm } from "~/mutes/desk/mute-form";
import { AdminEditSection } from "~/ui/frame/change-section";
import { pageDeskHandler, routeParam, unwrapAllOrThrow } from "~/ui/frame/desk";
import { useHasRole } from "~/ui/frame/may";
import { namedPageTitleMeta } from "~/ui/frame/title";
import { placeTrail as trail } from "~/ui/frame/trail";
import { Button, ButtonLink } from "~/ui/parts/button";
import { ButtonForm, useFormState } from "~/ui/parts/form";
import { ButtonConflictSection } from "~/ui/parts/form-part";
import { Card, ColumnsWithAside, Fold, PageHead, Section } from "~/ui/parts/list";
import { NoticeBanner } from "~/ui/parts/notice";
import { NounConflictSection } from "~/ui/parts/noun-conflict";
import { fieldChoicesFromNames } from "~/ui/parts/noun-fields";
import { readPostedForm } from "~/ui/parts/posted-form";
import { SealedValueBanner } from "~/ui/parts/sealed-notice";
import { usePageRefresh } from "~/ui/parts/use-refresh";
import { readHeartbeat } from "../read";
import { heartbeatFormFields, scheduleFormValues } from "../rules/fields";
import { pingRowsOf } from "../rules/ping-rows";
import { handleHeartbeatPost } from "./heartbeat-actions";
import { HeartbeatDetailSection } from "./heartbeat-facts";
import { HeartbeatForm } from "./heartbeat-form";
import { HeartbeatDangerZone, PingAddressSection, ScheduledRunsSection } from "./heartbeat-parts";
import { heartbeatScheduleText } from "./heartbeat-words";
import { PingTable } from "./ping-table";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";
export { shouldRevalidate } from "~/ui/frame/revalidate";

export const handle = { guard: { kind: "member", role: "viewer", write: "responder" } satisfies RouteGuard, trail };

export const meta = namedPageTitleMeta(wordsIn, "page.one", "heartbeat.name");

/** Parameter of the address that shows all pings, instead of the newest. */
const allPings = { name: "pings", value: "all" };

/** Rows of pings that are shown at first. */
const maxPingsAtFirst = 10;

export const loader = pageDeskHandler(async (desk) => {
  const { ctx, pageId, slug, pageZone, url } = desk;
  const id = routeParam(desk, "id");
  const [read, { alerts }, listed, origins, { alone, staying }] = await unwrapAllOrThrow(
    readHeartbeat(ctx, { pageId, id }),
    listAlerts(ctx, { pageId, sourceId: id }),
    listComponents(ctx, { pageId }),
    listPossibleDependences(ctx, { pageId, of: id }),
    readUnwatchedAfterDelete(ctx, { pageId, going: { sources: [id] } }),
  );
  const others = fieldChoicesFromNames(origins);
  const { mode, hold, resolveAfter, components: moved } = alertEffectValuesOf(read);
  const saved = {
    mode,
    hold,
    resolveAfter,
    components: moved,
    ...scheduleFormValues(read.heartbeat.schedule, pageZone),
  };
  const desks = { pageZone, slug, here: `/manage/${slug}/heartbeats/${id}` };
  const rows = pingRowsOf(read.pings);
  const showsAll = url.searchParams.get(allPings.name) === allPings.value;
  const pings = showsAll ? rows : rows.slice(0, maxPingsAtFirst);
  return {
    ...read,
    pings,
    hasMorePings: pings.length < rows.length,
    saved,
    alerts: alerts.map(await alertTitleTranslator(desk)),
    components: watchedComponentChoices(listed, { alone }),
    staying,
    others,
    ...desks,
  };
});

export const action = pageDeskHandler(async (desk) => handleHeartbeatPost(desk, await readPostedForm(desk)));

function Buttons() {
  const { t } = useWords();
  const { heartbeat, slug } = useLoaderData<typeof loader>();
  const paused = heartbeat.state === "paused";
  const refused = useFormState("resume")?.errors[""];
  return (
    <div className="flex flex-wrap gap-3">
      {refused && !paused ? (
        <p role="alert" className="w-full">
          {refused}
        </p>
      ) : null}
      <ButtonForm name="ping">
        <Button look="primary">{t("button.ping")}</Button>
      </ButtonForm>
      <ButtonForm name={paused ? "resume" : "pause"} version={heartbeat.version}>
        <Button>{t(paused ? "button.resume" : "button.pause")}</Button>
      </ButtonForm>
      <ButtonLink to={`/manage/${slug}/heartbeats/new?from=${heartbeat.id}`}>{t("button.clone")}</ButtonLink>
    </div>
  );
}

const AddressPart = () => (
  <Section title={useWords().t("address.section")}>
    <OwnAddress />
  </Section>
);

function OwnAddress() {
  const { t } = useWords();
  const { pings, pingUrl, slugUrl, mailAddress, snippets, slugShared } = useLoaderData<typeof loader>();
  const admin = useHasRole("admin");
  if (admin && !pingUrl) return <SealedValueBanner what={t("address.sealed")} again={t("address.sealed_next")} />;
  if (!pingUrl) return <p className="text-soft">{t("address.admins_only")}</p>;
  return (
    <>
      {slugShared ? <NoticeBanner>{t("address.slug_shared")}</NoticeBanner> : null}
      <PingAddressSection
        pingUrl={pingUrl}
        slugUrl={slugUrl}
        mailAddress={mailAddress}
        snippets={snippets}
        isNew={pings.length === 0}
      />
    </>
  );
}

/** Number of next runs that are shown, which is enough to check the schedule. */
const nextRunsShown = 3;

function RunsPart() {
  const words = useWords();
  const { nextRuns, pageZone, ...loaded } = useLoaderData<typeof loader>();
  const { schedule } = loaded.heartbeat;
  const zones = [...(schedule.kind === "simple" ? [] : [schedule.timeZone]), pageZone, "UTC"];
  return (
    <Section title={words.t("runs.section")}>
      {schedule.kind === "simple" && nextRuns.length > 0 ? (
        <p className="text-soft">{words.t("runs.based_on", { schedule: heartbeatScheduleText(words, schedule) })}</p>
      ) : null}
      <ScheduledRunsSection label={words.t("runs.section")} runs={nextRuns.slice(0, nextRunsShown)} zones={zones} />
      {nextRuns.length > nextRunsShown ? (
        <Fold title={words.t("runs.later")}>
          <ScheduledRunsSection label={words.t("runs.later")} runs={nextRuns.slice(nextRunsShown)} zones={zones} />
        </Fold>
      ) : null}
    </Section>
  );
}

function AlertsPart() {
  const { t } = useWords();
  const { alerts, heartbeat, slug } = useLoaderData<typeof loader>();
  return (
    <ObserverAlertsSection
      alerts={alerts}
      slug={slug}
      of={heartbeat.id}
      title={t("alerts.section")}
      none={t("alerts.none")}
    />
  );
}

function EditPart() {
  const { t } = useWords();
  const { heartbeat, saved, components, others, here, staying } = useLoaderData<typeof loader>();
  const state = useFormState("heartbeat");
  const values = { ...heartbeat, ...saved };
  return (
    <>
      <NounConflictSection
        form="heartbeat"
        saved={values}
        fields={heartbeatFormFields}
        picks={{ components, dependsOn: others }}
        keepTo={here}
      />
      {state?.conflict ? null : (
        <Fold title={t("form.edit")} open={state !== null}>
          <HeartbeatForm
            form="heartbeat"
            version={heartbeat.version}
            values={values}
            components={components}
            others={others}
            submit={t("button.save")}
          />
        </Fold>
      )}
      <HeartbeatDangerZone
        version={heartbeat.version}
        alone={soleWatchedComponentNames(components)}
        staying={staying}
      />
    </>
  );
}

function Pings() {
  const { t } = useWords();
  const { pings, hasMorePings, here } = useLoaderData<typeof loader>();
  const all = `${here}?${new URLSearchParams({ [allPings.name]: allPings.value })}#pings`;
  return (
    <Section id="pings" title={t("pings.section")}>
      <PingTable pings={pings} here={here} />
      {hasMorePings ? (
        <div>
          <ButtonLink to={all}>{t("pings.all")}</ButtonLink>
        </div>
      ) : null}
    </Section>
  );
}

/** Waits for the first ping, and refreshes automatically when script runs, otherwise by a link. */
function FirstPing({ here }: { here: string }) {
  const { t } = useWords();
  return (
    <Section title={t("pings.section")}>
      <div role="status">
        <Card>
          <div className="grid justify-items-start gap-3">
            <p className="font-medium">{t("arrival.waiting")}</p>
            <p className="text-soft">{t("arrival.waiting_about")}</p>
            <ButtonLink to={here}>{t("arrival.look_again")}</ButtonLink>
          </div>
        </Card>
      </div>
    </Section>
  );
}

export default function HeartbeatPage() {
  const words = useWords();
  const { heartbeat, pings, alerts, slug, here } = useLoaderData<typeof loader>();
  const isNew = pings.length === 0;
  // A firing alert comes first on the page.
  const fires = alerts.some(({ state, dismissedAt }) => state === "firing" && dismissedAt === null);
  usePageRefresh(isNew ? 5 : 60);
  const [responder, admin] = [useHasRole("responder"), useHasRole("admin")];
  return (
    <>
      <PageHead
        title={heartbeat.name}
        note={heartbeatScheduleText(words, heartbeat.schedule)}
        action={admin ? <Buttons /> : null}
      />
      <ButtonConflictSection
        forms={["pause", "resume", "rotate", "delete"]}
        version={heartbeat.version}
        keepTo={here}
      />
      <WaitingForCauseText alerts={alerts} slug={slug} />
      <HeartbeatDetailSection heartbeat={heartbeat} />
      <ColumnsWithAside
        aside={
          <>
            <RunsPart />
            {responder ? (
              <MuteForm action="" subject={{ kind: "heartbeat", id: heartbeat.id }} mutedUntil={heartbeat.mutedUntil} />
            ) : null}
          </>
        }
      >
        {isNew ? (
          <>
            <AddressPart />
            <FirstPing here={here} />
          </>
        ) : (
          <>
            {fires ? <AlertsPart /> : null}
            <AddressPart />
            <Pings />
            {fires ? null : <AlertsPart />}
          </>
        )}
      </ColumnsWithAside>
      <AdminEditSection>
        <EditPart />
      </AdminEditSection>
    </>
  );
}
