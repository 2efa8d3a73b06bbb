/** One address and nothing else: no name, no brackets, no list, no quoting, no line break (RFC 5321 §4.1.2, narrower). */
const pattern = /^[^\s"(),:;<>@[\\\]\p{Cc}\p{Cf}]+@[^\s"(),:;<>@[\\\]\p{Cc}\p{Cf}]+$/u;

export const isAddress = (text: string): boolean =>
  text.length <= 254 && pattern.test(text) && text.indexOf("@") <= 64 && !text.includes("..");

/** What a mailer answers to a mail whose addresses nobody could deliver to. */
export const notAnAddress = { outcome: "refused", permanent: true, answer: "This is not a mail address." } as const;
