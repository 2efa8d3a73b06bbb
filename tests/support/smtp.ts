import type { AddressInfo } from "node:net";
import type { Readable } from "node:stream";
import PostalMime, { type Email } from "postal-mime";
import type { SMTPServerOptions } from "smtp-server";
import { HalfOpenMailServer } from "../../server/mail/half-open-mail.ts";
import { MailLimitCounter } from "../../server/mail/mail-reached.ts";
import { type Certificate, certificateFor } from "./certificates";
import type { TestDeployment } from "./database";
import { aMailer, arrange } from "./scenario";

/** Returns the server's answer to an email that it refuses; null = it accepts it. */
export type Refusal = (to: string) => { code: number; text: string } | null;

/** Delays emails, and is called when connections open and close. */
export interface Pace {
  opened(connection: string): void;
  /** Called when an email has arrived; it is answered when this resolves. */
  mail(connection: string): Promise<void>;
  closed(connection: string): void;
}

/** A received email, parsed by an independent parser. */
export interface ParsedMail extends Email {
  /** The recipient of the envelope. */
  recipient: string;
  /** The email as it arrived, with dots unstuffed. */
  raw: string;
}

export interface SmtpOptions {
  /** Offers STARTTLS; `auth` is then only offered under it. */
  starttls?: boolean;
  implicitTls?: boolean;
  auth?: { username: string; password: string; methods?: ("PLAIN" | "LOGIN")[] };
  refuse?: Refusal;
  /** Refuses after the whole email has arrived. */
  refuseData?: Refusal;
  /**
   * True when it waits a tenth of a second before its greeting and rejects a client that sends meanwhile, as the
   * package does by default.
   */
  listensFirst?: boolean;
  /** True when emails are counted and not kept: those of an hour would not fit into memory. */
  countsOnly?: boolean;
  /** Names on the certificate. */
  names?: string[];
  port?: number;
}

/** A real SMTP server (npm smtp-server) on a port of its own; it accepts what is not refused and never delivers it. */
export interface Smtp {
  host: string;
  port: number;
  mails: ParsedMail[];
  /** Returns the number of accepted emails. */
  taken(): number;
  /** Returns the number of sessions opened so far. */
  sessions(): number;
  refuse(by: Refusal): void;
  pace(by: Pace): void;
  certificate: Certificate | null;
  /** Stops the server; its emails stay readable. */
  close(): Promise<void>;
}

const errorOf = (refusal: { code: number; text: string }): Error =>
  Object.assign(new Error(refusal.text), { responseCode: refusal.code });

async function textOf(stream: Readable): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts).toString("utf8");
}

/**
 * Sends its greeting at once: only tests of SMTP itself are about early talkers, and every other test would wait for
 * it.
 */
class GreetingServer extends HalfOpenMailServer {
  override connect(...given: Parameters<HalfOpenMailServer["connect"]>): void {
    super.connect(...given);
    const opened = [...this.connections].at(-1);
    if (!opened || opened.needsUpgrade) return;
    opened.connectionReady();
    // The package's own timer would call it a second time.
    opened.connectionReady = () => undefined;
  }
}

export async function startSmtp(options: SmtpOptions): Promise<Smtp> {
  const { starttls = false, implicitTls = false, listensFirst = false, auth, names } = options;
  const mails: ParsedMail[] = [];
  let refuse: Refusal = options.refuse ?? (() => null);
  let pace: Pace | null = null;
  let [sessions, count] = [0, 0];
  const certificate = starttls || implicitTls ? certificateFor(names) : null;
  const settings: SMTPServerOptions = {
    secure: implicitTls,
    ...(certificate ? { key: certificate.key, cert: certificate.cert } : {}),
    authMethods: auth?.methods ?? ["PLAIN", "LOGIN"],
    authOptional: !auth,
    allowInsecureAuth: !starttls,
    disabledCommands: [...(starttls ? [] : ["STARTTLS"]), ...(auth ? [] : ["AUTH"])],
    disableReverseLookup: true,
    closeTimeout: 100,
    logger: false,
    onConnect({ id }, done) {
      sessions += 1;
      pace?.opened(id);
      done();
    },
    onClose({ id }) {
      pace?.closed(id);
    },
    onAuth({ username, password }, _session, done) {
      const known = username === auth?.username && password === auth?.password;
      done(known ? null : new Error("Invalid login"), known ? { user: username } : undefined);
    },
    onRcptTo({ address }, { id }, done) {
      const answer = () => {
        const refusal = refuse(address);
        done(refusal ? errorOf(refusal) : null);
      };
      if (pace) pace.mail(id).then(answer, done);
      else answer();
    },
    onData(stream, session, done) {
      const recipient = session.envelope.rcptTo[0]?.address ?? "";
      const taken = textOf(stream).then(async (raw) => {
        const refusal = options.refuseData?.(recipient);
        if (refusal) throw errorOf(refusal);
        count += 1;
        if (!options.countsOnly) mails.push({ ...(await PostalMime.parse(raw)), recipient, raw });
      });
      taken.then(() => done(null), done);
    },
  };
  const server = new (listensFirst ? HalfOpenMailServer : GreetingServer)(settings, new MailLimitCounter());
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    host: "127.0.0.1",
    port,
    mails,
    taken: () => count,
    sessions: () => sessions,
    refuse(by) {
      refuse = by;
    },
    pace(by) {
      pace = by;
    },
    certificate,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}

export interface MailerOptions {
  id?: string;
  kind?: string;
  position?: number;
  fromAddress?: string;
  settings?: Record<string, unknown>;
}

/** Stores a mailer that uses this server, without encryption unless the settings say so; returns its id. */
export async function setMailer(
  deployment: TestDeployment,
  { host, port }: Pick<Smtp, "host" | "port">,
  { settings, ...over }: MailerOptions = {},
): Promise<string> {
  const made = await arrange(deployment, aMailer({ settings: { host, port, security: "off", ...settings }, ...over }));
  return made.id;
}

/** Stores a mailer whose server does not exist: email is offered as a way, and emails wait. */
export const setQuietMailer = (deployment: TestDeployment): Promise<string> =>
  setMailer(deployment, { host: "127.0.0.1", port: 9 });
