import { elapsedTimeText } from "~/i18n/span";
import { incidentStatusText, updateStatusText } from "~/i18n/update-word";
import { textWithBrackets } from "~/i18n/word-speaker";
import type { Words } from "~/i18n/words";
import { isAnnouncementIncident, worstImpact } from "~/incidents/rules/impact";
import { indentMarkdown, toMarkdownLine } from "~/text/markdown-escape";
import { pendingUpdatePromiseAt } from "../../rules/field";
import { separatePostmortem } from "../../rules/postmortem-entry";
import type { SnapshotIncident, SnapshotMaintenance } from "../../rules/snapshot-document";
import type { PageRenderContext } from "../../views/frame/scene";
import { type PageEvent, type PageEventDays, pageEventDays } from "../../views/parts/happening-days";
import {
  joinMarkdownBlocks,
  type MarkdownBlock,
  markdownComponentLink,
  markdownDays,
  markdownEventLink,
  markdownFactLine,
  markdownHeading,
  markdownNamedFact,
  markdownSentence,
  markdownTime,
  markdownTimeSpan,
  markdownUpdateBody,
  markdownWordList,
} from "./markdown-parts";

const impactText = ({ t }: Words, incident: SnapshotIncident): string | null => {
  const impact = worstImpact(incident);
  return impact === "none" && !isAnnouncementIncident(incident) ? null : toMarkdownLine(t(`impact.${impact}`));
};

/** Lists what an event affects; the status that it gives each is left out once it is over. */
export function affectedComponentsFact(
  scene: PageRenderContext,
  components: SnapshotIncident["components"],
  isOver: boolean,
): string | null {
  if (components.length === 0) return null;
  const { words } = scene.frame;
  const listed = components.map((each) => {
    const link = markdownComponentLink(scene, each);
    const status = toMarkdownLine(words.t(`status.${each.status}`));
    return isOver ? link : textWithBrackets(words.language, link, status);
  });
  return markdownSentence(words, "calendar.affects", { components: markdownWordList(words, listed) });
}

const durationText = (words: Words, from: number, to: number): string =>
  toMarkdownLine(elapsedTimeText(words, to - from));

/** Returns the facts of an open incident. */
export function markdownOpenIncidentFacts(scene: PageRenderContext, incident: SnapshotIncident): string[] {
  const { words, now } = scene.frame;
  const promised = pendingUpdatePromiseAt(incident, now);
  const quiet = isAnnouncementIncident(incident);
  const affected = affectedComponentsFact(scene, incident.components, false);
  const standing = markdownFactLine([
    quiet ? null : toMarkdownLine(updateStatusText(words, incident.status)),
    impactText(words, incident),
  ]);
  return [
    markdownNamedFact(words, "layout.status", standing),
    markdownNamedFact(words, quiet ? "open.posted" : "incident.started", markdownTime(scene, incident.startedAt)),
    ...(promised === null ? [] : [markdownNamedFact(words, "incident.next", markdownTime(scene, promised))]),
    ...(affected === null ? [] : [affected]),
  ];
}

type ShownUpdate = SnapshotIncident["updates"][number];

/** Writes the status and time of an update, on one line. */
export function markdownUpdateHead(scene: PageRenderContext, update: ShownUpdate, isAnnounced = false): string {
  const { words } = scene.frame;
  return markdownFactLine([
    toMarkdownLine(incidentStatusText(words, update.status, isAnnounced)),
    markdownTime(scene, update.shownAt),
    update.edited ? toMarkdownLine(words.t("incident.edited")) : null,
  ]);
}

/** Writes the newest update of an event below its facts. */
export function newestUpdateMarkdown(scene: PageRenderContext, updates: readonly ShownUpdate[]): MarkdownBlock | null {
  const [newest] = updates;
  return newest
    ? joinMarkdownBlocks([`**${markdownUpdateHead(scene, newest)}**`, markdownUpdateBody(scene.frame, newest)])
    : null;
}

function incidentEntry(scene: PageRenderContext, incident: SnapshotIncident): MarkdownBlock {
  const { words } = scene.frame;
  const { startedAt, resolvedAt } = incident;
  const [last] = separatePostmortem(incident).told;
  const line = markdownFactLine([
    markdownEventLink(scene, "incidents", incident),
    impactText(words, incident),
    isAnnouncementIncident(incident)
      ? null
      : toMarkdownLine(resolvedAt === null ? words.t("recent.ongoing") : updateStatusText(words, incident.status)),
    resolvedAt === null ? markdownTime(scene, startedAt) : markdownTimeSpan(scene, startedAt, resolvedAt),
    resolvedAt === null ? null : durationText(words, startedAt, resolvedAt),
  ]);
  return joinMarkdownBlocks([line, last && resolvedAt !== null ? markdownUpdateBody(scene.frame, last) : null]);
}

function maintenanceEntry(scene: PageRenderContext, maintenance: SnapshotMaintenance): MarkdownBlock {
  const { words } = scene.frame;
  const { startsAt, endsAt, status, updates } = maintenance;
  const line = markdownFactLine([
    markdownEventLink(scene, "maintenances", maintenance),
    toMarkdownLine(words.t("maintenance.kind")),
    toMarkdownLine(words.t(`maintenance_status.${status}`)),
    markdownTimeSpan(scene, startsAt, endsAt),
    durationText(words, startsAt, endsAt),
  ]);
  return joinMarkdownBlocks([line, updates[0] ? markdownUpdateBody(scene.frame, updates[0]) : null]);
}

const asItem = (block: MarkdownBlock): string => `- ${indentMarkdown(block, 2)}`;

/** Writes one event in a list: its title, state and times, and below them its newest update. */
const eventItem = (scene: PageRenderContext, event: PageEvent): string =>
  asItem(event.kind === "incident" ? incidentEntry(scene, event.incident) : maintenanceEntry(scene, event.maintenance));

/** Writes an event that had started on an earlier day. */
function continuedItem(scene: PageRenderContext, event: PageEvent): string {
  const title =
    event.kind === "incident"
      ? markdownEventLink(scene, "incidents", event.incident)
      : markdownEventLink(scene, "maintenances", event.maintenance);
  const key = event.until === null ? "recent.ongoing_since" : "recent.continued";
  return `- ${markdownSentence(scene.frame.words, key, { title, date: scene.frame.dates.dayAt(event.at) })}`;
}

/** Writes the events of some days below their heading. */
export const markdownEventsOfDays = (
  scene: PageRenderContext,
  { first, last, told, carried }: PageEventDays,
): MarkdownBlock =>
  joinMarkdownBlocks([
    markdownHeading(3, markdownDays(scene, first, last)),
    [...told.map((event) => eventItem(scene, event)), ...carried.map((event) => continuedItem(scene, event))].join(
      "\n",
    ),
  ]);

/** Writes events day by day, newest first; `within` limits the days. */
export const markdownEventDayBlocks = (
  scene: PageRenderContext,
  events: readonly PageEvent[],
  within?: { first: string; last: string },
): MarkdownBlock[] =>
  pageEventDays(events, { dates: scene.frame.dates, now: scene.frame.now, ...(within ? { within } : {}) }).map((days) =>
    markdownEventsOfDays(scene, days),
  );
