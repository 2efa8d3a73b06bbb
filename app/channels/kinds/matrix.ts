import { z } from "zod";
import { jsonChannelCall, ownServerUrlSchema, urlOnServer } from "../contract/calls";
import { type ChatMarkup, chatMessageForTeam, chatMessageText } from "../contract/chat-message";
import { type ChannelResponse, type ChannelSendResult, defineChannelAdapter } from "../contract/contract";
import type { TeamMessage } from "../contract/messages";
import { htmlChannelText, plainChannelText } from "../contract/text-dialects";
import { channelVerdictOf } from "../contract/verdict";

const settings = z.object({
  server: ownServerUrlSchema("Homeserver", "Enter the homeserver’s URL, such as https://matrix.example.com."),
  token: z.string().min(10).max(500).meta({ title: "Access token", secret: true, origin: "server" }),
  room: z
    .string()
    .regex(/^![^\s/?#]{3,250}$/, "It starts with “!”; find it in the room’s settings under Advanced.")
    .meta({ title: "Internal room ID" }),
});
type Settings = z.output<typeof settings>;

const html: ChatMarkup = {
  text: (text, most) => htmlChannelText(text, most).replaceAll("\n", "<br>"),
  bold: (text) => `<strong>${text}</strong>`,
  link: (text, url) => `<a href="${url.replaceAll("&", "&amp;").replaceAll('"', "%22")}">${text}</a>`,
};
const literal: ChatMarkup = { text: plainChannelText, bold: (text) => text, link: (_, url) => url };

/**
 * An empty list of mentions, so that the text mentions nobody:
 * https://spec.matrix.org/latest/client-server-api/#user-and-room-mentions
 */
const contentOf = (message: TeamMessage, state: string | null) => ({
  msgtype: "m.text",
  body: chatMessageText(chatMessageForTeam(message), literal),
  format: "org.matrix.custom.html",
  formatted_body: chatMessageText(chatMessageForTeam(message), html).replaceAll("\n", "<br>"),
  "m.mentions": {},
  ...(state
    ? {
        "m.relates_to": {
          rel_type: "m.thread",
          event_id: state,
          is_falling_back: true,
          "m.in_reply_to": { event_id: state },
        },
      }
    : {}),
});

const idIn = ({ text }: ChannelResponse): string | null =>
  /"event_id"\s*:\s*"(\$[\w.:+/=-]{5,150})"/.exec(text)?.[1] ?? null;

const secondsIn = ({ text }: ChannelResponse): number | null => {
  const [, milliseconds] = /"retry_after_ms"\s*:\s*(\d{1,9})/.exec(text) ?? [];
  return milliseconds ? Math.ceil(Number(milliseconds) / 1000) : null;
};

/**
 * The transaction id is that of the text, so a retry is the same event.
 * https://spec.matrix.org/latest/client-server-api/#put_matrixclientv3roomsroomidsendeventtypetxnid
 */
export const matrixChannelAdapter = defineChannelAdapter<Settings>({
  kind: "matrix",
  title: "Matrix",
  intro:
    "Create a separate account, invite it to the room and accept; copy its access token and the room’s internal ID. Encrypted rooms show the messages as not encrypted.",
  settings,
  team: ({ message, settings: { server, token, room }, state, textId = message.id }) => [
    jsonChannelCall(
      urlOnServer(
        server,
        `/_matrix/client/v3/rooms/${encodeURIComponent(room.toWellFormed())}/send/m.room.message/${encodeURIComponent(textId.toWellFormed() || "-")}`,
      ),
      contentOf(message, state?.startsWith("$") ? state : null),
      { authorization: `Bearer ${token}` },
      "PUT",
    ),
  ],
  sent: ({ reply, state }) => state ?? idIn(reply),
  read(answer): ChannelSendResult {
    const verdict = channelVerdictOf(answer);
    return verdict.outcome === "again" ? { ...verdict, retryAfter: verdict.retryAfter ?? secondsIn(answer) } : verdict;
  },
  sampleSettings: { server: "https://matrix.example.com", token: "syt_x1y2z3x1y2z3", room: "!abcdef:example.com" },
  sampleAnswers: {
    sent: { status: 200, text: '{"event_id":"$YUwRidLecu:example.com"}' },
    refused: { status: 403, text: '{"errcode":"M_FORBIDDEN","error":"You are not invited to this room."}' },
    limited: { status: 429, text: '{"errcode":"M_LIMIT_EXCEEDED","retry_after_ms":2000}' },
  },
});
