import { mailLimitValue } from "./mail-reached.ts";

const isSignature = (field: string) => /^dkim-signature[ \t]*:/i.test(field);

/** `l=` leaves the rest of the body unsigned, which anyone may have added. */
const signsAPart = (field: string) => /[:;]\s*l\s*=/i.test(field.replaceAll(/\r?\n[ \t]+/g, " "));

/**
 * Returns the message with at most the number of signatures that are checked. Each costs a pass over the whole message:
 * an email has one or two, and mailing lists add a third. Signatures left out prove nothing.
 */
export function withBoundedSignatures(message: Buffer): Buffer {
  const text = message.toString("latin1");
  const end = /\r?\n\r?\n/.exec(text)?.index ?? text.length;
  const fields = text.slice(0, end).split(/(?<=\n)(?![ \t])/);
  const looked = new Set(fields.filter(isSignature).slice(0, mailLimitValue("signatures")));
  const kept = fields.filter((field) => !isSignature(field) || (looked.has(field) && !signsAPart(field)));
  const head = kept.join("").replace(/\r?\n$/, "");
  return Buffer.from(head + text.slice(end), "latin1");
}
