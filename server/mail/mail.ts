import { createHash } from "node:crypto";
import { resolve } from "node:dns/promises";
import type { AddressInfo } from "node:net";
import type { Readable } from "node:stream";
import type { DNSResolver } from "mailauth";
import type { SMTPServer, SMTPServerOptions, SMTPServerSession } from "smtp-server";
import { HalfOpenMailServer } from "./half-open-mail.ts";
import { type MailLimitCounter, mailLimitValue } from "./mail-reached.ts";
import { MailRecipientVerifier, MailRefusalError, retryLaterRefusal } from "./mail-recipients.ts";
import { exceededMimeLimit } from "./mail-shape.ts";
import { MailQueue } from "./mail-turns.ts";
import { SenderProofBusyError, SenderProofQueue } from "./sender-proof.ts";
import type { FatalMailRecord } from "./spoilt-mails.ts";

/** The worker's answer about an email: accepted, refused permanently with a reason, or to be sent again. */
export type MailAnswer = { outcome: "taken" } | { outcome: "refused"; reason: string } | { outcome: "later" };

export interface MailListenerOptions {
  port: number;
  /** One address to listen on; null = loopback. */
  host: string | null;
  /** Domain of the addresses; others are refused. */
  domain: string;
  /** Asks whether this address takes email, before its message is sent. */
  takesMail(to: string): Promise<MailAnswer>;
  deliver(from: string, to: string, raw: Uint8Array): Promise<MailAnswer>;
  /** DNS resolver by name and type of record, for tests. */
  resolver?: DNSResolver;
  /** Time in ms for a command or a part of a message, for tests. */
  silence?: number;
  /** Time in ms for a whole session, for tests. */
  sessionTime?: number;
  reached: MailLimitCounter;
  /** Emails during which the runtime ended; absent = not recorded. */
  spoilt?: Pick<FatalMailRecord, "isSpoilt" | "watch">;
}

export interface MailListener {
  port: number;
  stop(): Promise<void>;
}

async function bytesOf(stream: Readable): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of stream as AsyncIterable<Buffer>) {
    size += part.length;
    if (size <= mailLimitValue("size")) parts.push(part);
  }
  if (size > mailLimitValue("size"))
    throw new MailRefusalError(552, `Messages may have ${mailLimitValue("size")} bytes.`, "size");
  return Buffer.concat(parts);
}

/** Maximum number of bytes of a message that the worker reads (app/alerts/api/mail). */
const maxMessageBytes = 200_000;

/** An empty result is written as well, so that a header of the same name below it is known to be the sender's own. */
const nothingFound = "Authentication-Results: upfront; none\r\n";

/** Returns the results about the sender, as the header that the worker trusts. */
async function findings(
  message: Buffer,
  session: SMTPServerSession,
  from: string,
  proof: SenderProofQueue,
): Promise<string> {
  const sender = { ip: session.remoteAddress, helo: session.hostNameAppearsAs, sender: from };
  const found = await proof.prove(message, sender);
  const [own] = /^authentication-results:[^\r\n]*\r?\n(?:[ \t][^\r\n]*\r?\n)*/im.exec(found) ?? [];
  return own ?? nothingFound;
}

const headOf = (message: Buffer) => message.toString("latin1", 0, 65_536).split(/\r?\n\r?\n/)[0] ?? "";

/** Returns an id for a message without one, derived from its content, so that a repeated message has the same id. */
function idLine(message: Buffer, domain: string): string {
  if (/^message-id:/im.test(headOf(message))) return "";
  const hash = createHash("sha256").update(message).digest("hex").slice(0, 32);
  return `Message-ID: <${hash}@sent-to.${domain}>\r\n`;
}

interface MailDelivery {
  options: MailListenerOptions;
  proof: SenderProofQueue;
  recipients: MailRecipientVerifier;
  turns: MailQueue;
}

const shapeWords = {
  headers: `Headers may have ${mailLimitValue("headers")} bytes.`,
  parts: `Messages may have ${mailLimitValue("parts")} parts.`,
  levels: `Parts may be nested ${mailLimitValue("levels")} levels deep, with plain boundaries.`,
};

