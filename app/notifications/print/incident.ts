import { titleIn } from "~/i18n/said-title";
import { incidentWord } from "~/i18n/update-word";
import { inWords } from "~/i18n/usual-updates";
import type { Words } from "~/i18n/words";
import { isAnnounced } from "~/incidents/rules/impact";
import { letterOfImpact } from "~/status/state-letter";
import type { Impact } from "~/status/status";
import type { SaidTitle } from "~/text/said-title";
import type { EmailBrand, EmailContent, EmailReader } from "./content";
import { firstChars } from "./harmless";
import { impactsText } from "./impact";
import { statedSubject } from "./print";
import { type SubscriptionLinks, subscriptionFoot } from "./subscription";
import { type StandingFact, statesBlock, type UpdateFact, updateBlocks } from "./update-parts";

/** Facts of an incident. Times in UTC ms; updates newest first. */
export interface IncidentFacts {
  brand: EmailBrand;
  url: string;
  title: string;
  /** Key of its title, when no person wrote it. */
  titleSaid?: SaidTitle | null;
  status: string;
  /** Worst impact. */
  impact: Impact;
  /** Present impact, when it differs; null = it does not, or the incident is over. */
  impactNow?: Impact | null;
  startedAt: number;
  /** Time by which the next update is promised; null = none is, or the time has passed. */
  nextUpdateAt?: number | null;
  /** Updates that this email is about; several in a digest. */
  fresh: UpdateFact[];
  earlier: UpdateFact[];
  components: StandingFact[];
}

const impactText = (words: Words, { impact, impactNow = null }: IncidentFacts): string =>
  impactNow === null ? words.t(`impact.${impact}`) : impactsText(words, impact, impactNow);

const first = (texts: (string | undefined)[]) => texts.find((text) => text !== undefined && text !== "") ?? "";

export function incidentContent(facts: IncidentFacts, reader: EmailReader, links: SubscriptionLinks): EmailContent {
  const { brand, url, status, impact, startedAt, nextUpdateAt, fresh, earlier, components } = facts;
  const { words } = reader;
  const title = titleIn(words, facts);
  const announced = isAnnounced(facts);
  const { news, below } = updateBlocks(reader, fresh, earlier, announced);
  const word = incidentWord(words, status, announced);
  // An incident without impact did not start, so its time is that of posting.
  const begun = impact === "none" ? "mail.posted" : "mail.started";
  const started = words.t(begun, { time: reader.times.instant(startedAt) });
  return {
    brand,
    subject: statedSubject(words, brand.name, word, title),
    preheader: first([
      fresh[0] && firstChars(words.t("badge.whole", { name: word, state: inWords(words, fresh[0]).text }), 140),
      word,
    ]),
    state: { letter: status === "resolved" || status === "postmortem" ? "o" : letterOfImpact[impact], word },
    title,
    spoken: facts.titleSaid != null,
    blocks: [
      { kind: "note", text: announced ? started : `${impactText(words, facts)} · ${started}` },
      ...news,
      ...(nextUpdateAt
        ? [{ kind: "note" as const, text: words.t("field.next", { time: reader.times.instant(nextUpdateAt) }) }]
        : []),
      { kind: "button", text: words.t("mail.see_incident"), url },
      ...statesBlock(reader, "mail.components", components),
      ...below,
    ],
    ...subscriptionFoot(reader, brand, links),
  };
}
