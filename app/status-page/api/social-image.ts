import { dates } from "~/i18n/dates";
import { outdatedSentence } from "~/i18n/outdated-words";
import type { Words } from "~/i18n/words";
import { zoneText } from "~/i18n/zone-text";
import type { Ctx } from "~/platform/ctx";
import { socialImage as draw } from "../formats/social-image";
import type { SeenPage } from "../rules/seen-page";
import { answerPageFormat } from "./seen-format";
import { stateNow } from "./state-told";

/** Returns the instant of the picture's data, or since when it is not up to date. */
function timeTold({ snapshot, outdated, staleSince }: SeenPage, spoken: Words): string {
  const { timeZone } = snapshot.page;
  const told = (at: number) => `${dates(spoken.language, timeZone).full(at)} ${zoneText(timeZone)}`;
  if (staleSince === null && outdated !== null) return outdatedSentence(spoken, outdated, told(outdated.since));
  return spoken.t("fresh.stale", { time: told(staleSince ?? snapshot.builtAt) });
}

function pictured(page: SeenPage, spoken: Words): string {
  const { page: about } = page.snapshot;
  const time = timeTold(page, spoken);
  const { language, direction } = spoken;
  const { state, letter } = stateNow(page, spoken);
  const title = spoken.t("badge.whole", { name: about.name, state });
  return draw({ title, name: about.name, state, letter, time, accent: about.accent, language, direction });
}

/** Answers `/:page/social.svg`, the preview image of a link. */
export const socialImage = (request: Request, ctx: Ctx, { pathname }: URL): Promise<Response> =>
  answerPageFormat(request, ctx, {
    slug: pathname.split("/")[1] ?? "",
    draw: ({ page, words }) => ({
      type: "image/svg+xml; charset=utf-8",
      form: "social",
      body: () => pictured(page, words),
    }),
  });
