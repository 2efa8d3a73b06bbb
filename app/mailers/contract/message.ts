import { encodeWord, foldLines, quoteString } from "nodemailer/lib/mime-funcs";
import { encode, wrap } from "nodemailer/lib/qp";
import type { OutgoingMail } from "./contract";

/** RFC 2045 §6.7: "=_" cannot occur in quoted-printable text, so no text can end its own part. */
const boundary = "=_upfront";
const maxEncodedWordBytes = 60;

/** Returns the text on one line, so that it cannot end a header. */
export const toSingleHeaderLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();

const isPlain = (text: string): boolean => /^[\x20-\x7e]*$/.test(text) && !text.includes("=?");

const words = (text: string): string => (isPlain(text) ? text : encodeWord(text, "B", maxEncodedWordBytes));

const header = (name: string, value: string): string => foldLines(`${name}: ${value}`, 76);

const part = (type: string, text: string): string[] => [
  `--${boundary}`,
  `Content-Type: ${type}; charset=utf-8`,
  "Content-Transfer-Encoding: quoted-printable",
  "",
  wrap(encode(text.replace(/\r\n|\r|\n/g, "\r\n")), 76),
];

const senderOf = ({ name, address }: OutgoingMail["from"]): string => {
  const shown = toSingleHeaderLine(name);
  if (shown === "") return address;
  return `${isPlain(shown) ? quoteString(shown) : words(shown)} <${address}>`;
};

const dateOf = (at: number): string => new Date(at).toUTCString().replace("GMT", "+0000");

const ours = /^(?:from|to|subject|date|message-id|mime-version|content-.*|bcc|cc)$/i;

/** Returns the additional headers; invalid names, and those that every email has already, are left out. */
export const additionalMailHeaders = ({ headers }: OutgoingMail): [string, string][] =>
  Object.entries(headers)
    .filter(([name]) => /^[A-Za-z0-9-]+$/.test(name) && !ours.test(name))
    .map(([name, value]) => [name, toSingleHeaderLine(value)]);

/**
 * Returns the email as RFC 5322 text: 7 bit, CRLF line ends, no line over 998 characters that could be folded; text and
 * HTML as alternatives. `at` in UTC ms.
 */
export function rfc5322MessageOf(mail: OutgoingMail, at: number): string {
  const head = [
    header("From", senderOf(mail.from)),
    header("To", mail.to),
    header("Subject", words(toSingleHeaderLine(mail.subject))),
    header("Date", dateOf(at)),
    header("Message-ID", `<${toSingleHeaderLine(mail.messageId)}>`),
    ...additionalMailHeaders(mail).map(([name, value]) => header(name, words(value))),
    "MIME-Version: 1.0",
    `Content-Type: multipart/alternative; boundary="${boundary}"`,
  ];
  const body = [...part("text/plain", mail.text), ...part("text/html", mail.html), `--${boundary}--`];
  return `${[...head, "", ...body].join("\r\n")}\r\n`;
}
