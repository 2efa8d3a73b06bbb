import { useLoaderData } from "@remix-run/react";
import type { RouteGuard } from "~/http/guard";
import { countNotificationReach } from "~/subscribers/reach";
import { formatLocalTime } from "~/time/local-time";
import { repeatOfRrule } from "~/time/repeat";
import { formSubjectOf, type PageDeskRequest, pageDeskHandler, routeParam, unwrapAllOrThrow } from "~/ui/frame/desk";
import { useHasRole } from "~/ui/frame/may";
import { namedPageTitleMeta } from "~/ui/frame/title";
import { EditConflictSection } from "~/ui/parts/conflict";
import { useFormState } from "~/ui/parts/form";
import { EmptyState, Fold, PageHead, Section } from "~/ui/parts/list";
import { NounConflictSection } from "~/ui/parts/noun-conflict";
import { fieldChoicesFromNames } from "~/ui/parts/noun-fields";
import {
  formErrorsResponse,
  formResultResponse,
  isCheckboxTicked,
  type PostedForm,
  readPostedForm,
  unknownFormResponse,
} from "~/ui/parts/posted-form";
import { parsePostedFields } from "~/ui/parts/read-fields";
import { Tag } from "~/ui/parts/status-mark";
import { editMaintenanceSeries } from "../edit-series";
import { endMaintenanceSeries } from "../end-series";
import { maintenanceFields } from "../rules/fields";
import { parseRepeat, repeatFields, repeatFormValues } from "../rules/repeat-fields";
import { readMaintenanceSeries } from "../series";
import { MaintenanceForm, type MaintenanceFormValues } from "./maintenance-form";
import { MaintenanceOccurrencesPanel } from "./maintenance-list";
import {
  findOverlapWarning,
  handleDatesPreview,
  previewMaintenanceText,
  readMaintenanceFormFacts,
} from "./maintenance-outlook";
import { repeatOrRuleText } from "./maintenance-repeat-words";
import { EndSeriesForm } from "./maintenance-series-parts";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";
export { shouldRevalidate } from "~/ui/frame/revalidate";

export const handle = { guard: { kind: "member", role: "viewer", write: "responder" } satisfies RouteGuard };

export const meta = namedPageTitleMeta(wordsIn, "series.title", "series.title");

export const loader = pageDeskHandler(async (desk) => {
  const { ctx, pageId, pageZone } = desk;
  const id = routeParam(desk, "series");
  const asked = unwrapAllOrThrow(
    readMaintenanceSeries(ctx, { pageId, id }),
    countNotificationReach(ctx, { pageId, of: { series: id } }),
  );
  const [[read, reach], facts] = await Promise.all([asked, readMaintenanceFormFacts(desk)]);
  const names = new Map(facts.components.map(({ id, name }) => [id, name]));
  const { series } = read;
  const repeat = repeatOfRrule(series.rule);
  const startsAt = series.next ?? read.occurrences[0]?.startsAt ?? series.createdAt;
  return {
    ...facts,
    series,
    repeat,
    peopleReached: reach.people,
    startsLocal: formatLocalTime(startsAt, pageZone),
    endsLocal: formatLocalTime(startsAt + series.duration, pageZone),
    occurrences: read.occurrences.map(({ components, ...each }) => ({
      id: each.id,
      title: each.title,
      status: each.status,
      startsAt: each.startsAt,
      endsAt: each.endsAt,
      seriesId: null,
      more: 0,
      components: Object.keys(components).flatMap((id) => names.get(id) ?? []),
    })),
  };
});

const wordsFor = (desk: PageDeskRequest) => wordsIn(desk.language);

const hereOf = (desk: PageDeskRequest) => `/manage/${desk.slug}/maintenances/series/${routeParam(desk, "series")}`;

async function edit(desk: PageDeskRequest, posted: PostedForm) {
  const values = parsePostedFields(maintenanceFields, posted, { zone: desk.pageZone });
  const { startsAt = 0, endsAt = 0 } = values;
  const warned = await findOverlapWarning(desk, posted, {
    startsAt,
    endsAt,
    exceptSeriesId: routeParam(desk, "series"),
  });
  if (warned) return warned;
  const repeat = parseRepeat(posted.values);
  const saved = await editMaintenanceSeries(desk.ctx, {
    ...formSubjectOf(desk, posted, "series"),
    ...values,
    notify: isCheckboxTicked(posted.fields, "notify"),
    ...(repeat ? { repeat } : {}),
  });
  return formResultResponse(posted, saved, hereOf(desk), "series-saved");
}

