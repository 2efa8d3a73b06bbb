import { allowLive, allowStyles, markCard } from "~/http/headers";
import { choicesOf, readerOf } from "~/http/reader";
import { dates } from "~/i18n/dates";
import { langAttribute } from "~/i18n/languages";
import type { Words } from "~/i18n/words";
import type { Ctx } from "~/platform/ctx";
import { styleHash } from "~/platform/digest";
import type { SeenPage } from "../rules/seen-page";
import { cardText, unknownCardText } from "../views/embed/card";
import { isCalmLetter } from "../views/frame/live";
import { endOfMinute } from "../views/frame/scene";
import cardCss from "../views/styles/card.css?inline";
import { answerPageFormat, type SeenFormat } from "./seen-format";
import { stateLabelOf } from "./state-told";

const style: string = cardCss.trim();
const type = "text/html; charset=utf-8";

function drawn(page: SeenPage, words: Words, zone: string | null, now: number): SeenFormat {
  const { page: about } = page.snapshot;
  const written = langAttribute(about.language, words.language);
  const frame = { words, dates: dates(words.language, zone ?? about.timeZone), written, now };
  const at = endOfMinute(frame);
  const form = `embed.${words.language}.${frame.dates.zone}.${at}`;
  const told = stateLabelOf(page, words);
  // A card is small, so it is fetched whole even when it did not change.
  const live = { said: null, over: "", isCalm: isCalmLetter(told.letter), tag: null, at };
  const card = { frame, snapshot: page.snapshot, ...told, style, live };
  return { type, form, vary: "Accept-Language, Cookie", body: () => cardText(card) };
}

/**
 * Answers `/:page/embed`: the card for a frame on any other site, in its reader's language. A 503 says "status
 * unknown".
 */
export async function embed(request: Request, ctx: Ctx, { pathname }: URL): Promise<Response> {
  const { language, timeZone } = readerOf(request, ctx.config.origin);
  const ofNetwork = timeZone !== choicesOf(request, ctx.config.origin).timeZone;
  let isCalm = false;
  const response = await answerPageFormat(request, ctx, {
    slug: pathname.split("/")[1] ?? "",
    language,
    draw: ({ page, words }) => {
      isCalm = isCalmLetter(stateLabelOf(page, words).letter);
      return { ...drawn(page, words, timeZone, ctx.now()), ofNetwork };
    },
    unknown: (words) => ({ type, body: unknownCardText({ words }, style) }),
  });
  if (response.status >= 400 && response.status !== 503) return response;
  const card = markCard(allowStyles(response, [await styleHash(style)]));
  return response.status < 400 ? allowLive(card, isCalm) : card;
}
