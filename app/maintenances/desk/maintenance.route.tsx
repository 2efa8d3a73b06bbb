import { Link, useLoaderData } from "@remix-run/react";
import { inlineLinkTargetClass } from "~/alerts/shown/desk/alert-origin";
import { listComponents } from "~/components/list";
import type { RouteGuard } from "~/http/guard";
import { UpdateConflictSection, UpdateTimelinePanel } from "~/incidents/desk/timeline";
import { formatLocalTime } from "~/time/local-time";
import { repeatOfRrule } from "~/time/repeat";
import { pageDeskHandler, routeParam, unwrapAllOrThrow } from "~/ui/frame/desk";
import { useHasRole } from "~/ui/frame/may";
import { namedPageTitleMeta } from "~/ui/frame/title";
import { placeTrail as trail } from "~/ui/frame/trail";
import { EditConflictSection } from "~/ui/parts/conflict";
import { useFormState } from "~/ui/parts/form";
import { Fold, PageHead, Section } from "~/ui/parts/list";
import { SafeHtml } from "~/ui/parts/markdown-field";
import { NounConflictSection } from "~/ui/parts/noun-conflict";
import { fieldChoicesFromNames } from "~/ui/parts/noun-fields";
import { readPostedForm } from "~/ui/parts/posted-form";
import { RangeText, TimeText } from "~/ui/parts/time-text";
import { useWordTable } from "~/ui/parts/words";
import { maintenanceFields, maintenanceUpdateFields } from "../rules/fields";
import { readMaintenance } from "../verbs";
import { handleMaintenancePost } from "./maintenance-actions";
import { MaintenanceForm, type MaintenanceFormValues } from "./maintenance-form";
import { readMaintenanceFormFacts } from "./maintenance-outlook";
import {
  CancelMaintenanceForm,
  ExtendMaintenanceForm,
  MaintenanceActionButtons,
  MaintenanceComponentsSection,
  MaintenanceStepsSection,
  MaintenanceUpdateForm,
} from "./maintenance-parts";
import { repeatOrRuleText } from "./maintenance-repeat-words";
import { MaintenanceStatusBadge } from "./maintenance-state";
import { nextMaintenanceSteps } from "./maintenance-words";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";
export { shouldRevalidate } from "~/ui/frame/revalidate";

export const handle = { guard: { kind: "member", role: "viewer", write: "responder" } satisfies RouteGuard, trail };

export const meta = namedPageTitleMeta(wordsIn, "maintenance.title", "maintenance.title");

export const loader = pageDeskHandler(async (desk) => {
  const id = routeParam(desk, "id");
  const { ctx, pageId, pageZone } = desk;
  const asked = unwrapAllOrThrow(readMaintenance(ctx, { pageId, id }), listComponents(ctx, { pageId }));
  const [[read, { components }], facts] = await Promise.all([asked, readMaintenanceFormFacts(desk)]);
  const shown = new Map(components.map((each) => [each.id, each]));
  const { maintenance } = read;
  const touched = Object.entries(read.components).map(([id, takes]) => ({
    id,
    takes,
    name: shown.get(id)?.name ?? null,
    shown: shown.get(id)?.effective ?? takes,
  }));
  return {
    ...facts,
    maintenance,
    touched,
    chosen: read.components,
    series: read.series && { id: read.series.id, rule: read.series.rule, repeat: repeatOfRrule(read.series.rule) },
    peopleReached: read.reach,
    startsLocal: formatLocalTime(maintenance.startsAt, pageZone),
    endsLocal: formatLocalTime(maintenance.endsAt, pageZone),
    steps: nextMaintenanceSteps(maintenance, ctx.now(), read.reach),
    updates: read.updates.map((each) => ({ ...each, shownAtLocal: formatLocalTime(each.shownAt, pageZone) })),
  };
});

export const action = pageDeskHandler(async (desk) => handleMaintenancePost(desk, await readPostedForm(desk)));

type MaintenanceRouteData = ReturnType<typeof useLoaderData<typeof loader>>;

const deeds = ["start", "verify", "complete", "longer", "cancel"];

/** Shows the saved values next to those of the form that conflicted with them. */
function Conflicts({ data }: { data: MaintenanceRouteData }) {
  const { t } = useWords();
  const { maintenance, updates, components, slug } = data;
  const { version } = maintenance;
  const keepTo = `/manage/${slug}/maintenances/${maintenance.id}`;
  const picks = { components: fieldChoicesFromNames(components) };
  const latest = { body: updates[0]?.body ?? "", version };
  return (
    <>
      {deeds.map((form) => (
        <EditConflictSection key={form} form={form} version={version} fields={[]} keepTo={keepTo} />
      ))}
      <NounConflictSection
        form="update"
        saved={latest}
        fields={maintenanceUpdateFields}
        picks={{}}
        keepTo={keepTo}
        again={t("update.post_after")}
      />
      <NounConflictSection
        form="edit"
        saved={{ ...valuesOf(data), version }}
        fields={maintenanceFields}
        picks={picks}
        keepTo={keepTo}
      />
      <UpdateConflictSection updates={updates} version={version} keepTo={keepTo} />
    </>
  );
}

