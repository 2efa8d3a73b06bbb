import { spanText } from "../i18n/span";
import { updateWord } from "../i18n/update-word";
import type { SubscriberNotice } from "../rules/notice";
import type { Block, Brand, Content, Reader, StateLetter } from "./content";
import { subjectOf } from "./print";
import { type SubscriptionLinks, subscriptionFoot } from "./subscription";
import { type StandingFact, statesBlock, type UpdateFact, updateBlocks } from "./update-parts";

/** The last word of the notice's kind: what it tells. */
export type MaintenanceNews =
  Exclude<SubscriberNotice, "incident_update"> extends `maintenance_${infer News}` ? News : never;

/** Times in UTC ms; updates newest first. */
export interface MaintenanceFacts {
  brand: Brand;
  url: string;
  news: MaintenanceNews;
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

const letters: Record<MaintenanceNews, StateLetter> = {
  scheduled: "x",
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
  in_progress: "mail.work_in_progress",
  completed: "mail.work_completed",
  cancelled: "mail.work_cancelled",
} as const;

/** The plan itself stands above the updates: who reads only this mail knows when and what; of what is off, only when. */
export function maintenanceContent(facts: MaintenanceFacts, reader: Reader, links: SubscriptionLinks): Content {
  const { brand, url, news, title, html, text, startsAt, endsAt, components } = facts;
  const { words } = reader;
  const off = news === "cancelled";
  const about: Block[] =
    html && !off ? [{ kind: "update", word: words.t("work.about"), when: "", html, text, notes: [], fresh: true }] : [];
  const told = [...facts.fresh, ...facts.earlier].filter((update) => update.text !== "" || update.html !== "");
  const { news: updates } = updateBlocks(reader, told, []);
  return {
    brand,
    subject: subjectOf(brand.name, title),
    preheader: `${words.t(sentences[news])} ${reader.times.window(startsAt, endsAt).local}`,
    state: { letter: letters[news], word: `${words.t("maintenance.kind")}: ${updateWord(words, news)}` },
    title,
    blocks: [
      ...(off ? [{ kind: "text" as const, text: words.t(sentences[news]) }] : []),
      windowFacts(reader, startsAt, endsAt),
      ...about,
      { kind: "button", text: words.t("mail.see_maintenance"), url },
      ...(off
        ? []
        : statesBlock(reader, news === "scheduled" ? "mail.components_during" : "mail.components", components)),
      ...(updates.length > 0 ? [{ kind: "heading" as const, text: words.t("incident.updates") }, ...updates] : []),
    ],
    ...subscriptionFoot(reader, brand, links),
  };
}
