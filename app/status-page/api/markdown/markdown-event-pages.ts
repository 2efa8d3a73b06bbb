import { repeatText } from "~/i18n/repeat";
import { elapsedTimeText } from "~/i18n/span";
import { updateStatusText } from "~/i18n/update-word";
import { isAnnouncementIncident } from "~/incidents/rules/impact";
import { maintenanceCalendarPath } from "~/pages/rules/page-links";
import { statuses } from "~/status/status";
import { markdownLink, markdownText } from "~/text/markdown-escape";
import { separatePostmortem } from "../../rules/postmortem-entry";
import type { SnapshotIncident, SnapshotMaintenance, SnapshotUpdate } from "../../rules/snapshot-document";
import type { PageRenderContext } from "../../views/frame/scene";
import { incidentDurationTexts, isHarmlessIncident } from "../../views/incident/incident-page";
import { isMaintenanceTextRepeated } from "../../views/maintenance/maintenance-page";
import { dateInZone } from "../../views/parts/maintenances";
import { affectedComponentsFact, openIncidentFacts, updateHead } from "./markdown-events";
import {
  backLinkMarkdown,
  documentStartBlocks,
  joinedBlocks,
  type MarkdownBlock,
  markdownHeading,
  markdownList,
  markdownPageTitle,
  markdownTime,
  markdownTimeSpan,
  markdownTitle,
  namedFact,
  updateBody,
} from "./markdown-parts";

/** Says which components an update changed. */
function changeList({ frame: { words } }: PageRenderContext, { changes }: SnapshotUpdate): MarkdownBlock {
  const word = (status: string) => {
    const known = statuses.find((each) => each === status);
    return known ? words.t(`status.${known}`) : status;
  };
  const moved = changes.filter(({ from, to }) => from !== to);
  const texts = moved.map(({ name, from, to }) => words.t("incident.change", { name, from: word(from), to: word(to) }));
  return markdownList(texts.map(markdownText));
}

const updateBlock = (scene: PageRenderContext, update: SnapshotUpdate, isAnnounced: boolean): MarkdownBlock =>
  joinedBlocks([
    markdownHeading(3, updateHead(scene, update, isAnnounced)),
    updateBody(scene.frame, update),
    changeList(scene, update),
  ]);

/** Writes the updates of an event, newest first. */
const updateBlocks = (
  scene: PageRenderContext,
  updates: readonly SnapshotUpdate[],
  isAnnounced = false,
): MarkdownBlock[] => [
  markdownHeading(2, markdownText(scene.frame.words.t("incident.updates"))),
  ...updates.map((update) => updateBlock(scene, update, isAnnounced)),
];

/** Returns the facts of an incident that is over: its times, how long each status lasted, what it affected. */
function pastIncidentFacts(scene: PageRenderContext, incident: SnapshotIncident, resolvedAt: number): string[] {
  const { words } = scene.frame;
  const { startedAt, status, components } = incident;
  const quiet = isAnnouncementIncident(incident);
  const affected = affectedComponentsFact(scene, components, true);
  const isDurationNamed = !quiet && isHarmlessIncident(incident);
  const lasted = markdownText(elapsedTimeText(words, resolvedAt - startedAt));
  return [
    ...(quiet ? [] : [namedFact(words, "layout.status", markdownText(updateStatusText(words, status)))]),
    ...(quiet ? [] : incidentDurationTexts(words, incident).map(markdownText)),
    namedFact(words, quiet ? "open.posted" : "incident.started", markdownTime(scene, startedAt)),
    ...(quiet ? [] : [namedFact(words, "incident.resolved", markdownTime(scene, resolvedAt))]),
    ...(isDurationNamed ? [namedFact(words, "incident.lasted", lasted)] : []),
    ...(affected === null ? [] : [affected]),
  ];
}

function postmortemBlocks(scene: PageRenderContext, postmortem: SnapshotUpdate | null): MarkdownBlock[] {
  if (postmortem === null) return [];
  return [
    markdownHeading(2, markdownText(scene.frame.words.t("incident_status.postmortem"))),
    markdownTime(scene, postmortem.shownAt),
    updateBody(scene.frame, postmortem),
  ];
}

/** Returns the page of one incident. */
export function incidentPageBlocks(scene: PageRenderContext, incident: SnapshotIncident): MarkdownBlock[] {
  const { words } = scene.frame;
  const { told, postmortem } = separatePostmortem(incident);
  const quiet = isAnnouncementIncident(incident);
  const facts =
    incident.resolvedAt === null
      ? openIncidentFacts(scene, incident)
      : pastIncidentFacts(scene, incident, incident.resolvedAt);
  return [
    ...documentStartBlocks(scene, markdownPageTitle(scene, markdownTitle(words, incident))),
    markdownText(words.t(quiet ? "impact.none" : "incident.kind")),
    markdownList(facts),
    ...postmortemBlocks(scene, postmortem),
    ...(told.length > 0 ? updateBlocks(scene, told, quiet) : [markdownText(words.t("incident.no_updates"))]),
    backLinkMarkdown(scene),
  ];
}

function maintenanceFacts(scene: PageRenderContext, maintenance: SnapshotMaintenance): string[] {
  const { frame, page } = scene;
  const { words } = frame;
  const { status, startsAt, endsAt, completedAt, series, components } = maintenance;
  const affected = affectedComponentsFact(scene, components, status === "completed" || status === "cancelled");
  const day = dateInZone(page.snapshot.page.timeZone, startsAt);
  return [
    namedFact(words, "layout.status", markdownText(words.t(`maintenance_status.${status}`))),
    namedFact(words, "work.window", markdownTimeSpan(scene, startsAt, endsAt)),
    namedFact(words, "work.length", markdownText(elapsedTimeText(words, endsAt - startsAt))),
    ...(completedAt === null ? [] : [namedFact(words, "work.completed", markdownTime(scene, completedAt))]),
    ...(series ? [namedFact(words, "work.repeats", markdownText(repeatText(words, series.repeat, day)))] : []),
    ...(affected === null ? [] : [affected]),
  ];
}

function aboutBlocks(scene: PageRenderContext, maintenance: SnapshotMaintenance): MarkdownBlock[] {
  if ((maintenance.html === "" && !maintenance.cut) || isMaintenanceTextRepeated(maintenance)) return [];
  return [markdownHeading(2, markdownText(scene.frame.words.t("work.about"))), updateBody(scene.frame, maintenance)];
}

/** Returns the page of one maintenance. */
export function maintenancePageBlocks(scene: PageRenderContext, maintenance: SnapshotMaintenance): MarkdownBlock[] {
  const { words } = scene.frame;
  const { id, status, updates } = maintenance;
  const calendar = `${scene.page.snapshot.page.url}${maintenanceCalendarPath(id)}`;
  return [
    ...documentStartBlocks(scene, markdownPageTitle(scene, markdownTitle(words, maintenance))),
    markdownText(words.t("maintenance.kind")),
    markdownList(maintenanceFacts(scene, maintenance)),
    ...(status === "scheduled" ? [markdownLink(words.t("work.calendar"), calendar)] : []),
    ...aboutBlocks(scene, maintenance),
    ...(updates.length === 0 ? [] : updateBlocks(scene, updates)),
    backLinkMarkdown(scene),
  ];
}
