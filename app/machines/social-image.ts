import { socialImage as draw } from "~/feeds/social-image";
import { dates, zoneText } from "~/i18n/dates";
import { words } from "~/i18n/words";
import type { Ctx } from "~/platform/ctx";
import type { SeenPage } from "~/rules/seen";
import { answerSeen } from "./seen-format";
import { stateNow } from "./state-told";

function pictured(page: SeenPage): string {
  const { page: about, builtAt } = page.snapshot;
  const spoken = words(about.language);
  const at = dates(spoken.language, about.timeZone).full(page.staleSince ?? builtAt);
  const time = spoken.t("fresh.stale", { time: `${at} ${zoneText(about.timeZone)}` });
  const { language, direction } = spoken;
  return draw({ name: about.name, ...stateNow(page, spoken), time, accent: about.accent, language, direction });
}

/** `/:page/social.svg`: what the preview of a link shows. */
export const socialImage = (request: Request, ctx: Ctx, { pathname }: URL): Promise<Response> =>
  answerSeen(request, ctx, {
    slug: pathname.split("/")[1] ?? "",
    draw: (page) => ({ type: "image/svg+xml; charset=utf-8", form: "social", body: () => pictured(page) }),
  });
