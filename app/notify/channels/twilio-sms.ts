import { z } from "zod";
import { type ChannelVerdict, defineChannel, says } from "../contract";
import type { TeamMessage } from "../messages";
import { smsText } from "../text";
import { verdictOf } from "../verdict";

const number = (error: string) => z.string().regex(/^\+[1-9]\d{6,14}$/, error);

const settings = z.object({
  account: z
    .string()
    .regex(/^AC[0-9a-f]{32}$/, "“AC” and 32 digits and letters from a to f.")
    .meta({ title: "Account SID" }),
  token: z.string().min(20).max(100).meta({ title: "Auth token", secret: true }),
  from: z
    .string()
    .regex(
      /^(?:\+[1-9]\d{6,14}|MG[0-9a-f]{32}|[A-Za-z0-9 ]{1,11})$/,
      "A number with “+”, a messaging service (MG…) or a sender name.",
    )
    .meta({ title: "From: number, messaging service or sender name" }),
  to: number("A phone number with “+” and the country’s code.").meta({ title: "To: phone number" }),
});
type Settings = z.output<typeof settings>;

/** A line that says it all, and the way to the rest; most are two segments. */
const textOf = ({ page, title, link }: TeamMessage) => `${smsText(`${page.name}: ${title}`, 200)}\n${link.url}`;

const form = ({ from, to }: Settings, message: TeamMessage) =>
  new URLSearchParams({
    To: to,
    [from.startsWith("MG") ? "MessagingServiceSid" : "From"]: from,
    Body: textOf(message),
  }).toString();

/** Left by STOP, or a number that does not exist: asking again helps nobody. https://www.twilio.com/docs/api/errors */
const goneCodes = new Set(["21610", "21211", "21614", "21217"]);

/** https://www.twilio.com/docs/messaging/api/message-resource: 1,600 characters */
export const twilioSms = defineChannel<Settings>({
  kind: "twilio-sms",
  title: "Twilio SMS",
  intro:
    "In the Twilio Console: the Account SID and auth token, and a number or messaging service of yours. Each message is charged by Twilio.",
  settings,
  team: ({ message, settings }) => [
    {
      url: `https://api.twilio.com/2010-04-01/Accounts/${settings.account}/Messages.json`,
      method: "POST",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        authorization: `Basic ${btoa(`${settings.account}:${settings.token}`)}`,
      },
      body: form(settings, message),
    },
  ],
  read(answer): ChannelVerdict {
    const [, code = ""] = /"code"\s*:\s*(\d{5})/.exec(answer.text) ?? [];
    if (answer.status < 500 && goneCodes.has(code))
      return {
        outcome: "gone",
        reason: says("Twilio answered {{code}}: this number does not take messages, or replied STOP.", { code }),
      };
    return verdictOf(answer);
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
