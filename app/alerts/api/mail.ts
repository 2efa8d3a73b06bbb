import { type Failure, ok } from "~/failures/failure";
import { checkHeartbeatAddress } from "~/heartbeats/address";
import { recordEmailPing } from "~/heartbeats/ping-by-mail";
import { processBounceReport } from "~/mailers/take-bounce";
import { bounceMailboxName, isHeartbeatMailboxName } from "~/net/own-mail-names";
import type { Ctx } from "~/platform/ctx";
import { authenticatingServerOf } from "~/sources/rules/mail-proof";
import { acceptDelivery } from "../accept";
import { checkMailSource } from "../mail-source";

/** An email as Cloudflare passes it (https://developers.cloudflare.com/email-routing/email-workers/runtime-api/). */
export interface IncomingMail {
  /** Addresses of the envelope; `from` is empty for a bounce report. */
  from: string;
  to: string;
  headers: Headers;
  raw: ReadableStream<Uint8Array>;
  /**
   * Rejects the email permanently, with a text for its sender. On one machine it calls another process, so await it.
   */
  setReject(reason: string): void | Promise<void>;
  /**
   * True on one machine before a message is sent, only to find out whether this address accepts email; there is no
   * message.
   */
  asksOnly?: boolean;
}

/** Makes the sending server retry, which it does for days; nothing of the email has been stored. */
export class RetryMailError extends Error {}

/** Bytes of an email that are read; its text comes before its attachments. */
const maxMailBytes = 200_000;

/**
 * Name of the server that writes Authentication-Results at the head of an email, above all that others may have
 * written.
 */
const receiver = (ctx: Ctx): string => (ctx.config.onCloudflare ? "mx.cloudflare.net" : "upfront");

async function firstBytes(raw: IncomingMail["raw"]): Promise<Uint8Array> {
  const bytes = new Uint8Array(maxMailBytes);
  const reader = raw.getReader();
  let size = 0;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return bytes.subarray(0, size);
    bytes.set(value.subarray(0, maxMailBytes - size), size);
    size += value.length;
    if (size < maxMailBytes) continue;
    await reader.cancel();
    return bytes;
  }
}

const unfolded = (head: string) => head.replaceAll(/\r?\n[ \t]+/g, " ").split(/\r?\n/);

/**
 * Returns the first Authentication-Results header if the server that we trust wrote it; those below may be the sender's
 * own.
 */
function findingsIn(bytes: Uint8Array, ctx: Ctx): string | null {
  const [head = ""] = new TextDecoder("latin1").decode(bytes.subarray(0, 65_536)).split(/\r?\n\r?\n/);
  const line = unfolded(head).find((each) => /^authentication-results:/i.test(each));
  const findings = line?.slice(line.indexOf(":") + 1).trim() ?? "";
  return authenticatingServerOf(findings) === receiver(ctx) ? findings : null;
}

/**
 * True for an email that we sent: taken as an alert when it comes back, it would notify the team of itself in a loop.
 */
const isOurs = ({ headers }: IncomingMail, { config }: Ctx): boolean =>
  (headers.get("message-id") ?? "").toLowerCase().endsWith(`@${new URL(config.origin).hostname}>`);

const later: readonly Failure["name"][] = ["overloaded", "limited"];

const reasonFor = (failure: Failure): string => {
  if (failure.name === "missing" || failure.name === "method") return "There is no such address here.";
  if (failure.name === "unauthenticated") return "This address does not take email of this sender.";
  return "This email cannot be read as an alert.";
};

/** Takes an email to a heartbeat's own uuid as a ping. */
async function takePing(mail: IncomingMail, uuid: string, ctx: Ctx): Promise<void> {
  const bytes = await firstBytes(mail.raw);
  const pinged = await recordEmailPing(ctx, { uuid, from: mail.from, bytes });
  if (pinged.ok || pinged.failure.name === "malformed") return;
  if (later.includes(pinged.failure.name)) throw new RetryMailError(pinged.failure.name);
  await mail.setReject(reasonFor(pinged.failure));
}

async function take(mail: IncomingMail, ctx: Ctx): Promise<void> {
  const [token = ""] = mail.to.toLowerCase().split("@");
  if (isHeartbeatMailboxName(token)) return takePing(mail, token, ctx);
  const bytes = await firstBytes(mail.raw);
  const findings = findingsIn(bytes, ctx);
  const headers = new Headers({ "content-type": "message/rfc822" });
  if (findings !== null) headers.set("authentication-results", findings.replaceAll(/[^\x20-\x7e]/g, "?"));
  const accepted = await acceptDelivery(ctx, { token, method: "MAIL", headers, body: ok(bytes), kind: "mail" });
  if (accepted.ok) return;
  if (later.includes(accepted.failure.name)) throw new RetryMailError(accepted.failure.name);
  await mail.setReject(reasonFor(accepted.failure));
}

async function tell(mail: IncomingMail, ctx: Ctx): Promise<void> {
  const [token = ""] = mail.to.toLowerCase().split("@");
  const known = await (isHeartbeatMailboxName(token) ? checkHeartbeatAddress(ctx, token) : checkMailSource(ctx, token));
  if (known.ok) return;
  if (later.includes(known.failure.name)) throw new RetryMailError(known.failure.name);
  await mail.setReject(reasonFor(known.failure));
}

/** Takes a bounce report about an email of ours; it is never answered, whatever it says. */
async function takeReport({ raw }: IncomingMail, ctx: Ctx): Promise<void> {
  ctx.log.info(`mail.report_${await processBounceReport(ctx, await firstBytes(raw))}`);
}

const isForReports = ({ to }: IncomingMail, { config }: Ctx): boolean =>
  to.toLowerCase() === `${bounceMailboxName}@${config.mailDomain}`;

/**
 * Takes an email to the address of a source or a heartbeat, and stores it before it is accepted. Its guard is the
 * address. Our own emails are dropped without an answer, and so are bounce reports that were not sent to the address
 * for them.
 */
export async function receiveMail(mail: IncomingMail, ctx: Ctx): Promise<void> {
  if (mail.asksOnly) return isForReports(mail, ctx) ? undefined : tell(mail, ctx);
  if (isForReports(mail, ctx)) return takeReport(mail, ctx);
  if (mail.from === "" || mail.from === "<>" || isOurs(mail, ctx)) {
    ctx.log.info("mail.dropped");
    return;
  }
  await take(mail, ctx);
}
