import { localeOf } from "~/db/queries/letter-facts";
import { read } from "~/db/read";
import { readWords } from "~/i18n/words";
import type { Reader } from "~/letters/content";
import { readerOf } from "~/letters/reader";
import type { Ctx } from "~/platform/ctx";

/** How a person reads: as their account says, else as the request at hand does. */
export async function personReader(ctx: Ctx, personId: string): Promise<Reader> {
  const [[person]] = await read(ctx, localeOf(ctx, personId));
  const language = person?.language ?? ctx.locale?.language ?? "en";
  return readerOf(await readWords(ctx, language), person?.timeZone ?? ctx.locale?.timeZone ?? "Etc/UTC");
}
