import { teamNoticeWords } from "~/rules/telling/fields";
import type { TeamNotice } from "~/rules/telling/notice";

/** How a delivery to a channel stands. */
export const channelStateWords: Record<string, string> = { due: "Queued", sent: "Sent", dead: "Failed" };

export const channelStateTones = { due: "waiting", sent: "good", dead: "alarm" } as const;

export const eventWords = (kind: string | null): string =>
  kind === "test" ? "Test" : (teamNoticeWords[kind as TeamNotice] ?? "An older message");
