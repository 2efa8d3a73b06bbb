import { toStorableText } from "~/alerts/rules/signal-limits";
import { fail, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { parseMail } from "~/sources/contract/mail-text";
import { maxPingBodyBytes, type PingResult, recordPing } from "./record";

export interface EmailPing {
  uuid: string;
  /** Sender of the envelope. */
  from: string;
  /** Bytes of the email as it arrived, or its beginning. */
  bytes: Uint8Array;
}

/**
 * Records a ping by email to the heartbeat's own address: a success, or the kind that its words give. Fails with
 * malformed for an invalid email or an automatic reply, with missing and overloaded as a ping does.
 */
export async function recordEmailPing(ctx: Ctx, { uuid, from, bytes }: EmailPing): Promise<Result<PingResult>> {
  const mail = await parseMail(bytes);
  if (!mail || mail.isAutomaticAnswer) return fail({ name: "malformed", code: "bad_mail", detail: "bad_mail" });
  const kept = new TextEncoder().encode(`Subject: ${mail.subject}\n\n${mail.text}`);
  return recordPing(ctx, {
    address: { uuid },
    action: "success",
    create: false,
    method: "MAIL",
    from,
    agent: "",
    body: { bytes: kept.subarray(0, maxPingBodyBytes), truncated: kept.length > maxPingBodyBytes },
    mail: {
      subject: toStorableText(mail.subject).slice(0, 1000),
      text: toStorableText(mail.text).slice(0, maxPingBodyBytes),
    },
  });
}
