import { teamNoticeWords } from "~/rules/telling/fields";
import type { NoticeKind, TeamNotice } from "~/rules/telling/notice";
import type { OutboxState } from "~/rules/telling/outbox";
import type { wordsIn } from "./words";

const isTeamNotice = (kind: NoticeKind): kind is TeamNotice => Object.hasOwn(teamNoticeWords, kind);

/** What the team is told is called as in the form of a channel. */
export const noticeText = ({ t }: ReturnType<typeof wordsIn>, kind: NoticeKind): string =>
  isTeamNotice(kind) ? teamNoticeWords[kind] : t(`kind.${kind}`);

export const stateTones: Record<OutboxState["name"], "neutral" | "alarm" | "good" | "waiting"> = {
  sent: "good",
  dead: "alarm",
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
