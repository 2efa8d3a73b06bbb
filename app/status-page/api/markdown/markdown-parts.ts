import { outdatedReason, outdatedSentence } from "~/i18n/outdated-words";
import { rangeFormatter } from "~/i18n/range-text";
import { localiseTitle } from "~/i18n/said-title";
import { automaticUpdateText } from "~/i18n/usual-updates";
import type { WordKey, Words } from "~/i18n/words";
import { timeZoneName } from "~/i18n/zone-text";
import { markdownAddress } from "~/pages/rules/page-links";
import { escapeMarkdownPassage, markdownLink, toMarkdownLine } from "~/text/markdown-escape";
import { markdownOfHtml } from "~/text/markdown-of-html";
import type { AutomaticTitle } from "~/text/said-title";
import { withoutInvisibleChars } from "~/text/stranger-text";
import { minuteMs } from "~/time/durations";
import { zonedIsoTime } from "~/time/local-time";
import type { ServedPage } from "../../rules/seen-page";
import type { SnapshotComponent } from "../../rules/snapshot-document";
import type { PageRenderContext } from "../../views/frame/scene";
import { currentStateLabel } from "../state-told";

/** A part of a Markdown document: a heading, a paragraph, a list or a table. */
export type MarkdownBlock = string;

const isBlock = (block: MarkdownBlock | null): block is MarkdownBlock => block !== null && block !== "";

export const joinMarkdownBlocks = (blocks: readonly (MarkdownBlock | null)[]): MarkdownBlock =>
  blocks.filter(isBlock).join("\n\n");

export const markdownList = (items: readonly string[]): MarkdownBlock => items.map((item) => `- ${item}`).join("\n");

export const markdownHeading = (level: 1 | 2 | 3 | 4, markdown: string): MarkdownBlock =>
  `${"#".repeat(level)} ${markdown}`;

/** Writes facts in one line. */
export const markdownFactLine = (facts: readonly (string | null)[]): string => facts.filter(isBlock).join(" · ");

/** Writes an instant as a program reads it, in the page's time zone. */
export const markdownTime = ({ frame }: PageRenderContext, at: number): string => zonedIsoTime(at, frame.dates.zone);

export const markdownTimeSpan = (scene: PageRenderContext, from: number, to: number): string =>
  rangeFormatter(scene.frame.words.language)(markdownTime(scene, from), markdownTime(scene, to));

/** Writes days as YYYY-MM-DD. */
export const markdownDays = ({ frame }: PageRenderContext, first: string, last: string): string =>
  first === last ? first : rangeFormatter(frame.words.language)(first, last);

/** Writes a sentence with parts that are Markdown already. */
export const markdownSentence = (words: Words, key: WordKey, parts: Readonly<Record<string, string>>): string => {
  const elements = Object.fromEntries(Object.entries(parts).map(([name, markdown]) => [name, { markdown }]));
  return words
    .parts(key, {}, elements)
    .map((part, index) => (typeof part === "string" ? escapeMarkdownPassage(part, index === 0) : part.markdown))
    .join("")
    .trim();
};

/** Writes a name before Markdown, as the language does: "Started: 2026-11-20T10:53:00+00:00". */
export const markdownFactWithName = (words: Words, name: string, state: string): string =>
  markdownSentence(words, "badge.whole", { name, state });

/** Writes a fact with its name. */
export const markdownNamedFact = (words: Words, key: WordKey, value: string): string =>
  markdownFactWithName(words, toMarkdownLine(words.t(key)), value);

/** Writes Markdown as a list within a sentence, without the marks by which languages isolate names in it. */
export const markdownWordList = (words: Words, parts: readonly string[]): string =>
  withoutInvisibleChars(words.list(parts));

/** Returns the address of the Markdown of one of the page's own pages. */
export const markdownSiblingAddress = ({ page }: PageRenderContext, path: string): string =>
  markdownAddress(page.snapshot.page.url, path);

export const markdownTitle = (words: Words, of: { title: string; titleSaid?: AutomaticTitle }): string =>
  toMarkdownLine(localiseTitle(words, of));

interface LinkedEvent {
  id: string;
  title: string;
  titleSaid?: AutomaticTitle;
}

