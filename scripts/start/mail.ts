import { createHash } from "node:crypto";
import { resolve } from "node:dns/promises";
import type { AddressInfo } from "node:net";
import type { Readable } from "node:stream";
import { authenticate, type DNSResolver } from "mailauth";
import type { SMTPServer, SMTPServerSession } from "smtp-server";
import { HalfOpenServer } from "./half-open-mail.ts";

/** What the worker said of an email: taken, refused for good with words, or to be sent again. */
export type MailAnswer = { outcome: "taken" } | { outcome: "refused"; reason: string } | { outcome: "later" };

export interface MailListenerOptions {
  port: number;
  /** One address to listen on; null = loopback. */
  host: string | null;
  /** Addresses at any other domain are refused. */
  domain: string;
  deliver(from: string, to: string, raw: Uint8Array): Promise<MailAnswer>;
  /** Answers of DNS by name and type of record, for tests. */
  resolver?: DNSResolver;
  /** ms for a command or a part of a message, for tests. */
  silence?: number;
}

export interface MailListener {
  port: number;
  stop(): Promise<void>;
}

const limits = {
  /** Bytes of a message; the worker reads the first 200,000. */
  size: 1_000_000,
  clients: 50,
  recipients: 5,
  /** ms for a command or a part of a message. */
  silence: 30_000,
  /** ms for all that DNS is asked about a sender. */
  proof: 10_000,
};

/** As `rules/alerts/routing-key` makes them, and where reports of emails that could not be delivered go. */
const isKnown = (local: string) => local === reports || /^[a-z2-7]{32}$/i.test(local);
const reports = "bounces";

const refusal = (responseCode: number, text: string): Error => Object.assign(new Error(text), { responseCode });

async function bytesOf(stream: Readable): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of stream as AsyncIterable<Buffer>) {
    size += part.length;
    if (size <= limits.size) parts.push(part);
  }
  if (size > limits.size) throw refusal(552, `Messages may have ${limits.size} bytes.`);
  return Buffer.concat(parts);
}

/** What nobody could find out is written down too: a finding of the same name below this line is the sender's own. */
const nothingFound = "Authentication-Results: upfront; none\r\n";

type Sender = Pick<SMTPServerSession, "remoteAddress" | "hostNameAppearsAs"> & { address: string };

/** SPF, DKIM and DMARC of a message, as the header that the worker believes; within ten seconds. */
async function findings(message: Buffer, sender: Sender, resolver: MailListenerOptions["resolver"]): Promise<string> {
  const look = authenticate(message, {
    ip: sender.remoteAddress,
    helo: sender.hostNameAppearsAs,
    sender: sender.address,
    mta: "upfront",
    disableArc: true,
    disableBimi: true,
    resolver: resolver ?? resolve,
  });
  const patience = new Promise<null>((done) => setTimeout(() => done(null), limits.proof).unref());
  const found = await Promise.race([look, patience]).catch(() => null);
  const [own] = /^authentication-results:[^\r\n]*\r?\n(?:[ \t][^\r\n]*\r?\n)*/im.exec(found?.headers ?? "") ?? [];
  return own ?? nothingFound;
}

const headOf = (message: Buffer) => message.toString("latin1", 0, 65_536).split(/\r?\n\r?\n/)[0] ?? "";

/** A message without an id gets one by what it says, so that the same sent again is the same. */
function idLine(message: Buffer, domain: string): string {
  if (/^message-id:/im.test(headOf(message))) return "";
  const hash = createHash("sha256").update(message).digest("hex").slice(0, 32);
  return `Message-ID: <${hash}@sent-to.${domain}>\r\n`;
}

async function receive(stream: Readable, session: SMTPServerSession, options: MailListenerOptions): Promise<void> {
  const message = await bytesOf(stream);
  const address = session.envelope.mailFrom === false ? "" : session.envelope.mailFrom.address;
  const forReports = session.envelope.rcptTo.some((to) => to.address.toLowerCase() === `${reports}@${options.domain}`);
  // What reports that an email could not be delivered is never answered; at an address of its own it is read.
  if (address === "" && !forReports) return;
  if (!/^from:/im.test(headOf(message))) throw refusal(550, "The message does not say whom it is from.");
  const found = await findings(message, { ...session, address }, options.resolver);
  const raw = Buffer.concat([Buffer.from(found + idLine(message, options.domain)), message]);
  for (const { address: to } of session.envelope.rcptTo) {
    const answer = await options.deliver(address, to, raw).catch(() => ({ outcome: "later" }) as const);
    if (answer.outcome === "refused") throw refusal(550, answer.reason);
    if (answer.outcome === "later") throw refusal(451, "Not now: send it again later.");
  }
}

/** Takes an asynchronous answer to where the server wants to be called back. */
const answering = (work: Promise<void>, done: (error?: Error | null) => void): void => {
  work.then(
    () => done(),
    (error: Error) => done("responseCode" in error ? error : refusal(451, "Not now: send it again later.")),
  );
};

function makeServer(options: MailListenerOptions): SMTPServer {
  return new HalfOpenServer({
    name: options.domain,
    banner: "Upfront",
    authOptional: true,
    disabledCommands: ["AUTH", "STARTTLS"],
    disableReverseLookup: true,
    size: limits.size,
    maxClients: limits.clients,
    socketTimeout: options.silence ?? limits.silence,
    closeTimeout: 500,
    onRcptTo({ address }, session, done) {
      const [local = "", domain = ""] = address.toLowerCase().split("@");
      if (domain !== options.domain || !isKnown(local)) return done(refusal(550, "There is no such address here."));
      const isFull = session.envelope.rcptTo.length >= limits.recipients;
      return done(isFull ? refusal(452, "Too many recipients: send the rest in another message.") : null);
    },
    onData: (stream, session, done) => answering(receive(stream, session, options), done),
  });
}

/** Listens for email and hands it to the worker. Throws with a line for the person when the port is another program's. */
export async function startMailListener(options: MailListenerOptions): Promise<MailListener> {
  const server = makeServer(options);
  // A client that breaks off ends its own connection; nothing else hangs on it.
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
  return { port, stop: () => new Promise((closed) => server.close(() => closed())) };
}
