import { englishSentence } from "~/failures/refusal";
import type { ByteConnection } from "~/platform/outbound";
import { asciiBytes, TlsParseError } from "./bytes";
import { byteSourceOf, type TlsByteSource } from "./read-certificate";

/** Messages that lead a plain connection to TLS, each with the line that must come before the next. */
interface StarttlsDialogue {
  greeting: RegExp;
  turns: readonly { say: string; until: RegExp }[];
  /** Command sent under TLS, with the expected start of the answer. */
  afterwards: { say: string; expect: string };
}

export const starttlsDialogues = {
  /** RFC 3207; a reply may consist of its code only (RFC 5321 §4.2). */
  smtp: {
    greeting: /^220(?: |$)/,
    turns: [
      { say: "EHLO monitor.invalid", until: /^250(?: |$)/ },
      { say: "STARTTLS", until: /^220(?: |$)/ },
    ],
    afterwards: { say: "EHLO monitor.invalid\r\n", expect: "250" },
  },
  /** RFC 9051 §6.2.1; its keywords are case-insensitive. */
  imap: {
    greeting: /^\* OK/i,
    turns: [{ say: "a1 STARTTLS", until: /^a1 OK/i }],
    afterwards: { say: "a2 CAPABILITY\r\n", expect: "a2 " },
  },
  /** RFC 2595 §4 */
  pop3: {
    greeting: /^\+OK/i,
    turns: [{ say: "STLS", until: /^\+OK/i }],
    afterwards: { say: "CAPA\r\n", expect: "+OK" },
  },
} satisfies Record<string, StarttlsDialogue>;

export type StarttlsProtocol = keyof typeof starttlsDialogues;

export const starttlsTitles = { smtp: "STARTTLS (SMTP)", imap: "STARTTLS (IMAP)", pop3: "STLS (POP3)" };

/** Reads continuation lines until the expected line; a line with a refusal throws TlsParseError. */
async function until(incoming: TlsByteSource, expected: RegExp): Promise<void> {
  for (let line = 0; line < 50; line++) {
    const text = await incoming.line();
    if (expected.test(text)) return;
    const [, status] = /^([45]\d\d)(?: |$)/.exec(text) ?? [];
    if (status === "421") throw new TlsParseError(englishSentence("It answered {{status}}.", { status }));
    if (!/^(?:\d{3}-|\* (?!BYE))/i.test(text)) break;
  }
  throw new TlsParseError(englishSentence("It does not offer STARTTLS."));
}

/** Brings a plain connection to the point where TLS starts. Throws TlsParseError. */
export async function requestStarttls(
  connection: ByteConnection,
  incoming: TlsByteSource,
  protocol: StarttlsProtocol,
): Promise<void> {
  const { greeting, turns } = starttlsDialogues[protocol];
  await until(incoming, greeting);
  const writer = connection.writable.getWriter();
  for (const turn of turns) {
    await writer.write(asciiBytes(`${turn.say}\r\n`));
    await until(incoming, turn.until);
  }
  writer.releaseLock();
}

/** Returns the same connection, which switches to TLS with the first data sent. Throws TlsParseError. */
export async function startTls(connection: ByteConnection, protocol: StarttlsProtocol): Promise<ByteConnection> {
  const incoming = byteSourceOf(connection.readable);
  await requestStarttls(connection, incoming, protocol);
  incoming.release();
  return connection.startTls();
}