async function end(desk: PageDeskRequest, posted: PostedForm) {
  if (!isCheckboxTicked(posted.fields, "sure"))
    return formErrorsResponse(posted, { sure: wordsFor(desk).t("end.unsure") });
  const notify = isCheckboxTicked(posted.fields, "notify");
  const ended = await endMaintenanceSeries(desk.ctx, { ...formSubjectOf(desk, posted, "series"), notify });
  return formResultResponse(posted, ended, `/manage/${desk.slug}/maintenances`, "series-ended");
}

export const action = pageDeskHandler(async (desk) => {
  const posted = await readPostedForm(desk);
  if (posted.intent === "preview") return previewMaintenanceText(desk, posted);
  if (posted.intent === "dates")
    return handleDatesPreview(desk, posted, { exceptSeriesId: routeParam(desk, "series") });
  if (posted.intent === "edit") return edit(desk, posted);
  if (posted.intent === "end") return end(desk, posted);
  return unknownFormResponse(posted);
});

type SeriesRouteData = ReturnType<typeof useLoaderData<typeof loader>>;

const valuesOf = ({ series, startsLocal, endsLocal }: SeriesRouteData): MaintenanceFormValues => ({
  ...series,
  startsAt: startsLocal,
  endsAt: endsLocal,
});

const fields = { ...maintenanceFields, ...repeatFields };

function Conflicts({ data }: { data: SeriesRouteData }) {
  const { series, components, slug, repeat } = data;
  const { id, version } = series;
  const saved = { ...valuesOf(data), ...repeatFormValues(repeat), version };
  const about = {
    picks: { components: fieldChoicesFromNames(components) },
    keepTo: `/manage/${slug}/maintenances/series/${id}`,
  };
  return (
    <>
      <NounConflictSection form="edit" saved={saved} fields={fields} {...about} />
      <EditConflictSection form="end" version={version} fields={[]} keepTo={about.keepTo} />
    </>
  );
}

function Change({ data }: { data: SeriesRouteData }) {
  const { series, components, zone, slug, reach, repeat, occurrences } = data;
  const { t } = useWords();
  const state = useFormState("edit");
  return (
    <Section title={t("series.change")}>
      {state?.conflict ? null : (
        <Fold title={t("series.edit")} open={state !== null}>
          <p className="text-soft">{t("series.about_edit")}</p>
          <MaintenanceForm
            components={components}
            zone={zone}
            slug={slug}
            reach={reach}
            repeat={repeat}
            form="edit"
            version={series.version}
            values={valuesOf(data)}
            series
            submit="save_series"
          />
        </Fold>
      )}
      <EndSeriesForm version={series.version} planned={occurrences.length} reach={data.peopleReached} />
    </Section>
  );
}

export default function MaintenanceSeriesPage() {
  const data = useLoaderData<typeof loader>();
  const words = useWords();
  const { t } = words;
  const { series, occurrences, slug, repeat } = data;
  const over = series.next === null;
  const change = useHasRole("responder") && !over;
  return (
    <>
      <PageHead
        title={series.title}
        note={
          <div className="flex flex-wrap items-center gap-x-3">
            <Tag>{t(over ? "series.ended" : "series.repeats")}</Tag>
            <span>{repeatOrRuleText(words, { rule: series.rule, repeat })}</span>
            <span>{t("series.zone", { zone: series.zone })}</span>
          </div>
        }
      />
      <Conflicts data={data} />
      <Section title={t("series.upcoming")}>
        {occurrences.length === 0 ? (
          <EmptyState title={t("list.empty")} about={t("series.empty_hint")} />
        ) : (
          <MaintenanceOccurrencesPanel rows={occurrences} slug={slug} usual={series.title} />
        )}
      </Section>
      {change ? <Change data={data} /> : null}
    </>
  );
}
