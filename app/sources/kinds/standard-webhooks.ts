import { z } from "zod";
import {
  type DeliveryReading,
  firstNonBlankText,
  isRecord,
  labelsFromRecord,
  makeAlertSignal,
  parseHttpLink,
  parseInstant,
  parseSeverity,
  textOrEmpty,
} from "~/alerts/rules/signal";
import { defineSourceAdapter, type SourceMessage, type SourceRequest, type SourceSample } from "../contract/contract";
import { mentionsAlert } from "../contract/fields";
import { verifyWebhookSignature, webhookSignerFromSecret } from "../contract/signed-post";

const isSecret = (text: string) =>
  /^(whsec_)?[A-Za-z0-9+/]{22,}={0,2}$/.test(text) && webhookSignerFromSecret(text) !== null;

const settings = z.object({
  secret: z
    .string()
    .trim()
    .max(255)
    .refine(isSecret, "Paste the signing secret: whsec_ and at least 22 characters of base64.")
    .optional()
    .meta({ title: "Signing secret", secret: true }),
});
export type StandardWebhooksSettings = z.infer<typeof settings>;

const decoder = new TextDecoder();

/** Verifies the signature; without a secret every delivery is refused. */
const authenticate = ({ settings: { secret }, ...post }: SourceRequest<StandardWebhooksSettings>): boolean =>
  secret !== undefined && verifyWebhookSignature(secret, post) === "good";

const resolvedWords = ["resolved", "ok", "recovered", "closed"];
const firingWords = ["firing", "triggered", "open", "opened"];

/**
 * Returns `data.status`, or else the last word of `type`; null when neither belongs to an alert, because an order may
 * have a status, too.
 */
function wordOf(type: string, data: Record<string, unknown>): string | null {
  const status = textOrEmpty(data.status).toLowerCase();
  const last = type.split(".").at(-1)?.toLowerCase() ?? "";
  const known = [status, last].find((each) => [...resolvedWords, ...firingWords].includes(each));
  if (known !== undefined) return known;
  return status !== "" && mentionsAlert(type) ? status : null;
}

/** Reads `{type, timestamp, data: {id, status, severity, title, description, url, labels}}`: one event, one alert. */
function read({ payload }: SourceMessage): DeliveryReading {
  if (!isRecord(payload) || !isRecord(payload.data)) {
    return { signals: [], skipped: [{ code: "unreadable", reason: "there is no data object" }] };
  }
  const { data } = payload;
  const type = textOrEmpty(payload.type);
  const word = wordOf(type, data);
  if (word === null) return { signals: [], skipped: [{ code: "not_an_alert", reason: `type ${type.slice(0, 80)}` }] };
  const isResolved = resolvedWords.includes(word);
  const at = parseInstant(payload.timestamp);
  const signal = makeAlertSignal({
    key: typeof data.id === "number" ? String(data.id) : textOrEmpty(data.id),
    status: isResolved ? "resolved" : "firing",
    severity: parseSeverity(data.severity),
    title: firstNonBlankText(data.title, type),
    body: textOrEmpty(data.description),
    link: parseHttpLink(data.url),
    labels: labelsFromRecord(data.labels),
    startedAt: isResolved ? null : at,
    endedAt: isResolved ? at : null,
    eventAt: at,
    flags: isResolved || firingWords.includes(word) ? [] : [`status:${word}`],
  });
  return { signals: [signal], skipped: [] };
}

const data = {
  id: "upfront-test",
  status: "firing",
  severity: "warning",
  title: "This is a test of Upfront",
  description: "Nothing is wrong: someone pressed “Send a test”.",
  url: "https://monitoring.example.com/alerts/upfront-test",
  labels: { service: "test" },
};

function sample(now: number): SourceSample {
  const payload = { type: "alert.firing", timestamp: new Date(now).toISOString(), data };
  const { id: key, description: body, url: link, title, labels } = data;
  const times = { startedAt: now, eventAt: now };
  return {
    payload,
    signals: [makeAlertSignal({ key, status: "firing", severity: "warning", title, body, link, labels, ...times })],
  };
}

/** Any sender that signs by Standard Webhooks and sends our body. An event id never has another body. */
export const standardWebhooksSourceAdapter = defineSourceAdapter<StandardWebhooksSettings>({
  kind: "standard-webhooks",
  title: "Standard Webhooks",
  order: "event_time",
  immutableIds: true,
  limitStatus: 429,
  settings,
  deliveryId: ({ headers }) => headers.get("webhook-id"),
  authenticate,
  read,
  sampleSettings: { secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw" },
  sample,
  prove: ({ rawBody, settings: { secret = "" }, now, deliveryId }): Record<string, string> => {
    const signature = webhookSignerFromSecret(secret)?.sign(deliveryId, new Date(now), decoder.decode(rawBody)) ?? "";
    const stamp = String(Math.floor(now / 1000));
    return { "webhook-id": deliveryId, "webhook-timestamp": stamp, "webhook-signature": signature };
  },
});
