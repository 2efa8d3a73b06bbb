import { z } from "zod";
import type { EmailFailure } from "~/platform/outbound";
import {
  doubtfulMailResult,
  mailerAwayResult,
  makeSingleMailSessionOpener,
  refusedMailResult,
  sentMailResult,
} from "../contract/calls";
import { defineMailerAdapter, englishSentence, type MailResult, type OutgoingMail } from "../contract/contract";
import { additionalMailHeaders, toSingleHeaderLine } from "../contract/message";

const settings = z.object({});
type Settings = z.output<typeof settings>;

/**
 * Allowed headers. Any other header, except `X-` headers, makes Cloudflare refuse the whole email. Cloudflare sets
 * Message-ID and Date itself.
 */
const allowed =
  /^(?:x-[\w-]+|in-reply-to|references|list-(?:unsubscribe|unsubscribe-post|id|archive|help|owner|post|subscribe)|precedence|auto-submitted|importance|priority)$/i;

const headersOf = (mail: OutgoingMail): Record<string, string> =>
  Object.fromEntries(additionalMailHeaders(mail).filter(([name, value]) => allowed.test(name) && value !== ""));

const ofMail = /^E_(?:VALIDATION_ERROR|FIELD_MISSING|RECIPIENT_NOT_ALLOWED|CONTENT_TOO_LARGE|DELIVERY_FAILED|HEADER)/;

/** `developers.cloudflare.com/email-service/api/send-emails/workers-api/#error-codes` */
function handedOf({ code, detail }: EmailFailure): MailResult {
  const words = code === null ? detail : `${code} ${detail}`;
  if (code === "E_RECIPIENT_SUPPRESSED") return refusedMailResult(words, true);
  if (code !== null) return ofMail.test(code) ? refusedMailResult(words, false) : mailerAwayResult(words);
  return doubtfulMailResult(words);
}

type CloudflareContext = Parameters<ReturnType<typeof defineMailerAdapter<Settings>>["open"]>[0];

async function hand({ outbound }: CloudflareContext, mail: OutgoingMail, timeout: number): Promise<MailResult> {
  if (!outbound.email)
    return mailerAwayResult(englishSentence("This deployment no longer has the EMAIL binding (send_email)."));
  const { name, address } = mail.from;
  const answer = await outbound.email({
    from: { name: toSingleHeaderLine(name), email: address },
    to: mail.to,
    subject: toSingleHeaderLine(mail.subject),
    text: mail.text,
    html: mail.html,
    headers: headersOf(mail),
    timeout,
  });
  return answer.ok ? sentMailResult(answer.id) : handedOf(answer);
}

/** Cloudflare's own service: the worker's binding grants access, so no key is needed. */
export const cloudflareMailerAdapter = defineMailerAdapter<Settings>({
  kind: "cloudflare",
  title: "Cloudflare Email",
  settings,
  oneCallEach: true,
  needs: "email",
  records: { spf: "include:_spf.mx.cloudflare.net" },
  open: makeSingleMailSessionOpener(hand),
  sampleSettings: {},
});
