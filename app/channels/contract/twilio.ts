import { z } from "zod";
import type { ChannelCall, ChannelResponse } from "./contract";

/** A number with "+" and the country code (E.164). */
export const e164NumberSchema = (error: string) => z.string().regex(/^\+[1-9]\d{6,14}$/, error);

export const twilioAccountIdSchema = z
  .string()
  .regex(/^AC[0-9a-f]{32}$/, "Enter “AC” and 32 digits or letters from a to f.");

export const twilioSenderSchema = z
  .string()
  .regex(
    /^(?:\+[1-9]\d{6,14}|MG[0-9a-f]{32}|(?=.*[A-Za-z])[A-Za-z0-9 ]{1,11})$/,
    "Enter a number with “+”, a messaging service (MG…) or a sender name.",
  );

/** Returns true for numbers and messaging services, which take replies; a sender name takes none. */
export const canReceiveReplies = (from: string): boolean => /^(?:\+|MG[0-9a-f]{32}$)/.test(from);

interface TwilioMessage {
  account: string;
  token: string;
  from: string;
  to: string;
  body: string;
  /** URL to which Twilio reports the later status. */
  callback?: string | undefined;
}

/** https://www.twilio.com/docs/messaging/api/message-resource: 1,600 characters */
export const twilioMessageCall = ({ account, token, from, to, body, callback }: TwilioMessage): ChannelCall => ({
  url: `https://api.twilio.com/2010-04-01/Accounts/${account}/Messages.json`,
  method: "POST",
  headers: {
    "content-type": "application/x-www-form-urlencoded",
    authorization: `Basic ${btoa(`${account}:${token}`)}`,
  },
  body: new URLSearchParams({
    To: to,
    [from.startsWith("MG") ? "MessagingServiceSid" : "From"]: from,
    Body: body,
    ...(callback ? { StatusCallback: callback } : {}),
  }).toString(),
});

/**
 * Codes for a recipient who replied STOP or a number that does not exist, for which retries are useless.
 * https://www.twilio.com/docs/api/errors
 */
const goneCodes = new Set(["21610", "21211", "21614", "21217"]);

/** Returns the code with which Twilio says that the number takes no messages; null = none. */
export function parseTwilioGoneCode({ status, text }: ChannelResponse): string | null {
  const [, code = ""] = /"code"\s*:\s*(\d{5})/.exec(text) ?? [];
  return status < 500 && goneCodes.has(code) ? code : null;
}
