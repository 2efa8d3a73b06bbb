import { localiseTitle } from "~/i18n/said-title";
import { automaticUpdateText } from "~/i18n/usual-updates";
import type { Words } from "~/i18n/words";
import type { StateLetter } from "~/status/state-letter";
import { type OngoingEvent, type PageHeadline, pageHeadlineOf } from "../../rules/field";
import { firstParagraph } from "../../rules/first-paragraph";
import { hideOutdatedState, type PageState } from "../../rules/head-state";
import { separatePostmortem } from "../../rules/postmortem-entry";
import type { ServedPage } from "../../rules/seen-page";
import type { Snapshot, SnapshotUpdate } from "../../rules/snapshot-document";

const kept = new WeakMap<Snapshot, PageHeadline>();

/** Returns the head of a document, computed once for all its readers. */
export function cachedPageHeadline(snapshot: Snapshot): PageHeadline {
  const known = kept.get(snapshot);
  if (known) return known;
  const field = pageHeadlineOf(snapshot);
  kept.set(snapshot, field);
  return field;
}

/** Returns the head as it is shown, by whether the page is a copy or not up to date. */
export const visiblePageHeadline = ({ snapshot, outdated, staleSince }: ServedPage): PageHeadline =>
  hideOutdatedState(cachedPageHeadline(snapshot), { outdated: outdated !== null, stale: staleSince !== null });

export const pageStateLetter = (page: ServedPage): StateLetter => visiblePageHeadline(page).letter;

/** Number of components that are named before the rest is counted. */
const maxComponentsNamed = 3;

function namesText({ t, list }: Words, names: readonly string[]): string {
  const rest = names.length - maxComponentsNamed;
  if (rest <= 0) return list(names);
  return list([...names.slice(0, maxComponentsNamed), t("field.more", { count: rest })]);
}

/** Returns the state in words: "Partial outage: Payments". */
export function pageStateText(words: Words, state: PageState): string {
  const { t } = words;
  if (state.kind === "maintenance") return t("status.under_maintenance");
  if (state.kind === "impact") return t(`impact.${state.impact}`);
  if (state.kind !== "components") return t(`field.${state.kind}`);
  const components = state.isAll ? t("field.all") : namesText(words, state.names);
  return t("field.of", { state: t(`status.${state.status}`), components });
}

/** Returns the title of what leads the page. */
export const ongoingEventTitle = (words: Words, news: OngoingEvent): string =>
  news.kind === "incident" ? localiseTitle(words, news.incident) : news.maintenance.title;

/** Returns the newest update; null when there is none. */
export const newestUpdateOf = (news: OngoingEvent): SnapshotUpdate | null =>
  (news.kind === "incident" ? separatePostmortem(news.incident).told : news.maintenance.updates)[0] ?? null;

/** Returns a generated text in the reader's language; null when a person wrote it. */
const ownOf = (words: Words, said: { said?: string; html: string }) => automaticUpdateText(words, said)?.html ?? null;

/** Returns the beginning of the newest update, and whether a person wrote it; null when there is no text. */
export function ongoingEventText(words: Words, news: OngoingEvent): { text: string; isWritten: boolean } | null {
  const said = newestUpdateOf(news) ?? (news.kind === "maintenance" ? news.maintenance : null);
  if (!said) return null;
  if (said.cut) return { text: words.t("incident.cut"), isWritten: false };
  const own = ownOf(words, said);
  const text = firstParagraph(own ?? said.html);
  return text === null ? null : { text, isWritten: own === null };
}

/** Returns the page's headline, for its title and previews. */
export function pageHeadlineText(words: Words, page: ServedPage): string {
  const { lead, state } = visiblePageHeadline(page);
  return lead ? ongoingEventTitle(words, lead) : pageStateText(words, state);
}

/** Returns the text below the headline in previews: the newest update, else the state. */
export function pageSummaryText(words: Words, page: ServedPage): string {
  const { lead, state } = visiblePageHeadline(page);
  const said = lead ? ongoingEventText(words, lead) : null;
  return said?.text ?? pageStateText(words, state);
}
