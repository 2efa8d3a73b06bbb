import { Webhook } from "standardwebhooks";
import { z } from "zod";
import { isEqualInConstantTime } from "~/text/same-text";
import type { MailEvent, MailerWebhook } from "../contract/contract";

const said = z.string().catch("");

const payloadSchema = z.object({
  type: said,
  created_at: said,
  data: z.object({
    to: z.array(z.string()).max(100).catch([]),
    bounce: z.object({ type: said, subType: said, message: said }).optional().catch(undefined),
  }),
});

const toleranceSeconds = 300;

interface Settings {
  webhookSecret?: string | undefined;
}

/** Returns null when the secret is not base64. */
function keyOf(secret: string): Webhook | null {
  try {
    return new Webhook(secret);
  } catch {
    return null;
  }
}

/** `resend.com/docs/dashboard/webhooks/verify-webhooks-requests`; without a secret all posts are refused. */
export const resendWebhook: MailerWebhook<Settings> = {
  isProven({ settings: { webhookSecret: secret }, headers, rawBody, now }) {
    const key = secret ? keyOf(secret) : null;
    const [id, stamp, given] = ["svix-id", "svix-timestamp", "svix-signature"].map((name) => headers.get(name));
    if (!key || !id || !given || !stamp || !/^\d{1,12}$/.test(stamp)) return false;
    if (Math.abs(Math.floor(now / 1000) - Number(stamp)) > toleranceSeconds) return false;
    const expected = key.sign(id, new Date(Number(stamp) * 1000), new TextDecoder().decode(rawBody));
    return given.split(" ").some((each) => isEqualInConstantTime(each, expected));
  },
  read(payload): MailEvent[] {
    const { data: event } = payloadSchema.safeParse(payload);
    if (!event) return [];
    const { to, bounce } = event.data;
    const at = Date.parse(event.created_at) || null;
    if (event.type === "email.complained")
      return to.map((address) => ({ address, kind: "left", reason: "Complaint", at }));
    if (event.type !== "email.bounced" || bounce?.type !== "Permanent") return [];
    const reason = bounce.message || bounce.subType || "Bounced";
    return to.map((address) => ({ address, kind: "bounce", reason, at }));
  },
};
