import { z } from "zod";
import type { Outbound, OutboundAnswer, OutboundFailure } from "~/platform/outbound";
import {
  callTimeLeft,
  isCallInDoubt,
  mailerAwayResult,
  makeMailGroupSessionOpener,
  parseJsonAs,
  refusedMailResult,
  retryAfterOfHeaders,
  shortAnswerRefusal,
  statusOnlyCallOptions,
} from "../contract/calls";
import {
  defineMailerAdapter,
  englishSentence,
  englishText,
  type MailResult,
  type OutgoingMail,
  type Refusal,
  untouchedMailResult,
} from "../contract/contract";
import { additionalMailHeaders, toSingleHeaderLine } from "../contract/message";
import { resendWebhook } from "./resend-events";

const settings = z.object({
  apiKey: z
    .string()
    .min(1, "Enter the key.")
    .max(200)
    .regex(/^\S+$/, "A key can’t contain spaces.")
    .meta({ title: "API key", secret: true, origin: "baseUrl" }),
  baseUrl: z.url("Enter a URL.").default("https://api.resend.com").meta({ title: "API base URL" }),
  webhookSecret: z
    .string()
    .trim()
    .max(200)
    .regex(/^whsec_[A-Za-z0-9+/]{16,}={0,2}$/, "It must start with whsec_.")
    .optional()
    .meta({ title: "Webhook signing secret (for bounces)", secret: true, origin: "baseUrl" }),
});
type Settings = z.output<typeof settings>;

/** Maximum number of emails in one call. */
const maxMailsPerCall = 100;

const payloadOf = (mail: OutgoingMail) => ({
  from: `${JSON.stringify(toSingleHeaderLine(mail.from.name))} <${mail.from.address}>`,
  to: [mail.to],
  subject: toSingleHeaderLine(mail.subject),
  text: mail.text,
  html: mail.html,
  headers: {
    "Message-ID": `<${toSingleHeaderLine(mail.messageId)}>`,
    ...Object.fromEntries(additionalMailHeaders(mail)),
  },
});

async function keyOf(mails: readonly OutgoingMail[]): Promise<string> {
  const text = new TextEncoder().encode(mails.map((mail) => mail.messageId).join("\n"));
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", text));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const answerSchema = z.object({
  name: z.string().optional(),
  message: z.string().optional(),
  data: z.array(z.object({ id: z.string() })).optional(),
  errors: z.array(z.object({ index: z.number(), message: z.string() })).optional(),
});
type ResendReply = z.output<typeof answerSchema>;

const saidBy = ({ text }: OutboundAnswer): ResendReply => parseJsonAs(answerSchema, text) ?? {};

/** Returns the outcome of each email after a call that accepted all, or all but some. */
function taken(mails: readonly OutgoingMail[], said: ResendReply): MailResult[] {
  const errors = new Map(said.errors?.map(({ index, message }) => [index, message]));
  const ids = (said.data ?? []).values();
  return mails.map((_, index) => {
    const error = errors.get(index);
    if (error !== undefined) return refusedMailResult(shortAnswerRefusal(error), true);
    return { outcome: "sent", answer: englishText(ids.next().value?.id ?? "accepted") };
  });
}

/** Returns true if some or all of the emails were refused. The response does not tell which. */
const isOfMails = ({ status }: OutboundAnswer, { name }: ResendReply): boolean =>
  (status === 422 || status === 400) && name !== "invalid_from_address";

function refusalOf(answer: OutboundAnswer, said: ResendReply): MailResult {
  const words = shortAnswerRefusal(`${answer.status} ${said.name ?? ""} ${said.message ?? ""}`);
  if (said.name === "invalid_idempotent_request")
    return { outcome: "sent", answer: englishSentence("It was already accepted.") };
  if (said.name === "concurrent_idempotent_requests") return refusedMailResult(words, false);
  return mailerAwayResult(words, retryAfterOfHeaders(answer.headers));
}

/**
 * Returns the outcome when acceptance is unknown. The same emails sent again together have the same key, which Resend
 * remembers for a day, so a retry cannot duplicate them.
 */
const doubtful = (answer: Refusal): MailResult => ({ outcome: "doubtful", isSafeAgain: true, answer });

interface ResendContext {
  settings: Settings;
  outbound: Outbound;
  now: () => number;
}

/** Answer of a call; null = no time was left for one. */
type ResendCallResult = OutboundAnswer | OutboundFailure | null;

async function callOnce(
  { settings: given, outbound, now }: ResendContext,
  mails: readonly OutgoingMail[],
  until: number,
): Promise<ResendCallResult> {
  const left = callTimeLeft(until, now());
  if (left === null) return null;
  return outbound.fetch({
    url: `${given.baseUrl.replace(/(?<!\/)\/+$/, "")}/emails/batch`,
    method: "POST",
    timeout: left,
    headers: {
      authorization: `Bearer ${given.apiKey}`,
      "content-type": "application/json",
      "idempotency-key": await keyOf(mails),
      "x-batch-validation": "permissive",
    },
    body: JSON.stringify(mails.map(payloadOf)),
    statusDecides: statusOnlyCallOptions,
  });
}

/** Repeats the call once with the same key when the answer was lost. */
async function call(given: ResendContext, mails: readonly OutgoingMail[], until: number): Promise<ResendCallResult> {
  const first = await callOnce(given, mails, until);
  const unsure = first !== null && !first.ok && isCallInDoubt(first);
  return unsure ? ((await callOnce(given, mails, until)) ?? first) : first;
}

/** Retries emails that were refused together in halves, so that one invalid email does not hold up the others. */
async function hand(given: ResendContext, mails: readonly OutgoingMail[], until: number): Promise<MailResult[]> {
  const answer = await call(given, mails, until);
  if (answer === null) return mails.map(() => untouchedMailResult);
  if (!answer.ok) {
    const handed = (isCallInDoubt(answer) ? doubtful : mailerAwayResult)(answer.detail);
    return mails.map(() => handed);
  }
  const said = saidBy(answer);
  if (answer.status >= 200 && answer.status < 300) return taken(mails, said);
  if (!isOfMails(answer, said)) return mails.map(() => refusalOf(answer, said));
  if (mails.length === 1) return [refusedMailResult(shortAnswerRefusal(said.message ?? `${answer.status}`), true)];
  const middle = Math.ceil(mails.length / 2);
  return [...(await hand(given, mails.slice(0, middle), until)), ...(await hand(given, mails.slice(middle), until))];
}

/** `resend.com/docs/api-reference/emails/send-batch-emails`, one call for up to 100 emails. */
const openResend = makeMailGroupSessionOpener(maxMailsPerCall, hand);

export const resendMailerAdapter = defineMailerAdapter<Settings>({
  kind: "resend",
  title: "Resend",
  settings,
  records: { spf: "include:amazonses.com", selector: "resend" },
  events: resendWebhook,
  open: openResend,
  sampleSettings: { apiKey: "re_123", baseUrl: "https://api.resend.com" },
});
