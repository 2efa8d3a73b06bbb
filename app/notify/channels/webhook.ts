import { Webhook } from "standardwebhooks";
import { z } from "zod";
import { defineChannel } from "../contract";
import { verdictOf } from "../verdict";

const settings = z.object({
  url: z
    .url({ protocol: /^https?$/, error: "An address that begins with https://." })
    .max(2000)
    .meta({ title: "Address", secret: true }),
  secret: z
    .string()
    .regex(
      /^whsec_(?:[A-Za-z0-9+/]{4}){8,32}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/,
      "whsec_ and at least 24 bytes in base64.",
    )
    .meta({ title: "Signing secret", secret: true, origin: "url" }),
});

/** 256 random bits in base64url, as the signature's key wants them. */
const secretOf = (token: string) => `whsec_${token.replaceAll("-", "+").replaceAll("_", "/")}=`;

/** Signed as Standard Webhooks say (standardwebhooks.com, spec 1.0.0): type, timestamp, data; id equal on every try. */
export const webhook = defineChannel({
  kind: "webhook",
  title: "Webhook",
  intro:
    "Posts JSON to an address of yours, signed as Standard Webhooks say: check webhook-signature with the secret that is shown here once.",
  settings,
  generate: (token) => ({ secret: secretOf(token) }),
  compose({ message, settings: { url, secret }, now }) {
    const { id, event, at, ...data } = message;
    const body = JSON.stringify({ type: event, timestamp: new Date(at).toISOString(), data });
    const sentAt = new Date(Math.floor(now / 1000) * 1000);
    return {
      url,
      method: "POST",
      headers: {
        "content-type": "application/json",
        "webhook-id": id,
        "webhook-timestamp": String(sentAt.getTime() / 1000),
        "webhook-signature": new Webhook(secret).sign(id, sentAt, body),
      },
      body,
    };
  },
  read: verdictOf,
  sampleSettings: {
    url: "https://hooks.example.com/upfront",
    secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw3J7nR5mYq0E=",
  },
});
