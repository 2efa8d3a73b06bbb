import { secretRedactor } from "~/access/strike-out";
import { englishSentence, englishText, type MailResult, type Refusal } from "../contract";
import { type SmtpReply, type SmtpWire, SmtpWireError } from "./wire";

/** Longest waits for the server, in ms. */
export interface SmtpTimeouts {
  /** Longest wait for the greeting, a command and the start of an email. */
  command: number;
  /** Longest wait for the answer after the end of an email. */
  mail: number;
}

export interface SmtpLogin {
  username: string;
  password: string;
}

export interface SmtpSessionSettings {
  security: "starttls" | "tls" | "off";
  /** Name in our EHLO. */
  ownName: string;
  login: SmtpLogin | null;
  patience: SmtpTimeouts;
}

/** The mailer as a whole does not work: the server's answer, or the cause. */
export class MailerAwayError extends Error {
  constructor(readonly why: Refusal) {
    super(why);
  }
}

export interface SmtpEnvelope {
  from: string;
  to: string;
  /** The whole email with CRLF line ends, 7 bit. */
  message: string;
}

export interface SmtpSession {
  /** Throws MailerAwayError; SmtpWireError while the server has not yet accepted the email. */
  send(envelope: SmtpEnvelope): Promise<MailResult>;
  /** True when the connection broke after the last email, so that the next one needs a new connection. */
  isOver(): boolean;
}

const isGood = (reply: SmtpReply) => reply.code >= 200 && reply.code < 300;

/** Returns a text that is safe to show: one line, printable, at most 400 characters. */
export const toPrintableLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}]+/gu, " ")
    .trim()
    .slice(0, 400);

const wordsOf = ({ code, lines }: SmtpReply): Refusal => englishText(toPrintableLine(`${code} ${lines.join(" ")}`));

const base64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

/** Masks the password in a server's answer, which may repeat what was sent. */
function struck(text: string, { username, password }: SmtpLogin): string {
  return secretRedactor([password, base64(password), base64(`\0${username}\0${password}`)])(text);
}

const aboutUs = new Set([421, 530, 534, 535, 538]);

/** Removes the recipient's address from an answer, because strangers choose its words. */
function ownWords(answer: string, to: string): string {
  const at = to.lastIndexOf("@");
  const repeated = [to, to.slice(at + 1), to.slice(0, at)].map((part) => part.toLowerCase());
  return repeated.reduce((left, part) => left.replaceAll(part, /relay/.test(part) ? "" : part), answer.toLowerCase());
}

/**
 * Decides whether a refusal is about this recipient or about the mailer: servers also refuse to relay in the answer to
 * RCPT.
 */
function refusal(reply: SmtpReply, to: string): MailResult {
  const answer = wordsOf(reply);
  if (aboutUs.has(reply.code) || /\brelay/.test(ownWords(answer, to))) throw new MailerAwayError(answer);
  const policy = /^[45]\.7\.\d/.test(reply.lines[0] ?? "");
  return { outcome: "refused", permanent: reply.code >= 500 && !policy, answer };
}

const stuffed = (message: string): string => message.replace(/^\./gm, "..").replace(/(?:\r\n)?$/, "\r\n.");

/** Reads the greeting, starts TLS if configured, and signs in. Throws MailerAwayError or SmtpWireError. */
export async function openSmtpSession(wire: SmtpWire, settings: SmtpSessionSettings): Promise<SmtpSession> {
  const { security, ownName, login, patience } = settings;
  const ask = async (line: string, limit = patience.command) => {
    await wire.say(line, limit);
    return wire.reply(limit);
  };
  const hello = async () => {
    const reply = await ask(`EHLO ${ownName}`);
    if (!isGood(reply)) throw new MailerAwayError(wordsOf(reply));
    return reply.lines.slice(1).map((line) => line.trim().toUpperCase());
  };
  const greeting = await wire.reply(patience.command).catch(security === "tls" ? untrusted : thrown);
  if (greeting.code !== 220) throw new MailerAwayError(wordsOf(greeting));
  let abilities = await hello();
  if (security === "starttls") {
    if (!abilities.includes("STARTTLS")) {
      throw new MailerAwayError(englishSentence("The server does not offer STARTTLS. Nothing was sent in the clear."));
    }
    const reply = await ask("STARTTLS");
    if (reply.code !== 220) throw new MailerAwayError(wordsOf(reply));
    wire.startTls();
    abilities = await hello().catch(untrusted);
  }
  if (login) await signIn(ask, abilities, login);
  let over = false;
  return {
    async send(envelope) {
      const handed = await sendOne(wire, ask, abilities, envelope, patience);
      over = handed === unknownEnd;
      return handed;
    },
    isOver: () => over,
  };
}

