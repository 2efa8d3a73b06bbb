import { z } from "zod";
import { pushServiceName, pushTargetInputSchema } from "~/notifications/rules/push-target";
import { utf8Bytes } from "../contract/bytes";
import { type ChannelSendResult, defineChannelAdapter, englishSentence } from "../contract/contract";
import type { SubscriberMessage } from "../contract/messages";
import { encryptPushMessage, generatePushRandomValues } from "../contract/push-encryption";
import { signVapidAuthorizationHeader } from "../contract/push-identity";
import { plainChannelText } from "../contract/text-dialects";
import { channelVerdictOf } from "../contract/verdict";

const settings = z.object({
  endpoint: pushTargetInputSchema.shape.endpoint.meta({ secret: true }),
  p256dh: pushTargetInputSchema.shape.p256dh.meta({ secret: true }),
  auth: pushTargetInputSchema.shape.auth.meta({ secret: true }),
  /** Public half of the signing key. */
  sender: z.string().length(87),
  privateKey: z.string().length(43).meta({ secret: true }),
  /** Contact for the push service. */
  contact: z.url({ protocol: /^https?$/ }),
});
type Settings = z.output<typeof settings>;

/** Seconds for which a push service keeps a message for a browser that is offline; older news is read on the page. */
const ttlSeconds = 24 * 3600;

/** A push service keeps one message per topic, so newer news and retries replace the one before. */
const topicOf = ({ thread, id }: SubscriberMessage) => (thread?.id ?? id).replaceAll(/[^\w-]/g, "").slice(0, 32);

const textOf = ({ status, text, window }: SubscriberMessage) =>
  [status?.text, window?.text, text].filter((part) => part !== undefined && part !== "").join("\n");

/**
 * Returns the JSON that the page's service worker shows; below 3,500 bytes in any script, of the 3,993 that one message
 * holds.
 */
const bodyOf = (message: SubscriberMessage, textId: string) =>
  JSON.stringify({
    id: textId,
    title: plainChannelText(`${message.page.name}: ${message.title}`, 120),
    body: plainChannelText(textOf(message), 300),
    /** The newest notification of a subject replaces the one before. */
    tag: message.thread?.id ?? message.id,
    lang: message.language,
    url: message.link.url,
  });

/**
 * Notifications by the browsers' own push services: encrypted for the one browser (RFC 8291), signed by the deployment
 * (RFC 8292). The composed body is for the service worker; `seal` encrypts it for the push service.
 */
export const webPushChannelAdapter = defineChannelAdapter<Settings>({
  kind: "web-push",
  title: "Browser notifications",
  intro: "Shown by the subscribed browser, even when the page is closed.",
  settings,
  // Only the browser that subscribed knows the endpoint, and only push services are called, so it needs no
  // verification.
  endpoint: {
    target: pushTargetInputSchema,
    identity: ({ endpoint = "" }) => endpoint,
    shown: ({ endpoint = "" }) => pushServiceName(endpoint),
  },
  subscriber: ({ message, settings, textId = message.id }) => [
    {
      url: settings.endpoint,
      method: "POST",
      headers: {
        ttl: String(ttlSeconds),
        urgency: message.event.startsWith("incident") ? "high" : "normal",
        topic: topicOf(message),
      },
      body: bodyOf(message, textId),
    },
  ],
  async seal(call, { sender, privateKey, contact, ...to }, { now, token }) {
    const identity = { publicKey: sender, privateKey };
    const { body = "", headers, ...where } = call;
    const [bytes, authorization] = await Promise.all([
      generatePushRandomValues(token).then((chance) => encryptPushMessage(utf8Bytes(body), to, chance)),
      signVapidAuthorizationHeader({ identity, endpoint: to.endpoint, contact, now }),
    ]);
    const sealed = { authorization, "content-encoding": "aes128gcm", "content-type": "application/octet-stream" };
    return { ...where, headers: { ...headers, ...sealed }, bytes };
  },
  read(answer): ChannelSendResult {
    if (answer.status === 404 || answer.status === 410) {
      return {
        outcome: "gone",
        reason: englishSentence("The push service answered {{status}}: this browser is no longer subscribed.", {
          status: answer.status,
        }),
      };
    }
    return channelVerdictOf(answer);
  },
  sampleSettings: {
    endpoint: "https://fcm.googleapis.com/fcm/send/x1y2z3",
    p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    auth: "BTBZMqHH6r4Tts7J_aSIgg",
    sender: "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8",
    privateKey: "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw",
    contact: "https://status.example.com",
  },
  sampleAnswers: {
    sent: { status: 201 },
    refused: { status: 403, text: "invalid JWT provided" },
    limited: { status: 429, headers: { "retry-after": "10" } },
    gone: { status: 410 },
  },
});
