import { z } from "zod";
import { isSignedBySns, snsCertificateOf, snsHosts } from "../../rules/security/sns-signature";
import { jsonIn } from "../calls";
import type { MailEvent, MailEvents } from "../contract";

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

/** Through Amazon SNS: `docs.aws.amazon.com/ses/latest/dg/notification-contents.html`. Only Amazon can sign one. */
export const sesEvents: MailEvents<unknown> = {
  isProven: ({ payload, fetched }) => fetched !== null && isSignedBySns(envelopeSchema.parse(payload), fetched),
  needs(payload, proven) {
    const envelope = envelopeSchema.parse(payload);
    const certificate = snsCertificateOf(envelope);
    if (!proven) return certificate === null ? null : { url: certificate, hosts: snsHosts, keep: true };
    const confirms = envelope.Type === "SubscriptionConfirmation";
    return confirms ? { url: said.parse(envelope.SubscribeURL), hosts: snsHosts, keep: false } : null;
  },
  read(payload): MailEvent[] {
    const envelope = envelopeSchema.parse(payload);
    const message = envelope.Type === "Notification" ? jsonIn(messageSchema, said.parse(envelope.Message)) : null;
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
