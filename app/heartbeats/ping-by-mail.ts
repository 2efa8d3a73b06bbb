import { storable } from "~/alerts/rules/signal-limits";
import { fail, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { readMail } from "~/sources/contract/mail-text";
import { pingBodyLimit, type Recorded, recordPing } from "./record";

export interface MailedPing {
  uuid: string;
  /** Of the envelope. */
  from: string;
  /** The email as it came, or its first bytes. */
  bytes: Uint8Array;
}

/**
 * A ping by email to the heartbeat's own address: a success, or what its words say. Fails with malformed where it is no
 * email or only an automatic answer, with missing and overloaded as a ping does.
 */
export async function pingByMail(ctx: Ctx, { uuid, from, bytes }: MailedPing): Promise<Result<Recorded>> {
  const mail = await readMail(bytes);
  if (!mail || mail.isAutomaticAnswer) return fail({ name: "malformed", code: "bad_mail", detail: "bad_mail" });
  const kept = new TextEncoder().encode(`Subject: ${mail.subject}\n\n${mail.text}`);
  return recordPing(ctx, {
    address: { uuid },
    action: "success",
    create: false,
    method: "MAIL",
    from,
    agent: "",
    body: { bytes: kept.subarray(0, pingBodyLimit), truncated: kept.length > pingBodyLimit },
    mail: { subject: storable(mail.subject).slice(0, 1000), text: storable(mail.text).slice(0, pingBodyLimit) },
  });
}