export const markdownEventAddress = (
  scene: PageRenderContext,
  folder: "incidents" | "maintenances",
  id: string,
): string => markdownSiblingAddress(scene, `/${folder}/${encodeURIComponent(id)}`);

export const markdownEventLink = (
  scene: PageRenderContext,
  folder: "incidents" | "maintenances",
  event: LinkedEvent,
): string => markdownLink(localiseTitle(scene.frame.words, event), markdownEventAddress(scene, folder, event.id));

export const markdownComponentLink = (scene: PageRenderContext, { id, name }: { id: string; name: string }): string =>
  markdownLink(name, markdownSiblingAddress(scene, `/components/${encodeURIComponent(id)}`));

/** Writes the text of an update: a person's from their own Markdown, a generated one in the page's language. */
export function markdownUpdateBody(
  { words }: PageRenderContext["frame"],
  said: { html: string; cut?: true; said?: string },
) {
  if (said.cut) return toMarkdownLine(words.t("incident.cut"));
  return markdownOfHtml(automaticUpdateText(words, said)?.html ?? said.html);
}

/** Returns the time after which there is no newer data; null when the page is current. */
function heldSince({ staleSince, outdated }: ServedPage): number | null {
  const since = [staleSince, outdated?.since].filter((at) => typeof at === "number");
  return since.length > 0 ? Math.min(...since) : null;
}

/**
 * Returns the state of the page or of a component in the words of its badge. It includes the time if the state may be
 * outdated, because Markdown cannot show it in grey.
 */
export function markdownStateText(scene: PageRenderContext, component?: SnapshotComponent): string {
  const { words } = scene.frame;
  const since = heldSince(scene.page);
  const state = toMarkdownLine(currentStateLabel(scene.page, words, component).state);
  return since === null
    ? state
    : markdownFactLine([state, toMarkdownLine(words.t("fresh.as_of", { time: markdownTime(scene, since) }))]);
}

/** Says that the page is a copy, that checks have stopped, or that work is overdue. */
function freshnessNotices(scene: PageRenderContext): MarkdownBlock[] {
  const { frame, page } = scene;
  const { words } = frame;
  const notice = (sentence: string, reason: string) => `> **${toMarkdownLine(sentence)}** ${toMarkdownLine(reason)}`;
  const { outdated, staleSince } = page;
  const stale =
    staleSince === null
      ? []
      : [notice(words.t("fresh.stale", { time: markdownTime(scene, staleSince) }), words.t("fresh.stale_about"))];
  if (outdated === null) return stale;
  const sentence = outdatedSentence(words, outdated, markdownTime(scene, outdated.since));
  return [...stale, notice(sentence, outdatedReason(words, outdated))];
}

/** Writes the time of the document, and when its components were last checked if they are. */
function timeLine(scene: PageRenderContext): string {
  const { frame, page } = scene;
  const { t } = frame.words;
  const isChecked = page.snapshot.components.some(({ observed }) => observed);
  const isCurrent = page.outdated === null && page.staleSince === null;
  const checkedAt = Math.max(page.observedAt, page.snapshot.builtAt);
  return markdownFactLine([
    toMarkdownLine(t("fresh.as_of", { time: markdownTime(scene, Math.floor(frame.now / minuteMs) * minuteMs) })),
    isCurrent && isChecked ? toMarkdownLine(t("fresh.checked", { time: markdownTime(scene, checkedAt) })) : null,
    toMarkdownLine(t("layout.times", { zone: timeZoneName(frame.dates.zone) })),
  ]);
}

/** Returns the start of every document: its title, notices, and the time that it is of. */
export const markdownDocumentStartBlocks = (scene: PageRenderContext, title: string): MarkdownBlock[] => [
  markdownHeading(1, title),
  ...freshnessNotices(scene),
  timeLine(scene),
];

/** Returns the title of a page below the front, with the name of its status page. */
export const markdownPageTitle = ({ page }: PageRenderContext, title: string): string =>
  markdownFactLine([title, toMarkdownLine(page.snapshot.page.name)]);

/** Returns the link to the front, which ends every other document. */
export const backLinkMarkdown = (scene: PageRenderContext): MarkdownBlock =>
  markdownLink(scene.frame.words.t("layout.back"), markdownSiblingAddress(scene, ""));