/** Refuses hostile messages before anything parses the whole. */
function refuseHostile(message: Buffer, { spoilt }: MailListenerOptions): void {
  const limit = exceededMimeLimit(message);
  if (limit !== null) throw new MailRefusalError(554, shapeWords[limit], limit);
  if (spoilt?.isSpoilt(message)) throw new MailRefusalError(554, "This message cannot be read.", "spoilt");
  if (!/^from:/im.test(headOf(message))) throw new MailRefusalError(550, "The message does not say whom it is from.");
}

async function receive(stream: Readable, session: SMTPServerSession, post: MailDelivery): Promise<void> {
  const { options, proof } = post;
  const message = await bytesOf(stream);
  const address = session.envelope.mailFrom === false ? "" : session.envelope.mailFrom.address;
  const recipients = session.envelope.rcptTo.map((to) => post.recipients.plain(to.address) ?? "");
  const isReport = (to: string) => post.recipients.isReport(to);
  // Delivery reports are never answered; they are read only at their own address.
  if (address === "" && !recipients.some(isReport)) return;
  refuseHostile(message, options);
  // A report is trusted by the signed link in it, whatever its sender.
  const found = recipients.every(isReport) ? nothingFound : await findings(message, session, address, proof);
  const raw = Buffer.concat([Buffer.from(found + idLine(message, options.domain)), message]);
  const watched = <T>(work: () => Promise<T>) => (options.spoilt ? options.spoilt.watch(message, work) : work());
  for (const to of recipients) {
    const hand = () => watched(() => options.deliver(address, to, raw.subarray(0, maxMessageBytes)));
    const answer = await post.turns.take(hand).catch((): MailAnswer => ({ outcome: "later" }));
    if (answer.outcome === "refused") throw new MailRefusalError(550, answer.reason);
    if (answer.outcome === "later") throw retryLaterRefusal();
  }
}

/** Passes the result of a promise to the server's callback. */
const answering = (work: Promise<void>, reached: MailLimitCounter, done: (error?: Error | null) => void): void => {
  work.then(
    () => done(),
    (error: Error) => {
      const refused =
        error instanceof MailRefusalError
          ? error
          : retryLaterRefusal(error instanceof SenderProofBusyError ? error.limit : null);
      if (refused.limit) reached.count(refused.limit);
      done(refused);
    },
  );
};

function makeServer(post: MailDelivery): SMTPServer {
  const { options, recipients } = post;
  const settings: SMTPServerOptions = {
    name: options.domain,
    banner: "Upfront",
    authOptional: true,
    disabledCommands: ["AUTH", "STARTTLS", "WIZ", "SHELL", "KILL"],
    disableReverseLookup: true,
    size: mailLimitValue("size"),
    // Higher than our own limits, which also count clients and networks.
    maxClients: 2 * mailLimitValue("all"),
    socketTimeout: options.silence ?? mailLimitValue("silence"),
    closeTimeout: 500,
    onRcptTo: recipients.ask,
    onData: (stream, session, done) => answering(receive(stream, session, post), options.reached, done),
  };
  return new HalfOpenMailServer(settings, options.reached, options.sessionTime);
}

/**
 * Listens for email and passes it to the worker. Throws with a line for the person when the port is used by another
 * program.
 */
export async function startMailListener(options: MailListenerOptions): Promise<MailListener> {
  const proof = new SenderProofQueue(options.resolver ?? (resolve as DNSResolver), { reached: options.reached });
  const server = makeServer({ options, proof, recipients: new MailRecipientVerifier(options), turns: new MailQueue() });
  // A client that breaks off only ends its own connection.
  server.on("error", () => undefined);
  await new Promise<void>((ready, failed) => {
    const refused = (error: NodeJS.ErrnoException) =>
      failed(
        new Error(`port ${options.port} for email cannot be listened on (${error.code}): choose one with --mail-port.`),
      );
    server.once("error", refused);
    server.listen(options.port, options.host ?? "127.0.0.1", () => {
      server.off("error", refused);
      ready();
    });
  });
  const { port } = server.server.address() as AddressInfo;
  return {
    port,
    async stop() {
      await new Promise<void>((closed) => server.close(() => closed()));
      proof.stop();
    },
  };
}
