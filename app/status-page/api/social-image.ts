import { dateFormats } from "~/i18n/dates";
import { outdatedSentence } from "~/i18n/outdated-words";
import type { Words } from "~/i18n/words";
import { timeZoneName } from "~/i18n/zone-text";
import type { Ctx } from "~/platform/ctx";
import { socialImageSvg as draw } from "../formats/social-image";
import type { ServedPage } from "../rules/seen-page";
import { pageFormatResponse } from "./seen-format";
import { currentStateLabel } from "./state-told";

/** Returns the time of the image's data, or the time since which it is not up to date. */
function timeTold({ snapshot, outdated, staleSince }: ServedPage, spoken: Words): string {
  const { timeZone } = snapshot.page;
  const told = (at: number) => `${dateFormats(spoken.language, timeZone).full(at)} ${timeZoneName(timeZone)}`;
  if (staleSince === null && outdated !== null) return outdatedSentence(spoken, outdated, told(outdated.since));
  return spoken.t("fresh.stale", { time: told(staleSince ?? snapshot.builtAt) });
}

function pictured(page: ServedPage, spoken: Words): string {
  const { page: about } = page.snapshot;
  const time = timeTold(page, spoken);
  const { language, direction } = spoken;
  const { state, letter } = currentStateLabel(page, spoken);
  const title = spoken.t("badge.whole", { name: about.name, state });
  return draw({ title, name: about.name, state, letter, time, accent: about.accent, language, direction });
}

/** Answers `/:page/social.svg`, the preview image of a link. */
export const socialImageResponse = (request: Request, ctx: Ctx, { pathname }: URL): Promise<Response> =>
  pageFormatResponse(request, ctx, {
    slug: pathname.split("/")[1] ?? "",
    draw: ({ page, words }) => ({
      type: "image/svg+xml; charset=utf-8",
      form: "social",
      body: () => pictured(page, words),
    }),
  });
