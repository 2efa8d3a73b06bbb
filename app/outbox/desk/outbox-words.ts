import { fieldText } from "~/i18n/field-text";
import { channelFields } from "~/notifications/rules/fields";
import { channelEvents, type NoticeKind } from "~/notifications/rules/notice";
import type { NoticeWay, OutboxState } from "~/notifications/rules/outbox";
import { useWords as useSubscriberWords } from "~/subscribers/desk/words/words";
import type { NoticeView } from "../outbox-view";
import { useWords, type wordsIn } from "./words/words";

const isChannelEvent = (kind: NoticeKind): kind is (typeof channelEvents)[number] =>
  (channelEvents as readonly string[]).includes(kind);

/** Returns a kind's name; team events have the same names as in the form of a channel. */
export const noticeKindName = ({ t, language }: ReturnType<typeof wordsIn>, kind: NoticeKind): string =>
  isChannelEvent(kind) ? (fieldText(channelFields.events, language).choices[kind] ?? kind) : t(`kind.${kind}`);

/** Returns the name of a notice: of updates, the step of the incident, so that its notices differ. */
export const noticeName = (
  words: ReturnType<typeof wordsIn>,
  { kind, step }: Pick<NoticeView, "kind" | "step">,
): string => (step === null ? noticeKindName(words, kind) : words.t(`step.${step}`));

/** Returns a function that names kinds. */
export function useNoticeKindText(): (kind: NoticeKind) => string {
  const words = useWords();
  return (kind) => noticeKindName(words, kind);
}

/** Returns a way's name; ways of subscribers have the same names as in the list of subscribers. */
export function useNoticeWayName(): (way: NoticeWay) => string {
  const { t } = useWords();
  const subscribers = useSubscriberWords();
  return (way) =>
    way === "channels" || way === "email_channels" || way === "endpoints"
      ? t(`way.${way}`)
      : subscribers.t(`way.${way}`);
}

export const outboxToneByState: Record<OutboxState["name"], "neutral" | "alarm" | "good" | "waiting"> = {
  sent: "good",
  failed: "alarm",
  expired: "alarm",
  mail_failing: "alarm",
  waiting: "waiting",
  retrying: "waiting",
  sending: "waiting",
  no_mailer: "waiting",
  nobody: "neutral",
  digested: "neutral",
  superseded: "neutral",
  obsolete: "neutral",
  cancelled: "neutral",
};
