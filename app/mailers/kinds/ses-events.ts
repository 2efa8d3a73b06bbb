import { z } from "zod";
import { isPemOfCertificates, snsCertificateUrlPattern, snsConfirmationUrlPattern } from "~/access/sns-certificate";
import { isSignedBySns, snsCertificateUrlOf } from "~/access/sns-signature";
import { parseJsonAs } from "../contract/calls";
import type { MailEvent, MailerWebhook } from "../contract/contract";
import {
  awsAccountFetchRequirement,
  hasSesAccessKey,
  isSnsTopicOfAccount,
  type SesAccessKey,
} from "../contract/ses-account";

const arn = /arn:aws[a-z-]{0,20}:sns:[a-z0-9-]{1,30}:\d{12}:[\w-]{1,256}(?:\.fifo)?/.source;
const list = new RegExp(`^${arn}(?:[\\s,]{1,5}${arn}){0,9}$`);

/** Returns the topics in a setting, or the topic of a message; an empty list if the text is not an ARN. */
const topicsIn = (text = ""): string[] => (list.test(text) ? text.split(/[\s,]+/) : []);

/** Topics whose events are accepted. It is empty until the first event arrives, whose topic is then filled in. */
export const topicArnsSchema = z
  .string()
  .trim()
  .max(3000)
  .regex(list, "Enter ARNs of SNS topics, separated by commas.")
  .optional()
  .meta({
    title: "SNS topics that may report bounces",
    hint: "Filled in by the first topic in the key’s AWS account that confirms its subscription. To use another topic, or one in another account, add its ARN after a comma, or clear this field and subscribe the new topic.",
  });

const said = z.string().catch("");

const envelopeSchema = z.record(z.string(), z.unknown()).catch({});

const recipients = z.array(z.object({ emailAddress: said, diagnosticCode: said })).max(100);

const messageSchema = z.object({
  notificationType: said,
  eventType: said,
  bounce: z
    .object({ bounceType: said, bounceSubType: said, timestamp: said, bouncedRecipients: recipients })
    .optional()
    .catch(undefined),
  complaint: z
    .object({ complaintFeedbackType: said, timestamp: said, complainedRecipients: recipients })
    .optional()
    .catch(undefined),
});

const instantOf = (text: string): number | null => Date.parse(text) || null;

type Envelope = z.output<typeof envelopeSchema>;

const messageOf = ({ Type, Message }: Envelope) =>
  Type === "Notification" ? parseJsonAs(messageSchema, said.parse(Message)) : null;

const isConfirmation = ({ Type }: Envelope) => Type === "SubscriptionConfirmation";

/**
 * Events through Amazon SNS: `docs.aws.amazon.com/ses/latest/dg/notification-contents.html`. Amazon signs for anyone
 * who has a topic, so only events of the configured topics are accepted; the first topic of the mailer's own AWS
 * account is filled in automatically.
 */
export const sesWebhook: MailerWebhook<SesAccessKey & { topicArns?: string | undefined }> = {
  isProven({ payload, fetched, settings, now }) {
    const envelope = envelopeSchema.parse(payload);
    const topics = topicsIn(settings.topicArns);
    const isOfTopic = topics.length === 0 ? hasSesAccessKey(settings) : topics.includes(said.parse(envelope.TopicArn));
    return fetched !== null && isOfTopic && isSignedBySns(envelope, fetched, now);
  },
  needs(payload, proven) {
    const envelope = envelopeSchema.parse(payload);
    const certificate = snsCertificateUrlOf(envelope);
    const asPem = { pinned: snsCertificateUrlPattern, keep: true, isUsable: isPemOfCertificates };
    if (!proven) return certificate === null ? null : { url: certificate, ...asPem };
    const url = said.parse(envelope.SubscribeURL);
    return isConfirmation(envelope) ? { url, pinned: snsConfirmationUrlPattern, keep: false } : null;
  },
  async vouchedBy({ payload, settings, now }) {
    if (topicsIn(settings.topicArns).length > 0) return null;
    const [topic] = topicsIn(said.parse(envelopeSchema.parse(payload).TopicArn));
    const need = await awsAccountFetchRequirement(settings, now);
    return { need, vouches: (text) => topic !== undefined && isSnsTopicOfAccount(topic, text) };
  },
  learns({ payload, settings }) {
    const envelope = envelopeSchema.parse(payload);
    const [topic] = topicsIn(said.parse(envelope.TopicArn));
    if (topic === undefined || topicsIn(settings.topicArns).length > 0) return null;
    const message = messageOf(envelope);
    const isOfMail = Boolean(message?.notificationType || message?.eventType);
    return isConfirmation(envelope) || isOfMail ? { topicArns: topic } : null;
  },
  read(payload): MailEvent[] {
    const message = messageOf(envelopeSchema.parse(payload));
    const { bounce, complaint } = message ?? {};
    const type = message?.notificationType || message?.eventType;
    if (type === "Bounce" && bounce?.bounceType === "Permanent")
      return bounce.bouncedRecipients.map(({ emailAddress: address, diagnosticCode }) => {
        const reason = diagnosticCode || bounce.bounceSubType || "Bounced";
        return { address, kind: "bounce", reason, at: instantOf(bounce.timestamp) };
      });
    if (type !== "Complaint" || !complaint || complaint.complaintFeedbackType === "not-spam") return [];
    const at = instantOf(complaint.timestamp);
    return complaint.complainedRecipients.map(({ emailAddress: address }) => ({
      address,
      kind: "left",
      reason: "Complaint",
      at,
    }));
  },
};
