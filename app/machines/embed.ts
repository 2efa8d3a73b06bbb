import { allowStyles, markCard } from "~/http/headers";
import { readerOf } from "~/http/reader";
import { dates } from "~/i18n/dates";
import { words } from "~/i18n/words";
import type { Ctx } from "~/platform/ctx";
import { styleHash } from "~/platform/digest";
import type { SeenPage } from "~/rules/snapshot/seen";
import { cardText, unknownCardText } from "~/visitors/embed/card";
import cardCss from "~/visitors/styles/card.css?inline";
import { answerSeen, type SeenFormat } from "./seen-format";
import { stateTold } from "./state-told";

const style: string = cardCss.trim();
const type = "text/html; charset=utf-8";

function drawn(page: SeenPage, language: string | null, zone: string | null): SeenFormat {
  const { page: about } = page.snapshot;
  const spoken = words(language ?? about.language);
  const frame = { words: spoken, dates: dates(spoken.language, zone ?? about.timeZone) };
  const form = `embed.${spoken.language}.${frame.dates.zone}`;
  const card = { frame, snapshot: page.snapshot, ...stateTold(page, spoken), style };
  return { type, form, vary: "Accept-Language, Cookie", body: () => cardText(card) };
}

/** `/:page/embed`: the card for a frame on any other site, in its reader's language. 503 says "status unknown". */
export async function embed(request: Request, ctx: Ctx, { pathname }: URL): Promise<Response> {
  const { language, timeZone } = readerOf(request, ctx.config.origin);
  const response = await answerSeen(request, ctx, {
    slug: pathname.split("/")[1] ?? "",
    draw: (page) => drawn(page, language, timeZone),
    unknown: () => ({ type, body: unknownCardText({ words: words(language ?? "en") }, style) }),
  });
  return response.status < 400 || response.status === 503
    ? markCard(allowStyles(response, [await styleHash(style)]))
    : response;
}
