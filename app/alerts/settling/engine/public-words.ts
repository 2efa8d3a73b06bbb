import { dateFormats } from "~/i18n/dates";
import { automaticTitleText } from "~/i18n/said-title";
import { type CatalogueReader, readWords, type Words } from "~/i18n/words";
import { builtInAlertTitle } from "~/notifications/rules/own-title";
import type { Ctx } from "~/platform/ctx";
import { mapInSlices } from "~/platform/give-way";
import { renderMarkdown } from "~/platform/markdown";
import { statusRank } from "~/status/status";
import {
  type GeneratedTextKey,
  type GeneratedTextName,
  isPublicUrl,
  type VendorCause,
  vendorTextKey,
} from "~/status/usual-words";
import type { AutomaticTitle } from "~/text/said-title";
import {
  escapeMarkdownText,
  publicTitleOfRule,
  publicUpdateBodyOfRule,
  type TitlePlaceholder,
} from "../../rules/public-words";
import type { SettleReadResult } from "../queries/settle";
import type {
  IncidentStatusChanges,
  IncidentToOpen,
  SettleAlertSender,
  SettleDecision,
  SettledIncidentChange,
} from "../rules/settle-facts";

/** The columns of a first update; `said` is the key of a text that no person wrote. */
export interface FirstUpdateColumns {
  body: string;
  bodyHtml: string;
  bodyText: string;
  said: GeneratedTextKey | null;
}

/** An incident that opens, in the words that visitors may read; `alertTitle` is for the team only. */
export interface IncidentWithTexts extends Omit<IncidentToOpen, "alert" | "rule"> {
  title: string;
  titleSaid: AutomaticTitle | null;
  alertTitle: string;
  first: FirstUpdateColumns;
}

/** The facts from which an incident gets its title. */
type IncidentNamingFacts = Pick<IncidentToOpen, "alert" | "rule" | "components" | "startedAt">;

/** The facts that a page's own texts name: its components in their order, its zone, and what sent the alerts. */
export interface PageNamingFacts extends Pick<SettleReadResult, "names" | "timeZone"> {
  facts: { sources: readonly Pick<SettleAlertSender, "id" | "family">[] };
}

/** The decision of a settling, ready to be written. */
export interface SettleDecisionWithTexts extends Omit<SettleDecision, "opened"> {
  opened: IncidentWithTexts[];
}

/** Maximum number of components that a title names; with more it states only that there are several. */
const maxNamesShown = 3;

function usualTitle(names: string[]): AutomaticTitle {
  if (names.length === 0) return { key: "problem", names };
  return names.length > maxNamesShown ? { key: "problem_several", names: [] } : { key: "problem_with", names };
}

/** Returns names in the order of the page's components. */
const namesOf = ({ names }: PageNamingFacts, { components }: IncidentNamingFacts): string[] => {
  const moved = new Set(components.map(({ componentId }) => componentId));
  // Most incidents affect one component; in a total outage, hundreds of them would each go through all names.
  if (moved.size < 2) return [...moved].flatMap((id) => names.get(id) ?? []);
  return [...names].flatMap(([id, name]) => (moved.has(id) ? [name] : []));
};

function valuesOf(
  { t, list, language }: Words,
  known: PageNamingFacts,
  opened: IncidentNamingFacts,
): Record<TitlePlaceholder, string> {
  const names = namesOf(known, opened);
  return {
    component: names.length > maxNamesShown ? t("auto.several_components") : list(names),
    since: dateFormats(language, known.timeZone).instantZoned(opened.startedAt),
    title: opened.alert?.title ?? "",
  };
}

/** Returns a standard sentence in the page's language, which other readers read in theirs. */
export function standardFirstUpdate({ t }: Words, said: GeneratedTextName): FirstUpdateColumns {
  const text = t(`auto.${said}`);
  const { html } = renderMarkdown(text);
  return { body: text, bodyHtml: html, bodyText: text, said };
}

/**
 * Returns the vendor whose page one of our own monitors reports as the cause, with its public link; null for other
 * alerts.
 */
function causeOf(known: PageNamingFacts, { alert }: IncidentNamingFacts): VendorCause | null {
  const own = known.facts.sources.find(({ id }) => id === alert?.sourceId)?.family === "monitor";
  const { monitor: vendor = "", link: url } = alert?.labels ?? {};
  return own && vendor !== "" && isPublicUrl(url) ? { vendor, url } : null;
}

function becauseTitle({ vendor }: VendorCause, names: string[]): AutomaticTitle {
  if (names.length === 0 || names.length > maxNamesShown) return { key: "because_vendor", names: [vendor] };
  return { key: "because", names: [vendor, ...names] };
}

/** Returns the first update with a link to the vendor's statement, which readers of other languages read in theirs. */
function becauseUpdate({ t }: Words, cause: VendorCause): FirstUpdateColumns {
  const link = `[${escapeMarkdownText(new URL(cause.url).host)}](<${cause.url}>)`;
  const body = t("auto.because_opened", { vendor: escapeMarkdownText(cause.vendor), link });
  const { html, text } = renderMarkdown(body);
  return { body, bodyHtml: html, bodyText: text, said: vendorTextKey(cause) };
}

interface FirstUpdateFacts {
  rule: IncidentToOpen["rule"];
  values: Record<TitlePlaceholder, string>;
  cause: VendorCause | null;
}

