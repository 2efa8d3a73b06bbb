import { Webhook } from "standardwebhooks";
import { isEqualInConstantTime } from "~/text/same-text";

const toleranceSeconds = 300;

/** Returns the library's signer; null when the secret is not base64. */
export function webhookSignerFromSecret(secret: string): Webhook | null {
  try {
    return new Webhook(secret);
  } catch (error) {
    if (error instanceof Error) return null;
    throw error;
  }
}

export interface SignedWebhookRequest {
  headers: Headers;
  rawBody: Uint8Array;
  now: number;
}

const decoder = new TextDecoder();

/**
 * Verifies a signature with this secret, by Standard Webhooks 1.0 (standardwebhooks.com). The clock is ours, the
 * signature the library's. `late`: the signature is valid, but its time is more than five minutes off.
 */
export function verifyWebhookSignature(
  secret: string,
  { headers, rawBody, now }: SignedWebhookRequest,
): "good" | "late" | "bad" {
  const [id, stamp, given] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) => headers.get(name));
  const signer = webhookSignerFromSecret(secret);
  if (!signer || !id || !given || !stamp || !/^\d{1,12}$/.test(stamp)) return "bad";
  const expected = signer.sign(id, new Date(Number(stamp) * 1000), decoder.decode(rawBody));
  if (!given.split(" ").some((each) => isEqualInConstantTime(each, expected))) return "bad";
  return Math.abs(Math.floor(now / 1000) - Number(stamp)) > toleranceSeconds ? "late" : "good";
}
