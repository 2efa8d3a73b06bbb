export type SmsReply = "stop" | "start" | "help";

/** Single words that carriers and Twilio know. https://help.twilio.com/articles/223134027 */
const replies: Record<SmsReply, readonly string[]> = {
  stop: ["STOP", "STOPALL", "UNSUBSCRIBE", "CANCEL", "END", "QUIT", "REVOKE", "OPTOUT"],
  start: ["START", "UNSTOP", "YES"],
  help: ["HELP", "INFO"],
};

const names = Object.keys(replies) as SmsReply[];

/** What a reply asks for; `known`: what Twilio made of it (`OptOutType`), in whatever language. null = nothing that we do. */
export function smsReply(text: string, known: string | null = null): SmsReply | null {
  const word = (known ?? text)
    .slice(0, 100)
    .toUpperCase()
    .replaceAll(/[^\p{L}]/gu, "");
  return names.find((name) => replies[name].includes(word)) ?? null;
}

export type NumberNews = "left" | "gone" | "silent";

/** https://www.twilio.com/docs/api/errors: it replied STOP; nobody is there, or takes texts; its phone did not answer this time. */
const news: ReadonlyMap<string, NumberNews> = new Map([
  ["21610", "left"],
  ["21211", "gone"],
  ["21614", "gone"],
  ["30004", "gone"],
  ["30005", "gone"],
  ["30006", "gone"],
  ["30003", "silent"],
]);

/** What Twilio's later news of a message say of its number; null = nothing. */
export const numberNews = (status: string, code: string): NumberNews | null =>
  status === "failed" || status === "undelivered" ? (news.get(code) ?? null) : null;