function Head({ data }: { data: MaintenanceRouteData }) {
  const words = useWords();
  const { maintenance, slug, series } = data;
  const note = (
    <div className="flex flex-wrap items-center gap-x-3">
      <MaintenanceStatusBadge status={maintenance.status} />
      <RangeText from={maintenance.startsAt} to={maintenance.endsAt} />
      {series ? (
        <Link to={`/manage/${slug}/maintenances/series/${series.id}`} className={inlineLinkTargetClass}>
          {repeatOrRuleText(words, series)}
        </Link>
      ) : null}
      <a href={`/${slug}/maintenances/${maintenance.id}`} className={inlineLinkTargetClass}>
        {words.t("maintenance.view")}
      </a>
    </div>
  );
  const deeds = useHasRole("responder") ? (
    <MaintenanceActionButtons {...maintenance} reach={data.peopleReached} />
  ) : null;
  return <PageHead title={maintenance.title} note={note} action={deeds} />;
}

const isOver = ({ status }: MaintenanceRouteData["maintenance"]) => status === "completed" || status === "cancelled";

function Next({ data }: { data: MaintenanceRouteData }) {
  const { t, say } = useWords();
  const { maintenance, steps } = data;
  const going = maintenance.status === "in_progress" || maintenance.status === "verifying";
  const longer = useHasRole("responder") && going;
  return (
    <Section title={t(isOver(maintenance) ? "next.title_ended" : "next.title")}>
      {maintenance.completedAt === null ? null : (
        <p>{say("next.completed", { at: <TimeText at={maintenance.completedAt} /> })}</p>
      )}
      {maintenance.status === "cancelled" ? <p>{t("next.cancelled")}</p> : null}
      {steps.length === 0 ? null : <MaintenanceStepsSection steps={steps} />}
      {longer ? (
        <ExtendMaintenanceForm id={maintenance.id} version={maintenance.version} reach={data.peopleReached} />
      ) : null}
    </Section>
  );
}

const valuesOf = ({ maintenance, chosen, startsLocal, endsLocal }: MaintenanceRouteData): MaintenanceFormValues => ({
  ...maintenance,
  components: chosen,
  startsAt: startsLocal,
  endsAt: endsLocal,
});

function Change({ data }: { data: MaintenanceRouteData }) {
  const { maintenance, startsLocal, endsLocal, components, zone, slug, reach } = data;
  const { t } = useWords();
  const state = useFormState("edit");
  const begun = maintenance.status !== "scheduled";
  return (
    <Section title={t("maintenance.change")}>
      {state?.conflict ? null : (
        <Fold title={t("maintenance.edit")} open={state !== null}>
          <MaintenanceForm
            components={components}
            zone={zone}
            slug={slug}
            reach={reach}
            begun={begun}
            form="edit"
            version={maintenance.version}
            values={valuesOf(data)}
            hidden={{ startsAtWas: startsLocal, endsAtWas: endsLocal, ...(begun ? { startsAt: startsLocal } : {}) }}
            submit="save"
            edits={maintenance.id}
          />
        </Fold>
      )}
      {maintenance.status === "verifying" ? null : (
        <CancelMaintenanceForm id={maintenance.id} version={maintenance.version} reach={data.peopleReached} />
      )}
    </Section>
  );
}

function Updates({ data, editable }: { data: MaintenanceRouteData; editable: boolean }) {
  const { t } = useWords();
  const { maintenance, updates, zone } = data;
  return (
    <Section title={t("update.list")}>
      {updates.length === 0 ? <p className="text-soft">{t("update.none")}</p> : null}
      <UpdateTimelinePanel
        updates={updates}
        version={maintenance.version}
        zone={zone}
        editable={editable}
        words={useWordTable("maintenance_status")}
      />
    </Section>
  );
}

export default function ManageMaintenancePage() {
  const { t } = useWords();
  const data = useLoaderData<typeof loader>();
  const { maintenance, slug } = data;
  const responder = useHasRole("responder");
  const open = responder && !isOver(maintenance);
  const lost = useFormState("update")?.conflict ?? false;
  const posts = open && !lost;
  const post = (
    <Section title={t("update.title")}>
      <MaintenanceUpdateForm id={maintenance.id} version={maintenance.version} reach={data.peopleReached} />
    </Section>
  );
  return (
    <>
      <Head data={data} />
      <Conflicts data={data} />
      <Next data={data} />
      <Section title={t("components.title")}>
        <MaintenanceComponentsSection touched={data.touched} slug={slug} />
      </Section>
      {maintenance.bodyHtml === "" ? null : (
        <Section title={t("maintenance.description")}>
          <SafeHtml html={maintenance.bodyHtml} />
        </Section>
      )}
      {posts ? post : null}
      {posts && data.updates.length === 0 ? null : <Updates data={data} editable={responder} />}
      {open ? <Change data={data} /> : null}
    </>
  );
}