function firstWords(spoken: Words, { rule, values, cause }: FirstUpdateFacts): FirstUpdateColumns {
  const body = publicUpdateBodyOfRule(rule, values);
  if (body === null) return cause ? becauseUpdate(spoken, cause) : standardFirstUpdate(spoken, "opened");
  const { html, text } = renderMarkdown(body);
  return { body, bodyHtml: html, bodyText: text, said: null };
}

const ownSourceOf = ({ facts }: PageNamingFacts, { alert }: IncidentNamingFacts) =>
  facts.sources.find(({ id, family }) => id === alert?.sourceId && family !== "source");

const isOwn = (known: PageNamingFacts, incident: IncidentNamingFacts): boolean =>
  ownSourceOf(known, incident) !== undefined;

/**
 * Returns the title of a monitor's alert with the component's name: the monitor's own is for the team and may be the
 * host that it checks.
 */
function monitorTitle(said: AutomaticTitle, names: string[], { components }: IncidentNamingFacts): AutomaticTitle {
  const isOverstated = said.key === "monitor_down" && components.some(({ status }) => status !== "major_outage");
  return names.length !== 1 || isOverstated ? usualTitle(names) : { ...said, names };
}

function saidTitleOf(known: PageNamingFacts, incident: IncidentNamingFacts, cause: VendorCause | null): AutomaticTitle {
  const names = namesOf(known, incident);
  if (cause) return becauseTitle(cause, names);
  const family = ownSourceOf(known, incident)?.family;
  const said = family && incident.alert && builtInAlertTitle({ ...incident.alert, family });
  if (!said) return usualTitle(names);
  return family === "monitor" ? monitorTitle(said, names, incident) : said;
}

interface StoredTitle {
  title: string;
  titleSaid: AutomaticTitle | null;
}

/**
 * Returns an incident's title. `several`: it has alerts of several names, so it is named by its components and not by
 * one of them.
 */
function titled(spoken: Words, known: PageNamingFacts, incident: IncidentNamingFacts, several: boolean): StoredTitle {
  const given = isOwn(known, incident) ? null : publicTitleOfRule(incident.rule, valuesOf(spoken, known, incident));
  if (given !== null) return { title: given, titleSaid: null };
  const names = namesOf(known, incident);
  const isCalledByNames = several && names.length > 0;
  const said = isCalledByNames ? usualTitle(names) : saidTitleOf(known, incident, causeOf(known, incident));
  return { title: automaticTitleText(spoken, said).slice(0, 255), titleSaid: said };
}

function worded(spoken: Words, known: PageNamingFacts, incident: IncidentToOpen): IncidentWithTexts {
  const { alert, rule, ...opened } = incident;
  const values = valuesOf(spoken, known, incident);
  const cause = causeOf(known, incident);
  const first = firstWords(spoken, { rule, values, cause });
  const title = titled(spoken, known, incident, false);
  return { ...opened, ...title, alertTitle: (alert?.title ?? "").slice(0, 255), first };
}

/** Returns the title and the first update with which an incident of an alert would open, in the page's language. */
export async function composeOpeningTexts(
  reading: CatalogueReader,
  known: PageNamingFacts & { language: string },
  incident: IncidentNamingFacts,
): Promise<{ title: string; body: string }> {
  const spoken = await readWords(reading, known.language);
  const [values, cause] = [valuesOf(spoken, known, incident), causeOf(known, incident)];
  const { title } = titled(spoken, known, incident, false);
  return { title, body: firstWords(spoken, { rule: incident.rule, values, cause }).body };
}

/** Renames an incident that got worse by the components that are not operational now. */
function renamed(
  spoken: Words,
  known: PageNamingFacts,
  changed: SettledIncidentChange,
  moved: IncidentStatusChanges | undefined,
): StoredTitle {
  const { title, titleSaid, startedAt } = changed;
  if (!moved?.retitled) return { title, titleSaid };
  const { several, ...naming } = moved.retitled;
  const components = moved.components.filter(({ status }) => statusRank(status) > 0);
  return titled(spoken, known, { ...naming, components, startedAt }, several);
}

/** Incidents whose texts are made without a pause: a few ms. */
const incidentsPerSlice = 25;

/** Returns the functions that put each incident into words. */
function wordsFor(spoken: Words, known: PageNamingFacts, { moved: all }: SettleDecision) {
  const moved = new Map(all.map((each) => [each.id, each]));
  return {
    opened: (each: IncidentToOpen) => worded(spoken, known, each),
    changed: (each: SettledIncidentChange) => ({ ...each, ...renamed(spoken, known, each, moved.get(each.id)) }),
  };
}

/**
 * Writes the public texts of what opens: those of its rule in the page's language, otherwise a key that is shown in
 * each reader's language. An alert's own title is public only if its rule permits it; our own alerts have our
 * texts.
 */
export function withPublicTexts(
  spoken: Words,
  known: PageNamingFacts,
  decision: SettleDecision,
): SettleDecisionWithTexts {
  const words = wordsFor(spoken, known, decision);
  return { ...decision, opened: decision.opened.map(words.opened), changed: decision.changed.map(words.changed) };
}

/** Does the same in slices, for an outage of hundreds of components. */
export async function withPublicTextsInSlices(
  ctx: Pick<Ctx, "sleep" | "now" | "meter">,
  { spoken, known }: { spoken: Words; known: PageNamingFacts },
  decision: SettleDecision,
): Promise<SettleDecisionWithTexts> {
  const words = wordsFor(spoken, known, decision);
  return {
    ...decision,
    opened: await mapInSlices(ctx, decision.opened, incidentsPerSlice, words.opened),
    changed: await mapInSlices(ctx, decision.changed, incidentsPerSlice, words.changed),
  };
}
