import { repeatText } from "~/i18n/repeat";
import { calendarPath, feedFormats, feedPath } from "~/pages/rules/page-links";
import { markdownLink, toMarkdownLine } from "~/text/markdown-escape";
import { isComponentListed } from "../../rules/component-listing";
import { isMaintenanceInProgress } from "../../rules/head-state";
import { visibleStatus } from "../../rules/monitored-state";
import { separatePostmortem } from "../../rules/postmortem-entry";
import { maintenanceSeriesGroups } from "../../rules/series-runs";
import type {
  SnapshotComponent,
  SnapshotGroup,
  SnapshotIncident,
  SnapshotMaintenance,
} from "../../rules/snapshot-document";
import type { PageRenderContext } from "../../views/frame/scene";
import { recentDayCount, recentDaysOf, recentDayWords } from "../../views/front/recent";
import { cachedPageHeadline } from "../../views/parts/field-text";
import { lastReportText } from "../../views/parts/last-heard-text";
import { dateInZone } from "../../views/parts/maintenances";
import type { RecentDaysEntry } from "../../views/parts/recent-days";
import { isUptimeShown } from "../../views/parts/visible-letter";
import {
  affectedComponentsFact,
  markdownEventsOfDays,
  markdownOpenIncidentFacts,
  newestUpdateMarkdown,
} from "./markdown-events";
import {
  joinMarkdownBlocks,
  type MarkdownBlock,
  markdownComponentLink,
  markdownDays,
  markdownDocumentStartBlocks,
  markdownEventAddress,
  markdownEventLink,
  markdownFactLine,
  markdownFactWithName,
  markdownHeading,
  markdownList,
  markdownNamedFact,
  markdownSentence,
  markdownSiblingAddress,
  markdownStateText,
  markdownTimeSpan,
  markdownUpdateBody,
  markdownWordList,
} from "./markdown-parts";

/** Writes a section, or nothing when it has no content. */
const section = (heading: string, blocks: readonly (MarkdownBlock | null)[]): MarkdownBlock | null => {
  const content = joinMarkdownBlocks(blocks);
  return content === "" ? null : joinMarkdownBlocks([markdownHeading(2, toMarkdownLine(heading)), content]);
};

function openIncident(scene: PageRenderContext, incident: SnapshotIncident): MarkdownBlock {
  const { told } = separatePostmortem(incident);
  const all = scene.frame.words.t("open.all_updates", { count: told.length });
  return joinMarkdownBlocks([
    markdownHeading(3, markdownEventLink(scene, "incidents", incident)),
    markdownList(markdownOpenIncidentFacts(scene, incident)),
    newestUpdateMarkdown(scene, told),
    told.length > 1 ? markdownLink(all, markdownEventAddress(scene, "incidents", incident.id)) : null,
  ]);
}

function repeatFact({ frame, page }: PageRenderContext, next: SnapshotMaintenance, more: number): string[] {
  const { words } = frame;
  if (!next.series) return [];
  const day = dateInZone(page.snapshot.page.timeZone, next.startsAt);
  const rule = words.t("work.repeats_line", { rule: repeatText(words, next.series.repeat, day) });
  return [
    markdownFactLine([toMarkdownLine(rule), more === 0 ? null : toMarkdownLine(words.t("work.more", { count: more }))]),
  ];
}

function maintenanceBlock(scene: PageRenderContext, maintenance: SnapshotMaintenance, more = 0): MarkdownBlock {
  const { words } = scene.frame;
  const affected = affectedComponentsFact(scene, maintenance.components, false);
  return joinMarkdownBlocks([
    markdownHeading(3, markdownEventLink(scene, "maintenances", maintenance)),
    markdownList([
      markdownNamedFact(words, "layout.status", toMarkdownLine(words.t(`maintenance_status.${maintenance.status}`))),
      markdownNamedFact(words, "work.window", markdownTimeSpan(scene, maintenance.startsAt, maintenance.endsAt)),
      ...repeatFact(scene, maintenance, more),
      ...(affected === null ? [] : [affected]),
    ]),
    newestUpdateMarkdown(scene, maintenance.updates) ?? markdownUpdateBody(scene.frame, maintenance),
  ]);
}

const shareText = ({ frame: { words } }: PageRenderContext, uptime: number | null): string =>
  toMarkdownLine(uptime === null ? words.t("components.no_data") : words.percent(uptime));

const stateWord = ({ frame: { words } }: PageRenderContext, of: SnapshotComponent | SnapshotGroup): string => {
  const status = visibleStatus(of);
  return toMarkdownLine(status === null ? words.t("field.unmonitored") : words.t(`status.${status}`));
};

function componentItem(scene: PageRenderContext, component: SnapshotComponent): string {
  const heard = lastReportText(scene.frame, scene.page.snapshot, component.id);
  return markdownFactLine([
    markdownFactWithName(scene.frame.words, markdownComponentLink(scene, component), stateWord(scene, component)),
    isUptimeShown(component) ? shareText(scene, component.uptime) : null,
    heard && toMarkdownLine(heard),
  ]);
}