/** The runtime gives no reason when the first command under TLS fails; it is nearly always an invalid certificate. */
function untrusted(error: unknown): never {
  if (!(error instanceof SmtpWireError)) throw error;
  throw new MailerAwayError(
    englishSentence("The TLS handshake failed. Is the server’s certificate valid for this name? Nothing was sent."),
  );
}

function thrown(error: unknown): never {
  throw error;
}

type Ask = (line: string, limit?: number) => Promise<SmtpReply>;

async function signIn(ask: Ask, abilities: readonly string[], login: SmtpLogin): Promise<void> {
  const ways = abilities.find((each) => /^AUTH[ =]/.test(each))?.split(/[ =]/) ?? [];
  const { username, password } = login;
  const steps = ways.includes("PLAIN")
    ? [`AUTH PLAIN ${base64(`\0${username}\0${password}`)}`]
    : ways.includes("LOGIN")
      ? ["AUTH LOGIN", base64(username), base64(password)]
      : null;
  if (!steps) throw new MailerAwayError(englishSentence("The server supports neither AUTH PLAIN nor AUTH LOGIN."));
  for (const [index, step] of steps.entries()) {
    const reply = await ask(step);
    const wanted = index === steps.length - 1 ? 235 : 334;
    if (reply.code !== wanted) throw new MailerAwayError(englishText(struck(wordsOf(reply), login)));
  }
}

const isAscii = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);

async function sendOne(
  wire: SmtpWire,
  ask: Ask,
  abilities: readonly string[],
  { from, to, message }: SmtpEnvelope,
  patience: SmtpTimeouts,
): Promise<MailResult> {
  const wide = !isAscii(to) || !isAscii(from);
  if (wide && !abilities.includes("SMTPUTF8")) {
    return {
      outcome: "refused",
      permanent: true,
      answer: englishSentence("The server accepts only ASCII addresses."),
    };
  }
  const sender = await ask(`MAIL FROM:<${from}>${wide ? " SMTPUTF8" : ""}`);
  const refused = async (reply: SmtpReply) => {
    const answer = refusal(reply, to);
    await ask("RSET");
    return answer;
  };
  // The sender is ASCII, so SMTPUTF8 is only needed for the recipient.
  if (!isGood(sender) && wide && isAscii(from)) return refused(sender);
  if (!isGood(sender)) throw new MailerAwayError(wordsOf(sender));
  const recipient = await ask(`RCPT TO:<${to}>`);
  if (!isGood(recipient)) return refused(recipient);
  const start = await ask("DATA");
  if (start.code !== 354) return refused(start);
  const reply = await wire
    .say(stuffed(message), patience.mail)
    .then(() => wire.reply(patience.mail))
    .catch(unsure);
  if (reply === null) return unknownEnd;
  return isGood(reply) ? { outcome: "sent", answer: wordsOf(reply) } : refusal(reply, to);
}

/**
 * Outcome when it is unknown whether the email was accepted. Servers do not recognise a Message-ID, so a retry may
 * duplicate it.
 */
const unknownEnd: MailResult = {
  outcome: "doubtful",
  isSafeAgain: false,
  answer: englishSentence("The connection broke before the server confirmed that it accepted the email."),
};

function unsure(error: unknown): null {
  if (error instanceof SmtpWireError) return null;
  throw error;
}
