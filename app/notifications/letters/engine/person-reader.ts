import { read } from "~/db/read";
import { readWords } from "~/i18n/words";
import type { Ctx } from "~/platform/ctx";
import type { Reader } from "../../print/content";
import { readerOf } from "../../print/reader";
import { localeOf } from "../../queries/letter-facts";

/** How a person reads: as their account says, else as the request at hand does. */
export async function personReader(ctx: Ctx, personId: string): Promise<Reader> {
  const [[person]] = await read(ctx, localeOf(ctx, personId));
  const language = person?.language ?? ctx.locale?.language ?? "en";
  return readerOf(await readWords(ctx, language), person?.timeZone ?? ctx.locale?.timeZone ?? "Etc/UTC");
}
