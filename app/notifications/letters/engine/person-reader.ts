import { readBatch } from "~/db/read";
import { readWords } from "~/i18n/words";
import type { Ctx } from "~/platform/ctx";
import type { EmailReader } from "../../print/content";
import { emailReaderOf } from "../../print/reader";
import { localeOfPersonQuery } from "../../queries/letter-facts";

/** Returns a person's language and time zone: from their account, else from the request. */
export async function readEmailReaderOfPerson(ctx: Ctx, personId: string): Promise<EmailReader> {
  const [[person]] = await readBatch(ctx, localeOfPersonQuery(ctx, personId));
  const language = person?.language ?? ctx.locale?.language ?? "en";
  return emailReaderOf(await readWords(ctx, language), person?.timeZone ?? ctx.locale?.timeZone ?? "Etc/UTC");
}
