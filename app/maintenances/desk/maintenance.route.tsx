import { Link, useLoaderData } from "@remix-run/react";
import { target } from "~/alerts/shown/desk/alert-origin";
import { listComponents } from "~/components/list";
import type { RouteGuard } from "~/http/guard";
import { Timeline, UpdateConflicts } from "~/incidents/desk/timeline";
import { writeLocalTime } from "~/time/local-time";
import { repeatOf } from "~/time/repeat";
import { allOrThrow, onPage, param } from "~/ui/frame/desk";
import { useMay } from "~/ui/frame/may";
import { translatedPageTitle } from "~/ui/frame/title";
import { Conflict } from "~/ui/parts/conflict";
import { useFormState } from "~/ui/parts/form";
import { Columns, Fold, PageHead, Section } from "~/ui/parts/list";
import { SafeHtml } from "~/ui/parts/markdown-field";
import { NounConflict } from "~/ui/parts/noun-conflict";
import { namedChoices } from "~/ui/parts/noun-fields";
import { readPostedForm } from "~/ui/parts/posted-form";
import { RangeText, TimeText } from "~/ui/parts/time-text";
import { useTable } from "~/ui/parts/words";
import { maintenanceFields, maintenanceUpdateFields } from "../rules/fields";
import { readMaintenance } from "../verbs";
import { actOnMaintenance } from "./maintenance-actions";
import { MaintenanceForm, type MaintenanceValues } from "./maintenance-form";
import { formFacts } from "./maintenance-outlook";
import { Cancel, Deeds, Longer, MaintenanceSteps, PostUpdate, TouchedList } from "./maintenance-parts";
import { repeatingText } from "./maintenance-repeat-words";
import { MaintenanceMark } from "./maintenance-state";
import { stepsOf } from "./maintenance-words";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";
export { shouldRevalidate } from "~/ui/frame/revalidate";

export const handle = { guard: { kind: "member", role: "viewer", write: "responder" } satisfies RouteGuard };

export const meta = translatedPageTitle(wordsIn, "maintenance.title");

export const loader = onPage(async (desk) => {
  const id = param(desk, "id");
  const { ctx, pageId, pageZone } = desk;
  const asked = allOrThrow(readMaintenance(ctx, { pageId, id }), listComponents(ctx, { pageId }));
  const [[read, { components }], facts] = await Promise.all([asked, formFacts(desk)]);
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
    series: read.series && { id: read.series.id, rule: read.series.rule, repeat: repeatOf(read.series.rule) },
    peopleReached: read.reach,
    startsLocal: writeLocalTime(maintenance.startsAt, pageZone),
    endsLocal: writeLocalTime(maintenance.endsAt, pageZone),
    steps: stepsOf(maintenance, ctx.now()),
    updates: read.updates.map((each) => ({ ...each, shownAtLocal: writeLocalTime(each.shownAt, pageZone) })),
  };
});

export const action = onPage(async (desk) => actOnMaintenance(desk, await readPostedForm(desk)));

type MaintenanceRouteData = ReturnType<typeof useLoaderData<typeof loader>>;

const deeds = ["start", "verify", "complete", "longer", "cancel"];

/** The saved values, shown beside those of the form that lost the race. */
function Conflicts({ data }: { data: MaintenanceRouteData }) {
  const { t } = useWords();
  const { maintenance, updates, components, slug } = data;
  const { version } = maintenance;
  const keepTo = `/manage/${slug}/maintenances/${maintenance.id}`;
  const picks = { components: namedChoices(components) };
  const latest = { body: updates[0]?.body ?? "", version };
  return (
    <>
      {deeds.map((form) => (
        <Conflict key={form} form={form} version={version} fields={[]} keepTo={keepTo} />
      ))}
      <NounConflict
        form="update"
        saved={latest}
        fields={maintenanceUpdateFields}
        picks={{}}
        keepTo={keepTo}
        again={t("update.post_after")}
      />
      <NounConflict
        form="edit"
        saved={{ ...valuesOf(data), version }}
        fields={maintenanceFields}
        picks={picks}
        keepTo={keepTo}
      />
      <UpdateConflicts updates={updates} version={version} keepTo={keepTo} />
    </>
  );
}

function Head({ data }: { data: MaintenanceRouteData }) {
  const words = useWords();
  const { maintenance, slug, series } = data;
  const note = (
    <div className="flex flex-wrap items-center gap-x-3">
      <MaintenanceMark status={maintenance.status} />
      <RangeText from={maintenance.startsAt} to={maintenance.endsAt} />
      {series ? (
        <Link to={`/manage/${slug}/maintenances/series/${series.id}`} className={target}>
          {repeatingText(words, series)}
        </Link>
      ) : null}
      <a href={`/${slug}/maintenances/${maintenance.id}`} className={target}>
        {words.t("maintenance.view")}
      </a>
    </div>
  );
  const deeds = useMay("responder") ? <Deeds {...maintenance} reach={data.peopleReached} /> : null;
  return <PageHead title={maintenance.title} note={note} action={deeds} />;
}

const isOver = ({ status }: MaintenanceRouteData["maintenance"]) => status === "completed" || status === "cancelled";

function Next({ data }: { data: MaintenanceRouteData }) {
  const { t, say } = useWords();
  const { maintenance, steps } = data;
  const going = maintenance.status === "in_progress" || maintenance.status === "verifying";
  const longer = useMay("responder") && going;
  return (
    <Section title={t(isOver(maintenance) ? "next.title_ended" : "next.title")}>
      {maintenance.completedAt === null ? null : (
        <p>{say("next.completed", { at: <TimeText at={maintenance.completedAt} /> })}</p>
      )}
      {maintenance.status === "cancelled" ? <p>{t("next.cancelled")}</p> : null}
      {steps.length === 0 ? null : <MaintenanceSteps steps={steps} />}
      {longer ? <Longer id={maintenance.id} version={maintenance.version} reach={data.peopleReached} /> : null}
    </Section>
  );
}

const valuesOf = ({ maintenance, chosen, startsLocal, endsLocal }: MaintenanceRouteData): MaintenanceValues => ({
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
        <Cancel id={maintenance.id} version={maintenance.version} reach={data.peopleReached} />
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
      <Timeline
        updates={updates}
        version={maintenance.version}
        zone={zone}
        editable={editable}
        words={useTable("maintenance_status")}
      />
    </Section>
  );
}

export default function Maintenance() {
  const { t } = useWords();
  const data = useLoaderData<typeof loader>();
  const { maintenance, slug } = data;
  const responder = useMay("responder");
  const open = responder && !isOver(maintenance);
  const lost = useFormState("update")?.conflict ?? false;
  const post = (
    <Section title={t("update.title")}>
      <PostUpdate id={maintenance.id} version={maintenance.version} reach={data.peopleReached} />
    </Section>
  );
  return (
    <>
      <Head data={data} />
      <Conflicts data={data} />
      <Next data={data} />
      <Section title={t("components.title")}>
        <TouchedList touched={data.touched} slug={slug} />
        {maintenance.bodyHtml === "" ? null : <SafeHtml html={maintenance.bodyHtml} />}
      </Section>
      <Columns asideFirst aside={open && !lost ? post : null}>
        <Updates data={data} editable={responder} />
      </Columns>
      {open ? <Change data={data} /> : null}
    </>
  );
}
