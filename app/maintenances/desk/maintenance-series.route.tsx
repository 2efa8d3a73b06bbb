import { useLoaderData } from "@remix-run/react";
import type { RouteGuard } from "~/http/guard";
import { countReach } from "~/subscribers/reach";
import { writeLocalTime } from "~/time/local-time";
import { repeatOf } from "~/time/repeat";
import { allOrThrow, onPage, type PageDesk, param, subjectOf } from "~/ui/frame/desk";
import { useMay } from "~/ui/frame/may";
import { translatedPageTitle } from "~/ui/frame/title";
import { Conflict } from "~/ui/parts/conflict";
import { useFormState } from "~/ui/parts/form";
import { EmptyState, Fold, PageHead, Section } from "~/ui/parts/list";
import { NounConflict } from "~/ui/parts/noun-conflict";
import { namedChoices } from "~/ui/parts/noun-fields";
import {
  answerForm,
  isTicked,
  type PostedForm,
  readPostedForm,
  refuseUnknown,
  showErrors,
} from "~/ui/parts/posted-form";
import { readFields } from "~/ui/parts/read-fields";
import { Tag } from "~/ui/parts/status-mark";
import { editSeries } from "../edit-series";
import { endSeries } from "../end-series";
import { maintenanceFields } from "../rules/fields";
import { repeatFields, repeatIn, repeatValues } from "../rules/repeat-fields";
import { readSeries } from "../series";
import { MaintenanceForm, type MaintenanceValues } from "./maintenance-form";
import { MaintenanceList } from "./maintenance-list";
import { formFacts, previewText, showDates, warnOfOverlaps } from "./maintenance-outlook";
import { repeatingText } from "./maintenance-repeat-words";
import { EndSeries } from "./maintenance-series-parts";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";
export { shouldRevalidate } from "~/ui/frame/revalidate";

export const handle = { guard: { kind: "member", role: "viewer", write: "responder" } satisfies RouteGuard };

export const meta = translatedPageTitle(wordsIn, "series.title");

export const loader = onPage(async (desk) => {
  const { ctx, pageId, pageZone } = desk;
  const id = param(desk, "series");
  const asked = allOrThrow(readSeries(ctx, { pageId, id }), countReach(ctx, { pageId, of: { series: id } }));
  const [[read, reach], facts] = await Promise.all([asked, formFacts(desk)]);
  const names = new Map(facts.components.map(({ id, name }) => [id, name]));
  const { series } = read;
  const repeat = repeatOf(series.rule);
  const startsAt = series.next ?? read.occurrences[0]?.startsAt ?? series.createdAt;
  return {
    ...facts,
    series,
    repeat,
    peopleReached: reach.people,
    startsLocal: writeLocalTime(startsAt, pageZone),
    endsLocal: writeLocalTime(startsAt + series.duration, pageZone),
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

const wordsFor = (desk: PageDesk) => wordsIn(desk.language);

const hereOf = (desk: PageDesk) => `/manage/${desk.slug}/maintenances/series/${param(desk, "series")}`;

async function edit(desk: PageDesk, posted: PostedForm) {
  const values = readFields(maintenanceFields, posted, { zone: desk.pageZone });
  const { startsAt = 0, endsAt = 0 } = values;
  const warned = await warnOfOverlaps(desk, posted, { startsAt, endsAt, exceptSeriesId: param(desk, "series") });
  if (warned) return warned;
  const repeat = repeatIn(posted.values);
  const saved = await editSeries(desk.ctx, {
    ...subjectOf(desk, posted, "series"),
    ...values,
    notify: isTicked(posted.fields, "notify"),
    ...(repeat ? { repeat } : {}),
  });
  return answerForm(posted, saved, hereOf(desk), "series-saved");
}

async function end(desk: PageDesk, posted: PostedForm) {
  if (!isTicked(posted.fields, "sure")) return showErrors(posted, { sure: wordsFor(desk).t("end.unsure") });
  const notify = isTicked(posted.fields, "notify");
  const ended = await endSeries(desk.ctx, { ...subjectOf(desk, posted, "series"), notify });
  return answerForm(posted, ended, `/manage/${desk.slug}/maintenances`, "series-ended");
}

export const action = onPage(async (desk) => {
  const posted = await readPostedForm(desk);
  if (posted.intent === "preview") return previewText(desk, posted);
  if (posted.intent === "dates") return showDates(desk, posted, { exceptSeriesId: param(desk, "series") });
  if (posted.intent === "edit") return edit(desk, posted);
  if (posted.intent === "end") return end(desk, posted);
  return refuseUnknown(posted);
});

type SeriesRouteData = ReturnType<typeof useLoaderData<typeof loader>>;

const valuesOf = ({ series, startsLocal, endsLocal }: SeriesRouteData): MaintenanceValues => ({
  ...series,
  startsAt: startsLocal,
  endsAt: endsLocal,
});

const fields = { ...maintenanceFields, ...repeatFields };

function Conflicts({ data }: { data: SeriesRouteData }) {
  const { series, components, slug, repeat } = data;
  const { id, version } = series;
  const saved = { ...valuesOf(data), ...repeatValues(repeat), version };
  const about = {
    picks: { components: namedChoices(components) },
    keepTo: `/manage/${slug}/maintenances/series/${id}`,
  };
  return (
    <>
      <NounConflict form="edit" saved={saved} fields={fields} {...about} />
      <Conflict form="end" version={version} fields={[]} keepTo={about.keepTo} />
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
      <EndSeries version={series.version} planned={occurrences.length} reach={data.peopleReached} />
    </Section>
  );
}

export default function Series() {
  const data = useLoaderData<typeof loader>();
  const words = useWords();
  const { t } = words;
  const { series, occurrences, slug, repeat } = data;
  const over = series.next === null;
  const change = useMay("responder") && !over;
  return (
    <>
      <PageHead
        title={series.title}
        note={
          <div className="flex flex-wrap items-center gap-x-3">
            <Tag>{t(over ? "series.ended" : "series.repeats")}</Tag>
            <span>{repeatingText(words, { rule: series.rule, repeat })}</span>
            <span>{t("series.zone", { zone: series.zone })}</span>
          </div>
        }
      />
      <Conflicts data={data} />
      <Section title={t("series.upcoming")}>
        {occurrences.length === 0 ? (
          <EmptyState title={t("list.empty")} about={t("series.empty_hint")} />
        ) : (
          <MaintenanceList rows={occurrences} slug={slug} usual={series.title} />
        )}
      </Section>
      {change ? <Change data={data} /> : null}
    </>
  );
}
