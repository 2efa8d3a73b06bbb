import { createHmac } from "node:crypto";
import { z } from "zod";
import { isEqualInConstantTime } from "~/text/same-text";
import type { MailEvent, MailerWebhook } from "../contract/contract";

const said = z.string().catch("");

const payloadSchema = z.object({
  signature: z.object({ timestamp: said, token: said, signature: said }),
  "event-data": z.object({
    event: said,
    severity: said,
    reason: said,
    recipient: said,
    timestamp: z.number().nullable().catch(null),
    "delivery-status": z.object({ message: said, description: said }).catch({ message: "", description: "" }),
  }),
});

const bounced = new Set(["bounce", "suppress-bounce"]);
const left = new Set(["suppress-complaint", "suppress-unsubscribe"]);

interface Settings {
  webhookSigningKey?: string | undefined;
}

/**
 * `documentation.mailgun.com/docs/mailgun/user-manual/webhooks/securing-webhooks`; without a key all posts are refused.
 */
export const mailgunWebhook: MailerWebhook<Settings> = {
  isProven({ settings: { webhookSigningKey: key }, payload }) {
    const { data } = payloadSchema.safeParse(payload);
    if (!key || !data || data.signature.token === "") return false;
    const { timestamp, token, signature } = data.signature;
    return isEqualInConstantTime(signature, createHmac("sha256", key).update(`${timestamp}${token}`).digest("hex"));
  },
  read(payload): MailEvent[] {
    const event = payloadSchema.safeParse(payload).data?.["event-data"];
    if (!event) return [];
    const { recipient: address, "delivery-status": status, timestamp } = event;
    const at = timestamp === null ? null : Math.floor(timestamp * 1000);
    const failed = event.event === "failed" && event.severity === "permanent";
    if (event.event === "complained" || (failed && event.reason === "suppress-complaint"))
      return [{ address, kind: "left", reason: "Complaint", at }];
    if (event.event === "unsubscribed" || (failed && left.has(event.reason)))
      return [{ address, kind: "left", reason: "Unsubscribed at Mailgun", at }];
    if (!failed || !bounced.has(event.reason)) return [];
    return [{ address, kind: "bounce", reason: status.message || status.description || event.reason, at }];
  },
};
