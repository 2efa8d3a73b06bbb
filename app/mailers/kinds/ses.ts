import { AwsV4Signer } from "aws4fetch";
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
import { sesWebhook, topicArnsSchema } from "./ses-events";

const settings = z.object({
  region: z
    .string()
    .trim()
    .toLowerCase()
    .max(30)
    .regex(/^[a-z]{2}(?:-[a-z]+){1,3}-\d$/, "Enter a region, such as eu-west-1.")
    .meta({ title: "Region" }),
  accessKeyId: z
    .string()
    .trim()
    .max(128)
    .regex(/^\w{16,128}$/, "Enter an access key ID, such as AKIA….")
    .meta({ title: "Access key ID" }),
  secretAccessKey: z
    .string()
    .min(1, "Enter the key.")
    .max(200)
    .regex(/^[\x21-\x7e]+$/, "A key can’t contain spaces.")
    .meta({ title: "Secret access key", secret: true, origin: "region" }),
  configurationSet: z
    .string()
    .trim()
    .regex(/^[\w-]{1,64}$/, "Enter the name of a configuration set.")
    .optional()
    .meta({ title: "Configuration set" }),
  topicArns: topicArnsSchema,
});
type Settings = z.output<typeof settings>;

const answerSchema = z.object({
  MessageId: z.string().optional(),
  message: z.string().optional(),
  Message: z.string().optional(),
});

type SesReply = z.output<typeof answerSchema>;

/** Messages about an address that SES cannot parse; all other errors are not the recipient's fault. */
const unreadable = /illegal address|missing final|local address|domain (?:starts|ends|contains)|invalid domain name/i;
const ofMail = new Set(["BadRequestException", "MessageRejected"]);

/** `docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html`: the header names the error. */
function handedOf(answer: OutboundAnswer): MailResult {
  const said: SesReply = parseJsonAs(answerSchema, answer.text) ?? {};
  const isTaken = said.MessageId !== undefined || answer.truncated;
  if (answer.status === 200)
    return isTaken ? sentMailResult(said.MessageId ?? "") : doubtfulMailResult(unmentionedMailAnswer);
  const [type = ""] = (answer.headers.get("x-amzn-errortype") ?? "").split(":");
  const message = said.message ?? said.Message ?? "";
  const words = `${answer.status} ${type} ${message}`;
  if (type === "BadRequestException" && unreadable.test(message)) return refusedMailResult(words, true);
  const isOfMail = ofMail.has(type) && !/not verified|sandbox|configuration set|identit/i.test(message);
  return isOfMail ? refusedMailResult(words, false) : mailerAwayResult(words, retryAfterOfHeaders(answer.headers));
}

const payloadOf = (mail: OutgoingMail, { configurationSet }: Settings, at: number): string =>
  JSON.stringify({
    Destination: { ToAddresses: [mail.to] },
    Content: { Raw: { Data: Buffer.from(rfc5322MessageOf(mail, at), "utf8").toString("base64") } },
    ...(configurationSet === undefined ? {} : { ConfigurationSetName: configurationSet }),
  });

const stampOf = (at: number): string => new Date(at).toISOString().replaceAll(/[:-]|\.\d{3}/g, "");

type SesContext = Parameters<ReturnType<typeof defineMailerAdapter<Settings>>["open"]>[0] & { settings: Settings };

async function hand(context: SesContext, mail: OutgoingMail, timeout: number): Promise<MailResult> {
  const { settings: given, outbound, now } = context;
  const body = payloadOf(mail, given, now());
  const signed = await new AwsV4Signer({
    url: `https://email.${given.region}.amazonaws.com/v2/email/outbound-emails`,
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
    accessKeyId: given.accessKeyId,
    secretAccessKey: given.secretAccessKey,
    service: "ses",
    region: given.region,
    datetime: stampOf(now()),
  }).sign();
  const answer = await outbound.fetch({
    url: signed.url.href,
    method: "POST",
    timeout,
    headers: Object.fromEntries(signed.headers),
    body,
    statusDecides: statusOnlyCallOptions,
  });
  return mailResultOfCall(answer, given.secretAccessKey, handedOf);
}

/** The email is sent as it is (`Raw`), with all headers except one: SES gives each email its own Message-ID. */
const openSes = makeSingleMailSessionOpener(hand);

export const sesMailerAdapter = defineMailerAdapter<Settings>({
  kind: "ses",
  title: "Amazon SES",
  settings,
  oneCallEach: true,
  records: { spf: "include:amazonses.com" },
  events: sesWebhook,
  open: openSes,
  sampleSettings: {
    region: "eu-west-1",
    accessKeyId: "AKIDEXAMPLEAKIDEXAMP",
    secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
  },
});
