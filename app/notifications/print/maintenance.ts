import { spanText } from "~/i18n/span";
import { updateWord } from "~/i18n/update-word";
import type { Words } from "~/i18n/words";
import type { SubscriberNotice } from "../rules/notice";
import type { Block, Brand, Content, Reader, State } from "./content";
import { statedSubject } from "./print";
import { type SubscriptionLinks, subscriptionFoot } from "./subscription";
import { type StandingFact, statesBlock, type UpdateFact, updateBlocks } from "./update-parts";

/** The last word of the notice's kind: what it tells. */
export type MaintenanceNews =
  Exclude<SubscriberNotice, `incident_${string}`> extends `maintenance_${infer News}` ? News : never;

/** Times in UTC ms; updates newest first. */
export interface MaintenanceFacts {
  brand: Brand;
  url: string;
  news: MaintenanceNews;
  /** How far it is. */
  status: string;
  title: string;
  html: string;
  text: string;
  startsAt: number;
  endsAt: number;
  fresh: UpdateFact[];
  earlier: UpdateFact[];
  /** With the status that they take, or have once it is over. */
  components: StandingFact[];
}

const letters: Record<MaintenanceNews, State["letter"]> = {
  scheduled: "x",
  reminder: "x",
  update: "x",
  in_progress: "x",
  completed: "o",
  cancelled: "a",
};

function windowFacts(reader: Reader, from: number, to: number): Block {
  const { t } = reader.words;
  const { local, utc } = reader.times.window(from, to);
  return {
    kind: "facts",
    items: [
      { name: t("work.window"), value: local },
      ...(utc ? [{ name: t("mail.in_utc"), value: utc }] : []),
      { name: t("work.length"), value: spanText(reader.words, to - from) },
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

/** A reminder has a word of its own, an update is named after how far it is. */
export const stepWord = ({ news, status }: Pick<MaintenanceFacts, "news" | "status">, words: Words): string =>
  news === "reminder" ? words.t("mail.reminder") : updateWord(words, news === "update" ? status : news);

/** Which step it tells of. */
function stateOf({ news, status }: MaintenanceFacts, { words }: Reader): Content["state"] {
  const step = news === "update" ? status : news;
  const word = stepWord({ news, status }, words);
  return {
    letter: step === "completed" ? "o" : letters[news],
    word: words.t("badge.whole", { name: words.t("maintenance.kind"), state: word }),
  };
}

/** What was said, in their order and as far as there is room; what stands as the plan is not said again. */
function saidBlocks({ fresh, earlier, html }: MaintenanceFacts, reader: Reader): Block[] {
  const told = [...fresh, ...earlier].filter(
    (update) => (update.text !== "" || update.html !== "") && update.html !== html,
  );
  const { news } = updateBlocks(reader, told, []);
  return news.length > 0 ? [{ kind: "heading", text: reader.words.t("incident.updates") }, ...news] : [];
}

/**
 * The plan itself stands above the updates: who reads only this mail knows when and what; of what is off, only when.
 * Where the news is an update, that stands first.
 */
export function maintenanceContent(facts: MaintenanceFacts, reader: Reader, links: SubscriptionLinks): Content {
  const { brand, url, news, status, title, html, text, startsAt, endsAt, components } = facts;
  const { words } = reader;
  const off = news === "cancelled";
  const about: Block[] =
    html && !off ? [{ kind: "update", word: words.t("work.about"), when: "", html, text, notes: [], fresh: true }] : [];
  const said = saidBlocks(facts, reader);
  const heading = status === "scheduled" ? "maintenance.components_during" : "mail.components";
  return {
    brand,
    subject: statedSubject(words, brand.name, stepWord(facts, words), title),
    preheader: words.sentences([words.t(sentences[news]), reader.times.window(startsAt, endsAt).local]),
    state: stateOf(facts, reader),
    title,
    blocks: [
      ...(off || news === "reminder" ? [{ kind: "text" as const, text: words.t(sentences[news]) }] : []),
      windowFacts(reader, startsAt, endsAt),
      ...(news === "update" ? said : about),
      { kind: "button", text: words.t("mail.see_maintenance"), url },
      ...(off ? [] : statesBlock(reader, heading, components)),
      ...(news === "update" ? about : said),
    ],
    ...subscriptionFoot(reader, brand, links),
  };
}
