import { z } from "zod";
import type { MailEvent, MailerWebhook } from "../contract/contract";

const said = z.string().catch("");

const payloadSchema = z.object({
  RecordType: said,
  Type: said,
  Email: said,
  Recipient: said,
  Description: said,
  Details: said,
  BouncedAt: said,
  ChangedAt: said,
  SuppressSending: z.boolean().catch(false),
  SuppressionReason: said,
  Origin: said,
});

const forGood = new Set(["HardBounce", "BadEmailAddress", "ManuallyDeactivated"]);
const instantOf = (text: string): number | null => Date.parse(text) || null;

/**
 * `postmarkapp.com/developer/webhooks/bounce-webhook`, `…/spam-complaint-webhook`, `…/subscription-change-webhook`.
 * Postmark signs nothing, so the secret URL is the only check.
 */
export const postmarkWebhook: MailerWebhook<unknown> = {
  isProven: () => true,
  read(payload): MailEvent[] {
    const { data: event } = payloadSchema.safeParse(payload);
    if (!event) return [];
    const at = instantOf(event.BouncedAt || event.ChangedAt);
    const reason = event.Details || event.Description || event.Type;
    if (event.RecordType === "SpamComplaint") return [{ address: event.Email, kind: "left", reason: "Complaint", at }];
    if (event.RecordType === "Bounce" && forGood.has(event.Type))
      return [{ address: event.Email, kind: "bounce", reason, at }];
    const asked = event.SuppressionReason === "ManualSuppression" && event.Origin === "Recipient";
    if (event.RecordType !== "SubscriptionChange" || !event.SuppressSending || !asked) return [];
    return [{ address: event.Recipient, kind: "left", reason: "Unsubscribed at Postmark", at }];
  },
};
