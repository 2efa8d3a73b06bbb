import { z } from "zod";
import { jsonChannelCall } from "../contract/calls";
import { type ChatMarkup, chatMessageForTeam, chatMessageText } from "../contract/chat-message";
import {
  type ChannelCall,
  type ChannelResponse,
  type ChannelSendResult,
  defineChannelAdapter,
  englishSentence,
  type SentChannelCall,
} from "../contract/contract";
import type { TeamMessage } from "../contract/messages";
import { markdownChannelText, plainChannelText } from "../contract/text-dialects";
import { channelVerdictOf } from "../contract/verdict";

const settings = z.object({
  repository: z
    .string()
    .regex(/^[\w.-]{1,100}\/[\w.-]{1,100}$/, "Enter owner and name, such as acme/status.")
    .meta({ title: "Repository" }),
  token: z
    .string()
    .regex(/^\w{20,300}$/, "Enter a token that can write issues.")
    .meta({ title: "Access token", secret: true }),
});
type Settings = z.output<typeof settings>;

const marking: ChatMarkup = {
  text: markdownChannelText,
  bold: (text) => `**${text}**`,
  link: (text, url) => `[${text}](${url})`,
};

/** Two spaces before a line break keep it in Markdown. */
const bodyOf = (message: TeamMessage) => chatMessageText(chatMessageForTeam(message), marking).replaceAll("\n", "  \n");

/**
 * Comments on the subject's issue, and closes it at the end; opens an issue when there is none and the subject
 * continues. No calls for scheduled work.
 */
function callsOf(message: TeamMessage, { repository, token }: Settings, state: string | null): ChannelCall[] {
  const issues = `https://api.github.com/repos/${repository}/issues`;
  const headers = {
    accept: "application/vnd.github+json",
    authorization: `Bearer ${token}`,
    "user-agent": "Upfront",
    "x-github-api-version": "2022-11-28",
  };
  if (!message.alarm) return [];
  const [, number, closed] = /^(\d{1,12})( closed)?$/.exec(state ?? "") ?? [];
  const known = number ? `${issues}/${number}` : null;
  if (!known && message.thread?.open === false) return [];
  if (!known)
    return [
      jsonChannelCall(issues, { title: plainChannelText(message.title, 250) || "–", body: bodyOf(message) }, headers),
    ];
  const comment = jsonChannelCall(`${known}/comments`, { body: bodyOf(message) }, headers);
  const close = jsonChannelCall(
    known,
    { state: "closed", state_reason: englishSentence("completed") },
    headers,
    "PATCH",
  );
  if (message.thread?.open === false) return [comment, close];
  return closed ? [comment, jsonChannelCall(known, { state: "open" }, headers, "PATCH")] : [comment];
}

const closedOf = (state: string) => `${state.replace(" closed", "")} closed`;

/** Returns the number of the issue, and whether it was closed; a later message of the subject reopens it. */
function keptOf({ message, call, reply, state }: SentChannelCall): string | null {
  if (state === null) return numberIn(reply);
  const number = state.replace(" closed", "");
  return call === 0 ? state : message.thread?.open === false ? closedOf(state) : number;
}

const numberIn = ({ text }: ChannelResponse): string | null => /"number"\s*:\s*(\d{1,12})\s*,/.exec(text)?.[1] ?? null;

/** https://docs.github.com/en/rest/issues/issues, https://docs.github.com/en/rest/issues/comments */
export const githubIssueChannelAdapter = defineChannelAdapter<Settings>({
  kind: "github-issue",
  title: "GitHub issue",
  intro:
    "On GitHub, open Settings → Developer settings → Fine-grained tokens. Give the token only this repository, with read and write access to issues. Don’t use a public repository for anything visitors may not see.",
  settings,
  team: ({ message, settings, state }) => callsOf(message, settings, state),
  sent: keptOf,
  perhapsEnded: (state) => state && closedOf(state),
  read(answer): ChannelSendResult {
    if (answer.status === 410 && /Issues (?:are|has been) disabled/i.test(answer.text))
      return {
        outcome: "gone",
        reason: englishSentence("GitHub answered 410: issues are disabled in this repository."),
      };
    if (answer.status === 410)
      return { outcome: "refused", reason: englishSentence("GitHub answered 410: this issue was deleted.") };
    // The secondary rate limit is a 403 that says when to retry.
    const limited = answer.status === 403 && /rate limit/i.test(answer.text);
    return channelVerdictOf(limited ? { ...answer, status: 429 } : answer);
  },
  sampleSettings: { repository: "acme/status", token: "github_pat_x1y2z3x1y2z3x1y2z3" },
  sampleAnswers: {
    sent: { status: 201, text: '{"id":1,"number":1347,"state":"open"}' },
    refused: { status: 404, text: '{"message":"Not Found"}' },
    limited: {
      status: 403,
      headers: { "retry-after": "60" },
      text: '{"message":"You have exceeded a secondary rate limit."}',
    },
    gone: { status: 410, text: '{"message":"Issues are disabled for this repo"}' },
  },
});
