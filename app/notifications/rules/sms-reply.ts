export type SmsReplyKind = "stop" | "start" | "help";

/** Single words that carriers and Twilio recognise. https://help.twilio.com/articles/223134027 */
const replies: Record<SmsReplyKind, readonly string[]> = {
  stop: ["STOP", "STOPALL", "UNSUBSCRIBE", "CANCEL", "END", "QUIT", "REVOKE", "OPTOUT"],
  start: ["START", "UNSTOP", "YES"],
  help: ["HELP", "INFO"],
};

const names = Object.keys(replies) as SmsReplyKind[];

/**
 * Returns what a reply asks for; null = none of these. `known` is Twilio's own reading of it (`OptOutType`), in
 * whatever language.
 */
export function parseSmsReply(text: string, known: string | null = null): SmsReplyKind | null {
  const word = (known ?? text)
    .slice(0, 100)
    .toUpperCase()
    .replaceAll(/[^\p{L}]/gu, "");
  return names.find((name) => replies[name].includes(word)) ?? null;
}

export type PhoneNumberChange = "left" | "gone" | "silent";

/**
 * Twilio's codes (https://www.twilio.com/docs/api/errors): the recipient replied STOP; the number does not exist or
 * accepts no texts; the phone did not answer this time.
 */
const news: ReadonlyMap<string, PhoneNumberChange> = new Map([
  ["21610", "left"],
  ["21211", "gone"],
  ["21614", "gone"],
  ["30004", "gone"],
  ["30005", "gone"],
  ["30006", "gone"],
  ["30003", "silent"],
]);

/** Returns what Twilio's status callback says about the number; null = nothing. */
export const parsePhoneNumberNews = (status: string, code: string): PhoneNumberChange | null =>
  status === "failed" || status === "undelivered" ? (news.get(code) ?? null) : null;
