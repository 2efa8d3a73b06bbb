import { z } from "zod";
import type { OutboundAnswer } from "~/platform/outbound";
import {
  doubtfulMailResult,
  mailerAwayResult,
  mailResultOfCall,
  makeSingleMailSessionOpener,
  parseJsonAs,
  refusedMailResult,
  retryAfterOfHeaders,
  sentMailResult,
  statusOnlyCallOptions,
  unmentionedMailAnswer,
} from "../contract/calls";
import { defineMailerAdapter, type MailResult, type OutgoingMail } from "../contract/contract";
import { rfc5322MessageOf } from "../contract/message";
import { mailgunWebhook } from "./mailgun-events";

const settings = z.object({
  apiKey: z
    .string()
    .min(1, "Enter the key.")
    .max(200)
    .regex(/^[\x21-\x7e]+$/, "A key can’t contain spaces.")
    .meta({ title: "Sending API key", secret: true, origin: "region" }),
  domain: z
    .string()
    .trim()
    .toLowerCase()
    .max(253)
    .regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/, "Enter a domain, such as mg.example.com.")
    .meta({ title: "Sending domain" }),
  region: z
    .enum(["us", "eu"])
    .default("us")
    .meta({ title: "Region", choices: { us: "US", eu: "EU" } }),
  webhookSigningKey: z
    .string()
    .max(200)
    .regex(/^\S+$/, "A key can’t contain spaces.")
    .optional()
    .meta({ title: "HTTP webhook signing key (for bounces)", secret: true, origin: "region" }),
});
type Settings = z.output<typeof settings>;

const hosts = { us: "api.mailgun.net", eu: "api.eu.mailgun.net" };

/** No line of an email can start with it: quoted-printable text has no "=_", and the email's own boundary differs. */
const boundary = "=_form";

const field = (name: string, value: string, more = ""): string =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;

const mime = '; filename="message.eml"\r\nContent-Type: message/rfc822';

/** Tracking is off: links stay unchanged, and no image counts readers. */
const formOf = (mail: OutgoingMail, at: number): string =>
  [
    field("to", mail.to),
    field("o:tracking", "no"),
    field("message", rfc5322MessageOf(mail, at), mime),
    `--${boundary}--\r\n`,
  ].join("");

const answerSchema = z.object({ id: z.string().optional(), message: z.string().optional() });

type MailgunReply = z.output<typeof answerSchema>;

/** `documentation.mailgun.com/docs/mailgun/quickstart-guide/responses`: a 400 states its reason in words only. */
function handedOf(answer: OutboundAnswer): MailResult {
  const { id, message = "" }: MailgunReply = parseJsonAs(answerSchema, answer.text) ?? {};
  if (answer.status === 200)
    return id || answer.truncated ? sentMailResult(id ?? "") : doubtfulMailResult(unmentionedMailAnswer);
  const words = `${answer.status} ${message}`;
  const isOfRecipient = answer.status === 400 && /\bto\b.*not a valid address/i.test(message);
  if (isOfRecipient) return refusedMailResult(words, true);
  const isOfMail = answer.status === 413 || (answer.status === 400 && !/\bfrom\b|domain/i.test(message));
  return isOfMail ? refusedMailResult(words, false) : mailerAwayResult(words, retryAfterOfHeaders(answer.headers));
}

type MailgunContext = Parameters<ReturnType<typeof defineMailerAdapter<Settings>>["open"]>[0] & { settings: Settings };

async function hand(context: MailgunContext, mail: OutgoingMail, timeout: number): Promise<MailResult> {
  const { settings: given, outbound, now } = context;
  const answer = await outbound.fetch({
    url: `https://${hosts[given.region]}/v3/${given.domain}/messages.mime`,
    method: "POST",
    timeout,
    headers: {
      authorization: `Basic ${btoa(`api:${given.apiKey}`)}`,
      "content-type": `multipart/form-data; boundary="${boundary}"`,
    },
    body: formOf(mail, now()),
    statusDecides: statusOnlyCallOptions,
  });
  return mailResultOfCall(answer, given.apiKey, handedOf);
}

/** The email is sent as MIME (`/messages.mime`), so that all its headers are kept. */
const openMailgun = makeSingleMailSessionOpener(hand);

export const mailgunMailerAdapter = defineMailerAdapter<Settings>({
  kind: "mailgun",
  title: "Mailgun",
  settings,
  oneCallEach: true,
  records: { spf: "include:mailgun.org" },
  events: mailgunWebhook,
  open: openMailgun,
  sampleSettings: { apiKey: "key-3ax6xnjp29jd6fds", domain: "mg.example.com", region: "eu" },
});
