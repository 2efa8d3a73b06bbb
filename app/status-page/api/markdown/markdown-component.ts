import type { ResponseTimes } from "~/components/response-times";
import type { WordKey } from "~/i18n/words";
import { timeZoneName } from "~/i18n/zone-text";
import { markdownLink, markdownTable, toMarkdownLine } from "~/text/markdown-escape";
import type { ArchivedComponentEvents } from "../../history/archive";
import { visibleStatus } from "../../rules/monitored-state";
import { uptimeOfLastDays } from "../../rules/recent-uptime";
import type { EndedOutage, SnapshotComponent } from "../../rules/snapshot-document";
import { recentEventsOfComponent } from "../../views/component/component-past";
import { latestResponseTexts } from "../../views/component/latest-responses";
import type { PageRenderContext } from "../../views/frame/scene";
import { type DayIncidents, incidentsByDay, incidentsOfDayRun } from "../../views/parts/day-incidents";
import { type DayRun, dayRuns } from "../../views/parts/day-runs";
import { pageEventsOf } from "../../views/parts/happening-days";
import { lastReportText } from "../../views/parts/last-heard-text";
import { statusOfDayRun, statusSpansText } from "../../views/parts/run-text";
import { isUptimeShown } from "../../views/parts/visible-letter";
import { markdownCorrectionBlocks } from "./markdown-corrections";
import { markdownEventDayBlocks } from "./markdown-events";
import {
  backLinkMarkdown,
  type MarkdownBlock,
  markdownDays,
  markdownDocumentStartBlocks,
  markdownEventLink,
  markdownFactLine,
  markdownHeading,
  markdownList,
  markdownNamedFact,
  markdownPageTitle,
  markdownSentence,
  markdownSiblingAddress,
  markdownStateText,
  markdownTime,
  markdownTimeSpan,
} from "./markdown-parts";

/** A component as its page shows it. */
export interface ComponentPageFacts {
  component: SnapshotComponent;
  /** Its incidents and past maintenance; null when the archive is not available. */
  archive: ArchivedComponentEvents | null;
  /** Most of each that are listed. */
  limit: number;
  /** Response times of its monitors; null when the archive is not available. */
  times: ResponseTimes | null;
}

/** Numbers of days whose uptime is named. */
const monthDays = 30;

function uptimeFacts({ frame, page }: PageRenderContext, component: SnapshotComponent): string[] {
  if (!isUptimeShown(component)) return [];
  const { words } = frame;
  const { count } = page.snapshot.days;
  return [count, ...(count > monthDays ? [monthDays] : [])].map((days) => {
    const share = uptimeOfLastDays(page.snapshot, component, days);
    const text = share === null ? words.t("status.no_data") : words.percent(share);
    return toMarkdownLine(
      words.t("badge.whole", { name: words.t("component.uptime_days", { count: days }), state: text }),
    );
  });
}

const responseFacts = ({ frame: { words } }: PageRenderContext, times: ResponseTimes | null): string[] =>
  latestResponseTexts(words, times).map(({ monitor, newest, most }) =>
    markdownFactLine([
      markdownNamedFact(words, "component.response", toMarkdownLine(monitor)),
      toMarkdownLine(newest),
      toMarkdownLine(most),
    ]),
  );

function vendorTexts({ frame, page }: PageRenderContext, { id, status }: SnapshotComponent): MarkdownBlock[] {
  const key = status === "operational" ? "component.vendor" : "component.because";
  const own = page.snapshot.vendors?.filter(({ componentIds }) => componentIds.includes(id)) ?? [];
  return own.map(({ name, url }) => markdownSentence(frame.words, key, { name: markdownLink(name, url) }));
}

function standing(scene: PageRenderContext, component: SnapshotComponent): string {
  const { words } = scene.frame;
  const { id, since } = component;
  const heard = lastReportText(scene.frame, scene.page.snapshot, id);
  const isSinceNamed = since !== null && visibleStatus(component) !== null;
  return markdownFactLine([
    markdownNamedFact(words, "layout.status", markdownStateText(scene, component)),
    isSinceNamed ? toMarkdownLine(words.t("component.since", { time: markdownTime(scene, since) })) : null,
    heard && toMarkdownLine(heard),
  ]);
}

interface EventListWords {
  heading: WordKey;
  none: WordKey;
  unavailable: WordKey;
}

const listWords = {
  incidents: { heading: "component.incidents", none: "component.no_incidents", unavailable: "component.unavailable" },
  maintenances: {
    heading: "component.maintenances",
    none: "component.no_maintenances",
    unavailable: "component.maintenances_unavailable",
  },
} as const satisfies Record<string, EventListWords>;

