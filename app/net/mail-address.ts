/**
 * One address and nothing else: no name, no brackets, no list, no quoting, no line break (RFC 5321 §4.1.2, narrower).
 */
const pattern = /^[^\s"(),:;<>@[\\\]\p{Cc}\p{Cf}]+@[^\s"(),:;<>@[\\\]\p{Cc}\p{Cf}]+$/u;

const maxAddressChars = 254;
const maxLocalPartChars = 64;

/**
 * Returns true when the address is safe in a command to a mail server: nothing in it could end the command, a header or
 * the address early.
 */
export const isMailAddress = (text: string): boolean =>
  text.length <= maxAddressChars &&
  pattern.test(text) &&
  text.indexOf("@") <= maxLocalPartChars &&
  !text.includes("..");

/** Returns true for a complete address: its domain has a dot, or is this machine's. */
export const isFullMailAddress = (text: string): boolean =>
  isMailAddress(text) && /@(?:[^.@]+(?:\.[^.@]+)+|localhost)$/.test(text);
