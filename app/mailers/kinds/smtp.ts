import { z } from "zod";
import { isMailAddress } from "~/net/mail-address";
import {
  defineMailerAdapter,
  englishSentence,
  englishText,
  type MailResult,
  type MailSession,
  notAnAddressResult,
  type OutgoingMail,
  untouchedMailResult,
} from "../contract/contract";
import { rfc5322MessageOf } from "../contract/message";
import { MailerAwayError, openSmtpSession, type SmtpSession } from "../contract/smtp/session";
import { openSmtpWire, type SmtpWire, SmtpWireError } from "../contract/smtp/wire";

const settings = z
  .object({
    host: z.string().trim().min(1, "Enter the server’s name.").max(253).meta({ title: "Server" }),
    port: z.coerce.number().int().min(1).max(65_535).default(587).meta({ title: "Port" }),
    security: z.enum(["starttls", "tls", "off"]).default("starttls").meta({ title: "Encryption" }),
    username: z.string().max(255).optional().meta({ title: "User name" }),
    password: z.string().max(1000).optional().meta({ title: "Password", secret: true, origin: "host" }),
    returnPath: z
      .string()
      .trim()
      .max(254)
      .refine((text) => text === "" || isMailAddress(text), "Enter an email address.")
      .optional()
      .meta({ title: "Return path for bounces (leave empty for sender address)" }),
  })
  .refine(({ username, password }) => (username === undefined) === (password === undefined), {
    error: "Enter a user name and a password, or neither.",
    path: ["username"],
  });
type Settings = z.output<typeof settings>;

/** Longest wait for a reply, and longest `send` when the caller sets no end, in ms. */
const patience = { command: 8000, mail: 15_000 };
const maxSessionMs = 40_000;

interface OpenSmtpConnection {
  wire: SmtpWire;
  session: SmtpSession;
  /** Emails on this connection so far. */
  answered: number;
}

type SmtpContext = Parameters<ReturnType<typeof defineMailerAdapter<Settings>>["open"]>[0] & { settings: Settings };

async function connect({ settings: given, outbound }: SmtpContext, ownName: string): Promise<OpenSmtpConnection> {
  const { host, port, security, username, password } = given;
  const tls = security === "tls" ? "on" : security;
  const connected = await outbound.connect({ host, port, tls });
  if (!connected.ok) throw new MailerAwayError(connected.detail);
  const wire = openSmtpWire(connected.connection);
  const login = username === undefined || password === undefined ? null : { username, password };
  try {
    return { wire, session: await openSmtpSession(wire, { security, ownName, login, patience }), answered: 0 };
  } catch (error) {
    await hangUp(wire);
    throw error;
  }
}

/** Errors are ignored, because the server may have closed the connection first. */
const hangUp = (wire: SmtpWire): Promise<void> => wire.close().catch(() => undefined);

const away = (error: unknown): MailResult => {
  const told = error instanceof MailerAwayError || error instanceof SmtpWireError;
  return { outcome: "away", answer: told ? error.why : englishText(String(error).slice(0, 500)), retryAfter: null };
};

/**
 * Keeps one connection for many emails. If it breaks after it has accepted some, it is opened again, once for each
 * email.
 */
function openLine(given: SmtpContext) {
  let open: OpenSmtpConnection | null = null;

  const drop = async () => {
    const closing = open;
    open = null;
    if (closing) await hangUp(closing.wire);
  };
  const hand = async (mail: OutgoingMail): Promise<MailResult> => {
    const { from, to } = mail;
    const ownName = from.address.slice(from.address.indexOf("@") + 1);
    open ??= await connect(given, ownName);
    const returnPath = given.settings.returnPath || from.address;
    const handed = await open.session.send({ from: returnPath, to, message: rfc5322MessageOf(mail, given.now()) });
    open.answered += 1;
    if (open.session.isOver()) await drop();
    return handed;
  };
  return {
    drop,
    /** Throws MailerAwayError or SmtpWireError when the email was not sent. */
    async hand(mail: OutgoingMail, again: () => boolean): Promise<MailResult> {
      const fresh = open === null || open.answered === 0;
      try {
        return await hand(mail);
      } catch (error) {
        await drop();
        if (fresh || !again()) throw error;
        return hand(mail);
      }
    },
    async bye() {
      await open?.wire.say("QUIT", 1000).catch(ended);
      await drop();
    },
  };
}

/**
 * Returns the result for the remaining emails when time is up. A server that accepted some emails is slow; a server
 * that accepted none does not work.
 */
const tooLate = (answered: boolean): MailResult =>
  answered
    ? untouchedMailResult
    : away(
        new MailerAwayError(
          englishSentence("The server took more than {{seconds}} s.", { seconds: maxSessionMs / 1000 }),
        ),
      );

/**
 * Returns the result of the email that was in progress when the time was up. If its text had not been sent, it was not
 * tried.
 */
const cutOff = (handed: MailResult, answered: boolean): MailResult =>
  handed.outcome === "away" ? tooLate(answered) : handed;

function openSmtp(given: SmtpContext): MailSession {
  const line = openLine(given);

  const one = async (mail: OutgoingMail, again: () => boolean): Promise<MailResult> => {
    if (!isMailAddress(mail.to)) return notAnAddressResult;
    if (!isMailAddress(mail.from.address))
      return away(new MailerAwayError(englishSentence("The mailer’s sender address is not valid.")));
    try {
      return await line.hand(mail, again);
    } catch (error) {
      await line.drop();
      return away(error);
    }
  };
  const all = async (
    mails: readonly OutgoingMail[],
    isOver: () => boolean,
    bounded: boolean,
  ): Promise<MailResult[]> => {
    const handed: MailResult[] = [];
    let gone: MailResult | null = null;
    for (const mail of mails) {
      const answered = bounded || handed.some(({ outcome }) => outcome === "sent" || outcome === "refused");
      const before: MailResult | null = gone ?? (isOver() ? tooLate(answered) : null);
      const answer: MailResult = before ?? (await one(mail, () => !isOver()));
      const told: MailResult = before === null && isOver() ? cutOff(answer, answered) : answer;
      if (told.outcome === "away" || told.outcome === "untouched") gone = told;
      handed.push(told);
    }
    return handed;
  };
  return {
    async send(mails, until) {
      const { now } = given;
      const span = until === undefined ? maxSessionMs : Math.max(0, Math.min(maxSessionMs, until - now()));
      const bounded = span < maxSessionMs;
      let over = false;
      const end = setTimeout(() => {
        over = true;
        void line.drop();
      }, span);
      try {
        return await all(mails, () => over || (until !== undefined && now() >= until), bounded);
      } finally {
        clearTimeout(end);
      }
    },
    close: line.bye,
  };
}

function ended(error: unknown): void {
  if (!(error instanceof SmtpWireError)) throw error;
}

export const smtpMailerAdapter = defineMailerAdapter<Settings>({
  kind: "smtp",
  title: "SMTP server",
  settings,
  open: openSmtp,
  sampleSettings: { host: "127.0.0.1", port: 587, security: "off", username: undefined, password: undefined },
});
