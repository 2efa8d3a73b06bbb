import { readWords } from "~/i18n/words";
import type { Ctx } from "~/platform/ctx";
import type { EmailContent, EmailReader } from "../../print/content";
import { singleRecipientEmailHeaders } from "../../print/headers";
import type { EmailRecipient } from "../../print/letter";
import { renderEmail } from "../../print/print";
import { emailReaderOf } from "../../print/reader";
import type { NoticeRow } from "../../queries/notice";
import type { EmailWriter } from "./writer";

interface SingleEmail {
  fromName: string;
  /** Language and time zone of recipients without their own. */
  language: string;
  timeZone: string;
  /** Language in which the page's people write, for emails of a page: the page's name is marked with it. */
  written?: string;
  content(reader: EmailReader, recipient: EmailRecipient, zone: string): EmailContent | Promise<EmailContent>;
  /** Returns the id of the thread to which several emails belong. */
  root?(recipient: EmailRecipient): string;
}

/** Returns a writer for emails to one person or a few. */
export const singleEmailWriter = (
  ctx: Ctx,
  { fromName, language, timeZone, written, content, root }: SingleEmail,
): EmailWriter => ({
  fromName,
  async write(recipient) {
    const own = recipient.kind === "address" ? { language: null, timeZone: null } : recipient;
    const zone = own.timeZone ?? timeZone;
    const reader = emailReaderOf(await readWords(ctx, own.language ?? language), zone, written);
    return renderEmail(
      await content(reader, recipient, zone),
      reader,
      singleRecipientEmailHeaders(root?.(recipient) ?? null),
    );
  },
});

/** Data that must not be stored unencrypted: tokens, codes, a stranger's address. Deleted when the notice is over. */
interface SealedSecrets {
  token?: string;
  code?: string;
  browser?: string;
  /** Language and time zone of the person who asked. */
  language?: string;
  timeZone?: string;
}

/**
 * Returns null when the notice has no encrypted data any more, or when it was encrypted with a secret that no longer
 * exists.
 */
export async function openSealedScope(ctx: Ctx, { scope }: NoticeRow): Promise<SealedSecrets | null> {
  const text = typeof scope.sealed === "string" ? await ctx.secrets.open(scope.sealed) : null;
  return text === null ? null : (JSON.parse(text) as SealedSecrets);
}