function pastBlocks(scene: PageRenderContext, { component, archive, limit }: ComponentPageFacts): MarkdownBlock[] {
  const { t } = scene.frame.words;
  const { snapshot } = scene.page;
  const known = archive ?? recentEventsOfComponent(snapshot, component.id);
  const ahead = snapshot.maintenances.filter(({ components }) => components.some(({ id }) => id === component.id));
  const events = {
    incidents: pageEventsOf(known.incidents, []),
    maintenances: pageEventsOf([], [...ahead, ...known.maintenances]),
  };
  return (["incidents", "maintenances"] as const).flatMap((kind) => {
    const { heading, none, unavailable } = listWords[kind];
    const said = archive === null ? unavailable : events[kind].length === 0 && !component.unmonitored ? none : null;
    const isCut = archive !== null && known[kind].length === limit;
    const blocks = [
      ...markdownEventDayBlocks(scene, events[kind]),
      ...(said === null ? [] : [toMarkdownLine(t(said))]),
      ...(isCut
        ? [markdownLink(t("component.more", { count: limit }), markdownSiblingAddress(scene, "/history"))]
        : []),
    ];
    return blocks.length === 0 ? [] : [markdownHeading(2, toMarkdownLine(t(heading))), ...blocks];
  });
}

/** Writes today's troubles that are over; each names its state when the day had several. */
const endedTexts = (scene: PageRenderContext, run: DayRun, ended: readonly EndedOutage[]): string[] =>
  ended.map(([letter, from, to]) => {
    const { words } = scene.frame;
    const state = words.t(`status.${statusOfDayRun({ letter }) ?? "no_data"}`);
    const span = markdownTimeSpan(scene, from, to);
    return run.spans.length === 1 ? span : markdownSentence(words, "bars.part", { state: toMarkdownLine(state), span });
  });

function dayRow(scene: PageRenderContext, run: DayRun, byDay: DayIncidents, ended: readonly EndedOutage[]): string[] {
  const { words } = scene.frame;
  const status = statusOfDayRun(run);
  const state = toMarkdownLine(status ? words.t(`status.${status}`) : words.t("bars.before"));
  const incidents = incidentsOfDayRun(byDay, run).map((each) => markdownEventLink(scene, "incidents", each));
  const spans = toMarkdownLine(statusSpansText(words, run));
  return [
    markdownDays(scene, run.first, run.last),
    markdownFactLine([state, ...incidents]),
    markdownFactLine([spans, ...endedTexts(scene, run, ended)]),
  ];
}

/** Writes the bars as a table; adjacent days of one state are one row. */
function dayBlocks(scene: PageRenderContext, { component, archive }: ComponentPageFacts): MarkdownBlock[] {
  if (!isUptimeShown(component)) return [];
  const { t } = scene.frame.words;
  const { snapshot } = scene.page;
  const { incidents } = archive ?? recentEventsOfComponent(snapshot, component.id);
  const byDay = incidentsByDay(snapshot, incidents);
  const ended = snapshot.endedOutages?.[component.id] ?? [];
  const head = [t("component.day"), t("component.state"), t("component.time")].map(toMarkdownLine);
  const rows = dayRuns(component, snapshot).map((run) =>
    dayRow(scene, run, byDay, run.last === snapshot.days.last ? ended : []),
  );
  return [
    markdownHeading(2, toMarkdownLine(t("component.day_table"))),
    toMarkdownLine(t("component.zone", { zone: timeZoneName(snapshot.page.timeZone) })),
    markdownTable([head, ...rows]),
  ];
}

/** Returns the page of one component: its state, its figures, its history and its days. */
export function markdownComponentPageBlocks(scene: PageRenderContext, shown: ComponentPageFacts): MarkdownBlock[] {
  const { component, times } = shown;
  const { snapshot } = scene.page;
  const corrections = (snapshot.corrections ?? []).filter(({ componentIds }) => componentIds.includes(component.id));
  return [
    ...markdownDocumentStartBlocks(scene, markdownPageTitle(scene, toMarkdownLine(component.name))),
    toMarkdownLine(scene.frame.words.t("component.kind")),
    markdownList([standing(scene, component), ...uptimeFacts(scene, component), ...responseFacts(scene, times)]),
    ...vendorTexts(scene, component),
    toMarkdownLine(component.description),
    ...pastBlocks(scene, shown),
    ...markdownCorrectionBlocks(scene, corrections),
    ...dayBlocks(scene, shown),
    backLinkMarkdown(scene),
  ];
}
