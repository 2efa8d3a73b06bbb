import { z } from "zod";
import {
  callTimeLeft,
  doubtfulMailResult,
  mailerAwayResult,
  makeMailGroupSessionOpener,
  parseJsonAs,
  refusedMailResult,
  retryAfterOfHeaders,
  sentMailResult,
  shortAnswerRefusal,
  statusOnlyCallOptions,
  unansweredMailResult,
  unmentionedMailAnswer,
} from "../contract/calls";
import { defineMailerAdapter, type MailResult, type OutgoingMail, untouchedMailResult } from "../contract/contract";
import { additionalMailHeaders, toSingleHeaderLine } from "../contract/message";
import { postmarkWebhook } from "./postmark-events";

const settings = z.object({
  serverToken: z
    .string()
    .min(1, "Enter the token.")
    .max(200)
    .regex(/^\S+$/, "A token can’t contain spaces.")
    .meta({ title: "Server API token", secret: true, origin: "baseUrl" }),
  messageStream: z
    .string()
    .trim()
    .regex(/^[a-z0-9_-]{1,100}$/i, "Enter a stream ID, such as outbound.")
    .default("outbound")
    .meta({ title: "Message stream" }),
  baseUrl: z.url("Enter a URL.").default("https://api.postmarkapp.com").meta({ title: "API base URL" }),
});
type Settings = z.output<typeof settings>;

/** Maximum number of emails in one call. */
const maxMailsPerCall = 500;

/** Without `X-PM-KeepID` Postmark replaces the Message-ID, which breaks threads. */
const headersOf = (mail: OutgoingMail) =>
  [
    ["Message-ID", `<${toSingleHeaderLine(mail.messageId)}>`],
    ["X-PM-KeepID", "true"],
    ...additionalMailHeaders(mail),
  ].map(([Name, Value]) => ({ Name, Value }));

const payloadOf = (mail: OutgoingMail, { messageStream }: Settings) => ({
  From: `${JSON.stringify(toSingleHeaderLine(mail.from.name))} <${mail.from.address}>`,
  To: mail.to,
  Subject: toSingleHeaderLine(mail.subject),
  TextBody: mail.text,
  HtmlBody: mail.html,
  Headers: headersOf(mail),
  MessageStream: messageStream,
  TrackOpens: false,
  TrackLinks: "None",
});

const resultSchema = z.object({ ErrorCode: z.number(), Message: z.string(), MessageID: z.string().optional() });
type PostmarkReply = z.output<typeof resultSchema>;

/** One result, or one for each email. */
const answerSchema = z.union([z.array(resultSchema), resultSchema.transform((one) => [one])]);

/**
 * The address had a bounce or a complaint or unsubscribed; 300 is any malformed field, and its message names the field.
 */
const isOfRecipient = ({ ErrorCode, Message }: PostmarkReply): boolean =>
  ErrorCode === 406 || (ErrorCode === 300 && /'To'/.test(Message));

const isOfMail = ({ ErrorCode, Message }: PostmarkReply): boolean => ErrorCode === 300 && !/'From'/.test(Message);

/** Error codes: `postmarkapp.com/developer/api/overview#error-codes`. */
function handedOf(said: PostmarkReply | undefined): MailResult {
  if (!said) return doubtfulMailResult(unmentionedMailAnswer);
  if (said.ErrorCode === 0) return sentMailResult(said.MessageID ?? "");
  const words = `${said.ErrorCode} ${said.Message}`;
  if (isOfRecipient(said)) return refusedMailResult(words, true);
  return isOfMail(said) ? refusedMailResult(words, false) : mailerAwayResult(words);
}

type PostmarkContext = Parameters<ReturnType<typeof defineMailerAdapter<Settings>>["open"]>[0] & { settings: Settings };

async function hand(
  { settings: given, outbound, now }: PostmarkContext,
  mails: readonly OutgoingMail[],
  until: number,
): Promise<MailResult[]> {
  const timeout = callTimeLeft(until, now());
  if (timeout === null) return mails.map(() => untouchedMailResult);
  const answer = await outbound.fetch({
    url: `${given.baseUrl.replace(/(?<!\/)\/+$/, "")}/email/batch`,
    method: "POST",
    timeout,
    maxBytes: 256 * 1024,
    headers: {
      accept: "application/json",
      "content-type": "application/json",
      "x-postmark-server-token": given.serverToken,
    },
    body: JSON.stringify(mails.map((mail) => payloadOf(mail, given))),
    statusDecides: statusOnlyCallOptions,
  });
  if (!answer.ok) return mails.map(() => unansweredMailResult(answer));
  const said = parseJsonAs(answerSchema, answer.text.replaceAll(given.serverToken, "••••")) ?? [];
  if (answer.status === 200) return mails.map((_, index) => handedOf(said[index]));
  const words = shortAnswerRefusal(`${answer.status} ${said[0]?.Message ?? ""}`);
  return mails.map(() => mailerAwayResult(words, retryAfterOfHeaders(answer.headers)));
}

/** `postmarkapp.com/developer/api/email-api#send-batch-emails`: an answer for each email. */
const openPostmark = makeMailGroupSessionOpener(maxMailsPerCall, hand);

export const postmarkMailerAdapter = defineMailerAdapter<Settings>({
  kind: "postmark",
  title: "Postmark",
  settings,
  records: { spf: "include:spf.mtasv.net" },
  events: postmarkWebhook,
  open: openPostmark,
  sampleSettings: { serverToken: "4f0c0a9e-token", messageStream: "outbound", baseUrl: "https://api.postmarkapp.com" },
});
