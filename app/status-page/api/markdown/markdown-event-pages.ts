import { repeatText } from "~/i18n/repeat";
import { elapsedTimeText } from "~/i18n/span";
import { updateStatusText } from "~/i18n/update-word";
import { isAnnouncementIncident } from "~/incidents/rules/impact";
import { maintenanceCalendarPath } from "~/pages/rules/page-links";
import { statuses } from "~/status/status";
import { markdownLink, toMarkdownLine } from "~/text/markdown-escape";
import { separatePostmortem } from "../../rules/postmortem-entry";
import type { SnapshotIncident, SnapshotMaintenance, SnapshotUpdate } from "../../rules/snapshot-document";
import type { PageRenderContext } from "../../views/frame/scene";
import { incidentDurationTexts, isHarmlessIncident } from "../../views/incident/incident-page";
import { isMaintenanceTextRepeated } from "../../views/maintenance/maintenance-page";
import { dateInZone } from "../../views/parts/maintenances";
import { affectedComponentsFact, markdownOpenIncidentFacts, markdownUpdateHead } from "./markdown-events";
import {
  backLinkMarkdown,
  joinMarkdownBlocks,
  type MarkdownBlock,
  markdownDocumentStartBlocks,
  markdownHeading,
  markdownList,
  markdownNamedFact,
  markdownPageTitle,
  markdownTime,
  markdownTimeSpan,
  markdownTitle,
  markdownUpdateBody,
} from "./markdown-parts";

/** Says which components an update changed. */
function changeList({ frame: { words } }: PageRenderContext, { changes }: SnapshotUpdate): MarkdownBlock {
  const word = (status: string) => {
    const known = statuses.find((each) => each === status);
    return known ? words.t(`status.${known}`) : status;
  };
  const moved = changes.filter(({ from, to }) => from !== to);
  const texts = moved.map(({ name, from, to }) => words.t("incident.change", { name, from: word(from), to: word(to) }));
  return markdownList(texts.map(toMarkdownLine));
}

const updateBlock = (scene: PageRenderContext, update: SnapshotUpdate, isAnnounced: boolean): MarkdownBlock =>
  joinMarkdownBlocks([
    markdownHeading(3, markdownUpdateHead(scene, update, isAnnounced)),
    markdownUpdateBody(scene.frame, update),
    changeList(scene, update),
  ]);

/** Writes the updates of an event, newest first. */
const updateBlocks = (
  scene: PageRenderContext,
  updates: readonly SnapshotUpdate[],
  isAnnounced = false,
): MarkdownBlock[] => [
  markdownHeading(2, toMarkdownLine(scene.frame.words.t("incident.updates"))),
  ...updates.map((update) => updateBlock(scene, update, isAnnounced)),
];

/** Returns the facts of an incident that is over: its times, how long each status lasted, what it affected. */
function pastIncidentFacts(scene: PageRenderContext, incident: SnapshotIncident, resolvedAt: number): string[] {
  const { words } = scene.frame;
  const { startedAt, status, components } = incident;
  const quiet = isAnnouncementIncident(incident);
  const affected = affectedComponentsFact(scene, components, true);
  const isDurationNamed = !quiet && isHarmlessIncident(incident);
  const lasted = toMarkdownLine(elapsedTimeText(words, resolvedAt - startedAt));
  return [
    ...(quiet ? [] : [markdownNamedFact(words, "layout.status", toMarkdownLine(updateStatusText(words, status)))]),
    ...(quiet ? [] : incidentDurationTexts(words, incident).map(toMarkdownLine)),
    markdownNamedFact(words, quiet ? "open.posted" : "incident.started", markdownTime(scene, startedAt)),
    ...(quiet ? [] : [markdownNamedFact(words, "incident.resolved", markdownTime(scene, resolvedAt))]),
    ...(isDurationNamed ? [markdownNamedFact(words, "incident.lasted", lasted)] : []),
    ...(affected === null ? [] : [affected]),
  ];
}

function postmortemBlocks(scene: PageRenderContext, postmortem: SnapshotUpdate | null): MarkdownBlock[] {
  if (postmortem === null) return [];
  return [
    markdownHeading(2, toMarkdownLine(scene.frame.words.t("incident_status.postmortem"))),
    markdownTime(scene, postmortem.shownAt),
    markdownUpdateBody(scene.frame, postmortem),
  ];
}

/** Returns the page of one incident. */
export function markdownIncidentPageBlocks(scene: PageRenderContext, incident: SnapshotIncident): MarkdownBlock[] {
  const { words } = scene.frame;
  const { told, postmortem } = separatePostmortem(incident);
  const quiet = isAnnouncementIncident(incident);
  const facts =
    incident.resolvedAt === null
      ? markdownOpenIncidentFacts(scene, incident)
      : pastIncidentFacts(scene, incident, incident.resolvedAt);
  return [
    ...markdownDocumentStartBlocks(scene, markdownPageTitle(scene, markdownTitle(words, incident))),
    toMarkdownLine(words.t(quiet ? "impact.none" : "incident.kind")),
    markdownList(facts),
    ...postmortemBlocks(scene, postmortem),
    ...(told.length > 0 ? updateBlocks(scene, told, quiet) : [toMarkdownLine(words.t("incident.no_updates"))]),
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
    markdownNamedFact(words, "layout.status", toMarkdownLine(words.t(`maintenance_status.${status}`))),
    markdownNamedFact(words, "work.window", markdownTimeSpan(scene, startsAt, endsAt)),
    markdownNamedFact(words, "work.length", toMarkdownLine(elapsedTimeText(words, endsAt - startsAt))),
    ...(completedAt === null ? [] : [markdownNamedFact(words, "work.completed", markdownTime(scene, completedAt))]),
    ...(series
      ? [markdownNamedFact(words, "work.repeats", toMarkdownLine(repeatText(words, series.repeat, day)))]
      : []),
    ...(affected === null ? [] : [affected]),
  ];
}

function aboutBlocks(scene: PageRenderContext, maintenance: SnapshotMaintenance): MarkdownBlock[] {
  if ((maintenance.html === "" && !maintenance.cut) || isMaintenanceTextRepeated(maintenance)) return [];
  return [
    markdownHeading(2, toMarkdownLine(scene.frame.words.t("work.about"))),
    markdownUpdateBody(scene.frame, maintenance),
  ];
}

/** Returns the page of one maintenance. */
export function markdownMaintenancePageBlocks(
  scene: PageRenderContext,
  maintenance: SnapshotMaintenance,
): MarkdownBlock[] {
  const { words } = scene.frame;
  const { id, status, updates } = maintenance;
  const calendar = `${scene.page.snapshot.page.url}${maintenanceCalendarPath(id)}`;
  return [
    ...markdownDocumentStartBlocks(scene, markdownPageTitle(scene, markdownTitle(words, maintenance))),
    toMarkdownLine(words.t("maintenance.kind")),
    markdownList(maintenanceFacts(scene, maintenance)),
    ...(status === "scheduled" ? [markdownLink(words.t("work.calendar"), calendar)] : []),
    ...aboutBlocks(scene, maintenance),
    ...(updates.length === 0 ? [] : updateBlocks(scene, updates)),
    backLinkMarkdown(scene),
  ];
}
