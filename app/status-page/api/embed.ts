import { allowInlineStyles, allowLiveRefresh, setCardEmbedPolicy } from "~/http/headers";
import { readerSettingsOf, readReaderSettingsCookie } from "~/http/reader";
import { dateFormats } from "~/i18n/dates";
import { langAttribute } from "~/i18n/languages";
import type { Words } from "~/i18n/words";
import type { Ctx } from "~/platform/ctx";
import { cspStyleHash } from "~/platform/digest";
import type { ServedPage } from "../rules/seen-page";
import { embedCardHtml, unknownEmbedCardHtml } from "../views/embed/card";
import { isCalmStateLetter } from "../views/frame/live";
import { endOfRenderMinute } from "../views/frame/scene";
import cardCss from "../views/styles/card.css?inline";
import { type PageFormatContent, pageFormatResponse } from "./seen-format";
import { stateLabelWithTime } from "./state-told";

const style: string = cardCss.trim();
const type = "text/html; charset=utf-8";

function drawn(page: ServedPage, words: Words, zone: string | null, now: number): PageFormatContent {
  const { page: about } = page.snapshot;
  const written = langAttribute(about.language, words.language);
  const frame = { words, dates: dateFormats(words.language, zone ?? about.timeZone), written, now };
  const at = endOfRenderMinute(frame);
  const form = `embed.${words.language}.${frame.dates.zone}.${at}`;
  const told = stateLabelWithTime(page, words);
  // A card is small, so it is fetched whole even when it did not change.
  const live = { said: null, over: "", isCalm: isCalmStateLetter(told.letter), tag: null, at };
  const card = { frame, snapshot: page.snapshot, ...told, style, live };
  return { type, form, vary: "Accept-Language, Cookie", body: () => embedCardHtml(card) };
}

/**
 * Responds to `/:page/embed` with the card for a frame on any other site, in its reader's language. A 503 contains
 * "status unknown".
 */
export async function embedCardResponse(request: Request, ctx: Ctx, { pathname }: URL): Promise<Response> {
  const { language, timeZone } = readerSettingsOf(request, ctx.config.origin);
  const ofNetwork = timeZone !== readReaderSettingsCookie(request, ctx.config.origin).timeZone;
  let isCalm = false;
  const response = await pageFormatResponse(request, ctx, {
    slug: pathname.split("/")[1] ?? "",
    language,
    draw: ({ page, words }) => {
      isCalm = isCalmStateLetter(stateLabelWithTime(page, words).letter);
      return { ...drawn(page, words, timeZone, ctx.now()), ofNetwork };
    },
    unknown: (words) => ({ type, body: unknownEmbedCardHtml({ words }, style) }),
  });
  if (response.status >= 400 && response.status !== 503) return response;
  const card = setCardEmbedPolicy(allowInlineStyles(response, [await cspStyleHash(style)]));
  return response.status < 400 ? allowLiveRefresh(card, isCalm) : card;
}
