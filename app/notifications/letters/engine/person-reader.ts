import { read } from "~/db/read";
import { readWords } from "~/i18n/words";
import type { Ctx } from "~/platform/ctx";
import type { EmailReader } from "../../print/content";
import { readerOf } from "../../print/reader";
import { localeOf } from "../../queries/letter-facts";

/** Returns a person's language and time zone: from their account, else from the request. */
export async function personReader(ctx: Ctx, personId: string): Promise<EmailReader> {
  const [[person]] = await read(ctx, localeOf(ctx, personId));
  const language = person?.language ?? ctx.locale?.language ?? "en";
  return readerOf(await readWords(ctx, language), person?.timeZone ?? ctx.locale?.timeZone ?? "Etc/UTC");
}
