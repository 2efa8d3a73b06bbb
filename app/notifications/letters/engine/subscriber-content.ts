import { localiseTitle } from "~/i18n/said-title";
import { incidentStatusText } from "~/i18n/update-word";
import { localiseUpdate } from "~/i18n/usual-updates";
import type { Words } from "~/i18n/words";
import { isAnnouncementSummary } from "~/incidents/rules/impact";
import type { EmailReader } from "../../print/content";
import { presentImpactWord } from "../../print/impact";
import type { IncidentEmailFacts } from "../../print/incident";
import { type MaintenanceEmailFacts, maintenanceStepWord } from "../../print/maintenance";
import { type EmailUpdate, type VisibleComponentStatus, visibleComponentStatusWord } from "../../print/update-parts";
import type { SubscriberMessageContent } from "./subscriber-writer";

const componentsIn = (words: Words, components: readonly VisibleComponentStatus[]) =>
  components.map((each) => ({
    id: each.id ?? each.name,
    name: each.name,
    status: { key: each.status, text: visibleComponentStatusWord(words, each) },
  }));

/** Returns the new updates, newest first, in plain text. */
const textOf = (words: Words, updates: readonly EmailUpdate[]): string =>
  updates
    .map((update) => localiseUpdate(words, update).text)
    .filter((text) => text !== "")
    .join("\n\n");

const overWords = new Set(["resolved", "postmortem"]);

/** Returns true when a status says that an incident is over. */
export const isFinishedEventStatus = (status: string): boolean => overWords.has(status);

/** Returns the news of the email for subscribers who are notified in other ways. */
export function subscriberIncidentContent(
  facts: IncidentEmailFacts & { id: string },
  { words }: EmailReader,
): SubscriberMessageContent {
  const { id, url, status, impact, impactNow = null, fresh, components } = facts;
  return {
    title: localiseTitle(words, facts),
    status: { key: status, text: incidentStatusText(words, status, isAnnouncementSummary(facts)) },
    impact: { key: impact, text: words.t(`impact.${impact}`) },
    impactNow: impactNow && { key: impactNow, text: presentImpactWord(words, impactNow) },
    text: textOf(words, fresh),
    components: componentsIn(words, components),
    window: null,
    link: { text: words.t("mail.see_incident"), url },
    thread: { id, open: !isFinishedEventStatus(status) },
  };
}

const ends: readonly string[] = ["completed", "cancelled"];

/** Returns a maintenance and its updates. */
export function subscriberMaintenanceContent(
  facts: MaintenanceEmailFacts & { id: string },
  { words, times }: EmailReader,
): SubscriberMessageContent {
  const { id, url, news, title, text, startsAt, endsAt, fresh, components } = facts;
  return {
    title,
    status: { key: news, text: maintenanceStepWord(facts, words) },
    impact: { key: "maintenance", text: words.t("maintenance.kind") },
    impactNow: null,
    text: textOf(words, fresh) || (news === "scheduled" ? text : ""),
    components: componentsIn(words, components),
    window: { startsAt, endsAt, text: times.window(startsAt, endsAt).local },
    link: { text: words.t("mail.see_maintenance"), url },
    thread: { id, open: !ends.includes(news) },
  };
}
