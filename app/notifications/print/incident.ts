import { localiseTitle } from "~/i18n/said-title";
import { incidentStatusText } from "~/i18n/update-word";
import { localiseUpdate } from "~/i18n/usual-updates";
import type { Words } from "~/i18n/words";
import { isAnnouncementSummary } from "~/incidents/rules/impact";
import { stateLetterByImpact } from "~/status/state-letter";
import type { Impact } from "~/status/status";
import type { AutomaticTitle } from "~/text/said-title";
import type { EmailBrand, EmailContent, EmailReader } from "./content";
import { firstChars } from "./harmless";
import { impactsText } from "./impact";
import { emailSubjectWithState } from "./print";
import { type SubscriptionLinks, subscriptionFooter } from "./subscription";
import { componentStatesBlock, type EmailUpdate, emailUpdateBlocks, type VisibleComponentStatus } from "./update-parts";

/** Facts of an incident. Times in UTC ms; updates newest first. */
export interface IncidentEmailFacts {
  brand: EmailBrand;
  url: string;
  title: string;
  /** Key of its title, when no person wrote it. */
  titleSaid?: AutomaticTitle | null;
  status: string;
  /** Worst impact. */
  impact: Impact;
  /** Present impact, when it differs; null = it does not, or the incident is over. */
  impactNow?: Impact | null;
  startedAt: number;
  /** Time by which the next update is promised; null = none is, or the time has passed. */
  nextUpdateAt?: number | null;
  /** Updates that this email is about; several in a digest. */
  fresh: EmailUpdate[];
  earlier: EmailUpdate[];
  components: VisibleComponentStatus[];
}

const impactText = (words: Words, { impact, impactNow = null }: IncidentEmailFacts): string =>
  impactNow === null ? words.t(`impact.${impact}`) : impactsText(words, impact, impactNow);

const first = (texts: (string | undefined)[]) => texts.find((text) => text !== undefined && text !== "") ?? "";

export function incidentEmailContent(
  facts: IncidentEmailFacts,
  reader: EmailReader,
  links: SubscriptionLinks,
): EmailContent {
  const { brand, url, status, impact, startedAt, nextUpdateAt, fresh, earlier, components } = facts;
  const { words } = reader;
  const title = localiseTitle(words, facts);
  const announced = isAnnouncementSummary(facts);
  const { news, below } = emailUpdateBlocks(reader, fresh, earlier, announced);
  const word = incidentStatusText(words, status, announced);
  // An incident without impact did not start, so its time is that of posting.
  const begun = impact === "none" ? "mail.posted" : "mail.started";
  const started = words.t(begun, { time: reader.times.instant(startedAt) });
  return {
    brand,
    subject: emailSubjectWithState(words, brand.name, word, title),
    preheader: first([
      fresh[0] && firstChars(words.t("badge.whole", { name: word, state: localiseUpdate(words, fresh[0]).text }), 140),
      word,
    ]),
    state: { letter: status === "resolved" || status === "postmortem" ? "o" : stateLetterByImpact[impact], word },
    title,
    spoken: facts.titleSaid != null,
    blocks: [
      { kind: "note", text: announced ? started : `${impactText(words, facts)} · ${started}` },
      ...news,
      ...(nextUpdateAt
        ? [{ kind: "note" as const, text: words.t("field.next", { time: reader.times.instant(nextUpdateAt) }) }]
        : []),
      { kind: "button", text: words.t("mail.see_incident"), url },
      ...componentStatesBlock(reader, "mail.components", components),
      ...below,
    ],
    ...subscriptionFooter(reader, brand, links),
  };
}