function groupBlock(
  scene: PageRenderContext,
  group: SnapshotGroup,
  members: readonly SnapshotComponent[],
): MarkdownBlock {
  const state = markdownFactWithName(scene.frame.words, toMarkdownLine(group.name), stateWord(scene, group));
  const share = members.some(isUptimeShown) ? shareText(scene, group.uptime) : null;
  return joinMarkdownBlocks([
    markdownHeading(3, markdownFactLine([state, share])),
    markdownList(members.map((each) => componentItem(scene, each))),
  ]);
}

/** Lists ungrouped components first, then the groups in order, as the page does. */
function components(scene: PageRenderContext): MarkdownBlock | null {
  const { t } = scene.frame.words;
  const { snapshot } = scene.page;
  const listed = snapshot.components.filter(isComponentListed);
  const groups = snapshot.groups
    .map((group) => ({ group, members: listed.filter(({ groupId }) => groupId === group.id) }))
    .filter(({ members }) => members.length > 0);
  const isCounted = listed.some(isUptimeShown);
  const columns = [t("layout.status"), t("component.uptime_days", { count: snapshot.days.count })];
  return section(t("components.heading"), [
    listed.length === 0 ? toMarkdownLine(t("components.none")) : null,
    isCounted ? markdownFactLine(columns.map(toMarkdownLine)) : null,
    markdownList(listed.filter(({ groupId }) => groupId === null).map((each) => componentItem(scene, each))),
    ...groups.map(({ group, members }) => groupBlock(scene, group, members)),
  ]);
}

function vendors(scene: PageRenderContext): MarkdownBlock | null {
  const { words } = scene.frame;
  const { vendors: reporting = [], components: all } = scene.page.snapshot;
  const items = reporting.map(({ name, url, componentIds }) => {
    const sentence = markdownSentence(words, "component.vendor", { name: markdownLink(name, url) });
    const affected = all
      .filter(({ id }) => componentIds.includes(id))
      .map((each) => markdownComponentLink(scene, each));
    return markdownFactLine([sentence, markdownWordList(words, affected)]);
  });
  return section(words.t("component.vendors"), [markdownList(items)]);
}

function recentDay(scene: PageRenderContext, day: RecentDaysEntry): MarkdownBlock {
  const { t } = scene.frame.words;
  if (day.kind === "busy")
    return joinMarkdownBlocks([
      markdownEventsOfDays(scene, day),
      day.ongoing ? toMarkdownLine(t(recentDayWords.ongoing)) : null,
    ]);
  const said = toMarkdownLine(t(recentDayWords[day.kind]));
  return joinMarkdownBlocks([markdownHeading(3, markdownDays(scene, day.first, day.last)), said]);
}

/** Lists where there is more, also for programs. */
function furtherLinks(scene: PageRenderContext): MarkdownBlock | null {
  const { t } = scene.frame.words;
  const { url } = scene.page.snapshot.page;
  return section(t("layout.more"), [
    markdownList([
      markdownLink(t("layout.history"), markdownSiblingAddress(scene, "/history")),
      markdownLink(t("layout.uptime"), markdownSiblingAddress(scene, "/uptime")),
      markdownLink(t("layout.subscribe"), `${url}/subscribe`),
      markdownLink("JSON", `${url}/api/v2/summary.json`),
      ...feedFormats.map((format) => markdownLink(t(`feed.${format}`), `${url}${feedPath(format)}`)),
      markdownLink(t("layout.calendar"), `${url}${calendarPath()}`),
    ]),
  ]);
}

/** Returns the front page: the state first, then what is in progress, the components, and the last days. */
export function markdownFrontPageBlocks(scene: PageRenderContext): (MarkdownBlock | null)[] {
  const { t } = scene.frame.words;
  const { snapshot } = scene.page;
  const { lead, rest, announcements } = cachedPageHeadline(snapshot);
  const ongoing = lead ? [lead, ...rest] : rest;
  const running = snapshot.maintenances.filter(isMaintenanceInProgress);
  const planned = snapshot.maintenances.filter((each) => !isMaintenanceInProgress(each));
  return [
    ...markdownDocumentStartBlocks(scene, toMarkdownLine(snapshot.page.name)),
    `**${markdownStateText(scene)}**`,
    toMarkdownLine(snapshot.page.about),
    section(
      t("layout.unresolved"),
      ongoing.map((each) => (each.kind === "incident" ? openIncident(scene, each.incident) : null)),
    ),
    section(
      t("layout.active"),
      running.map((each) => maintenanceBlock(scene, each)),
    ),
    section(
      t("open.announcements", { count: announcements.length }),
      announcements.map((each) => openIncident(scene, each)),
    ),
    vendors(scene),
    components(scene),
    section(
      t("maintenance.heading"),
      maintenanceSeriesGroups(planned).map(({ next, later }) => maintenanceBlock(scene, next, later.length)),
    ),
    section(
      t("recent.last_days", { count: recentDayCount }),
      recentDaysOf(scene.frame, snapshot).map((day) => recentDay(scene, day)),
    ),
    furtherLinks(scene),
  ];
}
