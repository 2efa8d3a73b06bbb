/** One address and nothing else: no name, no brackets, no list, no quoting, no line break (RFC 5321 §4.1.2, narrower). */
const pattern = /^[^\s"(),:;<>@[\\\]\p{Cc}\p{Cf}]+@[^\s"(),:;<>@[\\\]\p{Cc}\p{Cf}]+$/u;

const longest = 254;
const longestLocal = 64;

/** Whether a mail server could be told it: nothing that could end a command, a header or an address before its end. */
export const isMailAddress = (text: string): boolean =>
  text.length <= longest && pattern.test(text) && text.indexOf("@") <= longestLocal && !text.includes("..");

/** As people write their own: with a domain that has a dot, or is this machine's. */
export const isFullMailAddress = (text: string): boolean =>
  isMailAddress(text) && /@(?:[^.@]+(?:\.[^.@]+)+|localhost)$/.test(text);
