import { allowStyles, markCard } from "~/http/headers";
import { choicesOf, readerOf } from "~/http/reader";
import { dates } from "~/i18n/dates";
import { writtenIn } from "~/i18n/languages";
import type { Words } from "~/i18n/words";
import type { Ctx } from "~/platform/ctx";
import { styleHash } from "~/platform/digest";
import type { SeenPage } from "../rules/seen";
import { cardText, unknownCardText } from "../views/embed/card";
import cardCss from "../views/styles/card.css?inline";
import { answerSeen, type SeenFormat } from "./seen-format";
import { stateTold } from "./state-told";

const style: string = cardCss.trim();
const type = "text/html; charset=utf-8";

function drawn(page: SeenPage, words: Words, zone: string | null): SeenFormat {
  const { page: about } = page.snapshot;
  const written = writtenIn(about.language, words.language);
  const frame = { words, dates: dates(words.language, zone ?? about.timeZone), written };
  const form = `embed.${words.language}.${frame.dates.zone}`;
  const card = { frame, snapshot: page.snapshot, ...stateTold(page, words), style };
  return { type, form, vary: "Accept-Language, Cookie", body: () => cardText(card) };
}

/** `/:page/embed`: the card for a frame on any other site, in its reader's language. 503 says "status unknown". */
export async function embed(request: Request, ctx: Ctx, { pathname }: URL): Promise<Response> {
  const { language, timeZone } = readerOf(request, ctx.config.origin);
  const ofNetwork = timeZone !== choicesOf(request, ctx.config.origin).timeZone;
  const response = await answerSeen(request, ctx, {
    slug: pathname.split("/")[1] ?? "",
    language,
    draw: ({ page, words }) => ({ ...drawn(page, words, timeZone), ofNetwork }),
    unknown: (words) => ({ type, body: unknownCardText({ words }, style) }),
  });
  return response.status < 400 || response.status === 503
    ? markCard(allowStyles(response, [await styleHash(style)]))
    : response;
}
