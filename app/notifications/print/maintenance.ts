import { elapsedTimeText } from "~/i18n/span";
import { updateStatusText } from "~/i18n/update-word";
import type { Words } from "~/i18n/words";
import type { SubscriberNoticeKind } from "../rules/notice";
import type { EmailBrand, EmailContent, EmailContentBlock, EmailContentState, EmailReader } from "./content";
import { emailSubjectWithState } from "./print";
import { type SubscriptionLinks, subscriptionFooter } from "./subscription";
import { componentStatesBlock, type EmailUpdate, emailUpdateBlocks, type VisibleComponentStatus } from "./update-parts";

/** The last part of the notice's kind, which names the news. */
export type MaintenanceNewsKind =
  Exclude<SubscriberNoticeKind, `incident_${string}`> extends `maintenance_${infer News}` ? News : never;

/** Facts of a maintenance. Times in UTC ms; updates newest first. */
export interface MaintenanceEmailFacts {
  brand: EmailBrand;
  url: string;
  news: MaintenanceNewsKind;
  /** Current status of the maintenance. */
  status: string;
  title: string;
  html: string;
  text: string;
  startsAt: number;
  endsAt: number;
  fresh: EmailUpdate[];
  earlier: EmailUpdate[];
  /** Components with their status during the maintenance, or after it when it is over. */
  components: VisibleComponentStatus[];
}

const letters: Record<MaintenanceNewsKind, EmailContentState["letter"]> = {
  scheduled: "x",
  reminder: "x",
  update: "x",
  in_progress: "x",
  completed: "o",
  cancelled: "a",
};

function windowFacts(reader: EmailReader, from: number, to: number): EmailContentBlock {
  const { t } = reader.words;
  const { local, utc } = reader.times.window(from, to);
  return {
    kind: "facts",
    items: [
      { name: t("work.window"), value: local },
      ...(utc ? [{ name: t("mail.in_utc"), value: utc }] : []),
      { name: t("work.length"), value: elapsedTimeText(reader.words, to - from) },
    ],
  };
}

const sentences = {
  scheduled: "mail.work_scheduled",
  reminder: "mail.work_reminder",
  update: "mail.work_update",
  in_progress: "mail.work_in_progress",
  completed: "mail.work_completed",
  cancelled: "mail.work_cancelled",
} as const;

/** Returns the word for the step: a reminder has its own, and an update is named after the current status. */
export const maintenanceStepWord = (
  { news, status }: Pick<MaintenanceEmailFacts, "news" | "status">,
  words: Words,
): string =>
  news === "reminder" ? words.t("mail.reminder") : updateStatusText(words, news === "update" ? status : news);

/** Returns the step as a mark and a word. */
function stateOf({ news, status }: MaintenanceEmailFacts, { words }: EmailReader): EmailContent["state"] {
  const step = news === "update" ? status : news;
  const word = maintenanceStepWord({ news, status }, words);
  return {
    letter: step === "completed" ? "o" : letters[news],
    word: words.t("badge.whole", { name: words.t("maintenance.kind"), state: word }),
  };
}

/** Returns the updates in order, as many as fit; an update that repeats the maintenance's own text is left out. */
function saidBlocks({ fresh, earlier, html }: MaintenanceEmailFacts, reader: EmailReader): EmailContentBlock[] {
  const told = [...fresh, ...earlier].filter(
    (update) => (update.text !== "" || update.html !== "") && update.html !== html,
  );
  const { news } = emailUpdateBlocks(reader, told, []);
  return news.length > 0 ? [{ kind: "heading", text: reader.words.t("incident.updates") }, ...news] : [];
}

/**
 * Returns the email's content. The maintenance window's own text is above the updates, so that the email is complete; a
 * cancelled one has only its time. When the news is an update, the update comes first.
 */
export function maintenanceEmailContent(
  facts: MaintenanceEmailFacts,
  reader: EmailReader,
  links: SubscriptionLinks,
): EmailContent {
  const { brand, url, news, status, title, html, text, startsAt, endsAt, components } = facts;
  const { words } = reader;
  const off = news === "cancelled";
  const about: EmailContentBlock[] =
    html && !off ? [{ kind: "update", word: words.t("work.about"), when: "", html, text, notes: [], fresh: true }] : [];
  const said = saidBlocks(facts, reader);
  const heading = status === "scheduled" ? "maintenance.components_during" : "mail.components";
  return {
    brand,
    subject: emailSubjectWithState(words, brand.name, maintenanceStepWord(facts, words), title),
    preheader: words.sentences([words.t(sentences[news]), reader.times.window(startsAt, endsAt).local]),
    state: stateOf(facts, reader),
    title,
    blocks: [
      ...(off || news === "reminder" ? [{ kind: "text" as const, text: words.t(sentences[news]) }] : []),
      windowFacts(reader, startsAt, endsAt),
      ...(news === "update" ? said : about),
      { kind: "button", text: words.t("mail.see_maintenance"), url },
      ...(off ? [] : componentStatesBlock(reader, heading, components)),
      ...(news === "update" ? about : said),
    ],
    ...subscriptionFooter(reader, brand, links),
  };
}
