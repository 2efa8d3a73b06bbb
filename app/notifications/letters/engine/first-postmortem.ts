import { dateFormats } from "~/i18n/dates";
import { updateStatusText } from "~/i18n/update-word";
import { readWords } from "~/i18n/words";
import { postmortemDraftText } from "~/incidents/rules/postmortem-draft";
import type { Ctx } from "~/platform/ctx";

/**
 * Returns the Markdown with which a postmortem starts: the updates that visitors read with their times, in the language
 * and time zone of the page, with the UTC offset.
 */
export async function composeInitialPostmortem(
  ctx: Ctx,
  { language, timeZone }: { language: string; timeZone: string },
  updates: Parameters<typeof postmortemDraftText>[0],
): Promise<string> {
  const words = await readWords(ctx, language);
  const { dayAt, zoned } = dateFormats(language, timeZone);
  return postmortemDraftText(updates, {
    summary: words.t("postmortem_draft.summary"),
    timeline: words.t("postmortem_draft.timeline"),
    cause: words.t("postmortem_draft.cause"),
    next: words.t("postmortem_draft.next"),
    status: (status) => updateStatusText(words, status),
    time: (at) => `${dayAt(at)} ${zoned(at, at)}`,
  });
}
