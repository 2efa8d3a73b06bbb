import { z } from "zod";
import {
  type ChannelResponse,
  type ChannelSendResult,
  defineChannelAdapter,
  englishSentence,
} from "../contract/contract";
import type { SubscriberMessage } from "../contract/messages";
import { maskPhoneNumber, parsePhoneNumber } from "../contract/phone-number";
import { smsBody } from "../contract/sms-text";
import {
  canReceiveReplies,
  e164NumberSchema,
  parseTwilioGoneCode,
  twilioAccountIdSchema,
  twilioMessageCall,
  twilioSenderSchema,
} from "../contract/twilio";
import { channelVerdictOf } from "../contract/verdict";

const target = z.object({
  to: e164NumberSchema("Enter a phone number with “+” and country code.").meta({ secret: true }),
});

const settings = target.extend({
  account: twilioAccountIdSchema,
  token: z.string().min(20).max(100).meta({ secret: true }),
  from: twilioSenderSchema,
  /** Countries of ISO 3166 to which messages may be sent. */
  countries: z.array(z.string()),
  callback: z.url({ protocol: /^https$/ }).optional(),
});
type Settings = z.output<typeof settings>;

function textOf(message: SubscriberMessage, from: string): string {
  const { event, page, title, status, window, text, link, manage } = message;
  if (event === "proof") return smsBody({ title: page.name, text, ends: canReceiveReplies(from) ? [manage.text] : [] });
  const words = [status?.text, window?.text, text].filter(Boolean).join(". ");
  const leaving = canReceiveReplies(from) ? manage.text : manage.url;
  return smsBody({ title: `${page.name}: ${title}`, text: words, ends: [link.url, leaving] });
}

/** The number cannot get texts: a landline, or a network without SMS. https://www.twilio.com/docs/api/errors */
const isUnreachable = ({ text }: ChannelResponse) => /"code"\s*:\s*(?:21612|21635)\b/.test(text);

/** Size of a range of numbers that is treated as one when strangers type them. */
const numbersPerRange = 1000;

/** Text messages to visitors' phones, by the deployment's own account at Twilio (platform/twilio-account). */
export const smsChannelAdapter = defineChannelAdapter<Settings>({
  kind: "sms",
  title: "SMS",
  intro: "Text messages to visitors’ phones, through the deployment’s own Twilio account.",
  settings,
  endpoint: {
    target: target as z.ZodType<Record<string, string>>,
    identity: ({ to = "" }) => to,
    shown: ({ to = "" }) => maskPhoneNumber(to),
    typed(text, { countries }) {
      const allowed = (countries ?? []) as string[];
      const found = parsePhoneNumber(text, allowed.length === 1 ? allowed[0] : undefined);
      if (!found || !allowed.includes(found.country)) return null;
      return { target: { to: found.number }, among: found.number.slice(0, -String(numbersPerRange - 1).length) };
    },
  },
  subscriber: ({ message, settings: { from, ...rest } }) => [
    twilioMessageCall({ ...rest, from, body: textOf(message, from) }),
  ],
  accepts: ({ to, countries }) => countries.includes(parsePhoneNumber(to)?.country ?? ""),
  read(answer): ChannelSendResult {
    const code = parseTwilioGoneCode(answer);
    if (code !== null)
      return {
        outcome: "gone",
        reason: englishSentence("Twilio answered {{code}}: this number doesn’t accept messages, or replied STOP.", {
          code,
        }),
      };
    const verdict = channelVerdictOf(answer);
    // A refusal because of the account or its sender is not the recipient's fault, so it is retried.
    return verdict.outcome === "refused" && !isUnreachable(answer) ? { outcome: "again", retryAfter: null } : verdict;
  },
  sampleSettings: {
    account: "AC0123456789abcdef0123456789abcdef",
    token: "x1y2z3x1y2z3x1y2z3x1y2z3",
    from: "+15005550006",
    to: "+4915112345678",
    countries: ["DE"],
    callback: "https://status.example.com/ingest/sms/status",
  },
  sampleAnswers: {
    sent: { status: 201, text: '{"sid":"SM0123456789abcdef","status":"queued"}' },
    refused: { status: 400, text: '{"code":21612,"message":"The number is not reachable by SMS","status":400}' },
    limited: { status: 429, headers: { "retry-after": "10" }, text: '{"code":20429,"status":429}' },
    gone: { status: 400, text: '{"code":21610,"message":"Attempt to send to unsubscribed recipient","status":400}' },
  },
});
