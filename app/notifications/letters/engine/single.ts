import { readWords } from "~/i18n/words";
import type { Ctx } from "~/platform/ctx";
import type { Content, Reader } from "../../print/content";
import { singleHeaders } from "../../print/headers";
import type { Recipient } from "../../print/letter";
import { print } from "../../print/print";
import { readerOf } from "../../print/reader";
import type { NoticeRow } from "../../queries/notice";
import type { LetterWriter } from "./writer";

interface Single {
  fromName: string;
  /** Of who has no choice of their own. */
  language: string;
  timeZone: string;
  /** In which the page's people write, where the mail is of a page: its name is marked by it. */
  written?: string;
  content(reader: Reader, recipient: Recipient, zone: string): Content | Promise<Content>;
  /** Where several mails make a thread. */
  root?(recipient: Recipient): string;
}

/** For mails to one person or to a few. */
export const singleWriter = (
  ctx: Ctx,
  { fromName, language, timeZone, written, content, root }: Single,
): LetterWriter => ({
  fromName,
  async write(recipient) {
    const own = recipient.kind === "address" ? { language: null, timeZone: null } : recipient;
    const zone = own.timeZone ?? timeZone;
    const reader = readerOf(await readWords(ctx, own.language ?? language), zone, written);
    return print(await content(reader, recipient, zone), reader, singleHeaders(root?.(recipient) ?? null));
  },
});

/** What must not be stored in the clear: tokens, codes, a stranger's address. Wiped when the notice is over. */
interface Sealed {
  token?: string;
  code?: string;
  browser?: string;
  /** Of who asked. */
  language?: string;
  timeZone?: string;
}

/** null when nothing is sealed in it (any more), or under a secret that is gone. */
export async function unsealed(ctx: Ctx, { scope }: NoticeRow): Promise<Sealed | null> {
  const text = typeof scope.sealed === "string" ? await ctx.secrets.open(scope.sealed) : null;
  return text === null ? null : (JSON.parse(text) as Sealed);
}
