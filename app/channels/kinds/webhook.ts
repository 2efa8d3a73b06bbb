import { Webhook } from "standardwebhooks";
import { z } from "zod";
import { webhookBodies } from "~/notifications/rules/contact-ways";
import { postingUrlSchema } from "../contract/calls";
import { type ChannelCallContext, type ComposeChannelCalls, defineChannelAdapter } from "../contract/contract";
import type { SubscriberMessage, TeamMessage } from "../contract/messages";
import { statuspageWebhookBody } from "../contract/statuspage-body";
import { channelVerdictOf } from "../contract/verdict";

const secretText = z
  .string()
  .regex(
    /^whsec_(?:[A-Za-z0-9+/]{4}){8,32}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/,
    "whsec_ and at least 24 bytes in base64.",
  );

const settings = z.object({
  url: postingUrlSchema("URL", "Enter a URL that starts with https://."),
  secret: secretText.meta({ title: "Signing secret", secret: true, origin: "url" }),
  /** The previous secret, while receivers may still verify with it. */
  formerSecret: secretText
    .optional()
    .meta({ title: "Previous signing secret", secret: true, origin: "url", place: "rotation" }),
  formerUntil: z.number().int().optional().meta({ place: "rotation" }),
  /** Body format, chosen by a subscriber. */
  body: z.enum(webhookBodies).optional().meta({ place: "rotation" }),
});
type Settings = z.output<typeof settings>;

/** Returns a signing key of 256 random bits, given in base64url. */
const secretOf = (token: string) => `whsec_${token.replaceAll("-", "+").replaceAll("_", "/")}=`;

/**
 * Returns the signatures, separated by a space while both secrets are valid: Standard Webhooks, "Multiple signatures".
 */
function signatureOf({ secret, formerSecret, formerUntil = 0 }: Settings, id: string, sentAt: Date, body: string) {
  const secrets = formerSecret && formerUntil > sentAt.getTime() ? [secret, formerSecret] : [secret];
  return secrets.map((each) => new Webhook(each).sign(id, sentAt, body)).join(" ");
}

/** Returns the data for programs, without the fields that only Upfront's own kinds of channels use. */
function dataOf(message: TeamMessage | SubscriberMessage) {
  const { id: _, event: __, at: ___, thread, ...data } = message;
  const { alarm: ____, ...told } = { alarm: null, ...data };
  return { ...told, thread: thread && { id: thread.id, open: thread.open } };
}

/** Composes the same call for teams and subscribers; only the data differs. */
const compose: ComposeChannelCalls<TeamMessage | SubscriberMessage, Settings> = ({
  message,
  settings: given,
  now,
  textId: id = message.id,
}: ChannelCallContext<TeamMessage | SubscriberMessage, Settings>) => {
  const { event, at } = message;
  const isStatuspage = given.body === "statuspage" && "manage" in message;
  const body = JSON.stringify(
    isStatuspage
      ? statuspageWebhookBody(message)
      : { type: event, timestamp: new Date(at).toISOString(), data: dataOf(message) },
  );
  const sentAt = new Date(Math.floor(now / 1000) * 1000);
  const headers = {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": String(sentAt.getTime() / 1000),
    "webhook-signature": signatureOf(given, id, sentAt, body),
  };
  return [{ url: given.url, method: "POST", headers, body }];
};

/**
 * Signed as Standard Webhooks specify (standardwebhooks.com, spec 1.0.0): type, timestamp, data; equal ids have equal
 * texts.
 */
export const webhookChannelAdapter = defineChannelAdapter<Settings>({
  kind: "webhook",
  title: "Webhook",
  intro:
    "Sends signed JSON (Standard Webhooks) to your URL. Verify webhook-signature with the secret, which is shown here once.",
  settings,
  generate: (token) => ({ secret: secretOf(token) }),
  rotated: (before, made, formerUntil) => ({ ...before, ...made, formerSecret: before.secret, formerUntil }),
  team: compose,
  subscriber: compose,
  read: channelVerdictOf,
  sampleSettings: {
    url: "https://hooks.example.com/upfront",
    secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw3J7nR5mYq0E=",
  },
  sampleAnswers: {
    sent: { status: 204 },
    refused: { status: 400, text: "unknown type" },
    gone: { status: 410 },
  },
});
