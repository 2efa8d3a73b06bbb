import { createHmac } from "node:crypto";
import type { OutboundRequest } from "~/platform/outbound";

/**
 * A Twilio account, with the behaviour that its documentation describes
 * (https://www.twilio.com/docs/messaging/api/message-resource, /docs/api/errors).
 */
export const twilioAccount = {
  sid: "AC0123456789abcdef0123456789abcdef",
  token: "0123456789abcdef0123456789abcdef",
  from: "+15005550006",
} as const;

/** Settings of a deployment that has this account and sends text messages to two countries. */
export const twilioSettings = {
  UPFRONT_TWILIO_ACCOUNT: twilioAccount.sid,
  UPFRONT_TWILIO_TOKEN: twilioAccount.token,
  UPFRONT_TWILIO_FROM: twilioAccount.from,
  UPFRONT_SMS_COUNTRIES: "DE, US",
};

export interface TwilioPeer {
  /** Twilio's error code by number: for numbers that replied STOP, and for unreachable ones. */
  refuses: Map<string, number>;
  /** Returns the code with which it refuses; null = accepted. */
  refusal(request: OutboundRequest): number | null;
}

const isHttps = (text: string) => URL.parse(text)?.protocol === "https:";

function refusalOf(request: OutboundRequest, refuses: ReadonlyMap<string, number>): number | null {
  const { sid, token, from } = twilioAccount;
  const { url, headers = {}, body = "" } = request;
  if (url !== `https://api.twilio.com/2010-04-01/Accounts/${sid}/Messages.json`) return 20404;
  if (headers.authorization !== `Basic ${btoa(`${sid}:${token}`)}`) return 20003;
  const given = new URLSearchParams(body);
  const [to, text, callback] = [given.get("To") ?? "", given.get("Body") ?? "", given.get("StatusCallback")];
  if (!/^\+[1-9]\d{6,14}$/.test(to)) return 21211;
  if (given.get("From") !== from && given.get("MessagingServiceSid") === null) return 21603;
  if (text === "") return 21602;
  if (text.length > 1600) return 21617;
  if (callback !== null && !isHttps(callback)) return 21609;
  return refuses.get(to) ?? null;
}

export function twilioPeer(): TwilioPeer {
  const refuses = new Map<string, number>();
  return { refuses, refusal: (request) => refusalOf(request, refuses) };
}

/** Returns its answer to that call. */
export const twilioAnswer = (code: number | null) =>
  code === null
    ? { status: 201, text: JSON.stringify({ sid: `SM${"0".repeat(32)}`, status: "queued" }) }
    : { status: code === 20003 ? 401 : 400, text: JSON.stringify({ code, status: 400, message: "Refused" }) };

/** Signs a post as Twilio does: https://www.twilio.com/docs/usage/security#validating-requests */
export function twilioSigned(url: string, given: Record<string, string>, token: string = twilioAccount.token) {
  const pairs = Object.entries(given).sort(([one], [other]) => (one < other ? -1 : 1));
  const signature = createHmac("sha1", token)
    .update(url + pairs.flat().join(""))
    .digest("base64");
  return {
    body: new URLSearchParams(given).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded", "x-twilio-signature": signature },
  };
}
