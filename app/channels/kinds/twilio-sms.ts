import { z } from "zod";
import { type ChannelSendResult, defineChannelAdapter, englishSentence } from "../contract/contract";
import type { TeamMessage } from "../contract/messages";
import { smsChannelText } from "../contract/text-dialects";
import {
  e164NumberSchema,
  parseTwilioGoneCode,
  twilioAccountIdSchema,
  twilioMessageCall,
  twilioSenderSchema,
} from "../contract/twilio";
import { channelVerdictOf } from "../contract/verdict";

const settings = z.object({
  account: twilioAccountIdSchema.meta({ title: "Account SID" }),
  token: z.string().min(20).max(100).meta({ title: "Auth token", secret: true }),
  from: twilioSenderSchema.meta({ title: "From: number, messaging service or sender name" }),
  to: e164NumberSchema("Enter a phone number with “+” and country code.").meta({ title: "To: phone number" }),
});
type Settings = z.output<typeof settings>;

/** Returns one line that summarises the message, and the link; most are two segments. */
const textOf = ({ page, title, link }: TeamMessage) => `${smsChannelText(`${page.name}: ${title}`, 200)}\n${link.url}`;

/** Text messages to a number of the team. */
export const twilioSmsChannelAdapter = defineChannelAdapter<Settings>({
  kind: "twilio-sms",
  title: "Twilio SMS",
  intro:
    "From the Twilio Console, copy the Account SID, the auth token and your number or messaging service. Twilio charges for each message.",
  settings,
  team: ({ message, settings }) => [twilioMessageCall({ ...settings, body: textOf(message) })],
  read(answer): ChannelSendResult {
    const code = parseTwilioGoneCode(answer);
    if (code !== null)
      return {
        outcome: "gone",
        reason: englishSentence("Twilio answered {{code}}: this number doesn’t accept messages, or replied STOP.", {
          code,
        }),
      };
    return channelVerdictOf(answer);
  },
  sampleSettings: {
    account: "AC0123456789abcdef0123456789abcdef",
    token: "x1y2z3x1y2z3x1y2z3x1y2z3",
    from: "+15005550006",
    to: "+4915112345678",
  },
  sampleAnswers: {
    sent: { status: 201, text: '{"sid":"SM0123456789abcdef","status":"queued"}' },
    refused: { status: 401, text: '{"code":20003,"message":"Authenticate","status":401}' },
    limited: { status: 429, headers: { "retry-after": "10" }, text: '{"code":20429,"status":429}' },
    gone: { status: 400, text: '{"code":21610,"message":"Attempt to send to unsubscribed recipient","status":400}' },
  },
});
