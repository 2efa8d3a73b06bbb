/** @jsxImportSource ~/html */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { textOf } from "~/http/commit-id";
import type { RouteGuard } from "~/http/guard";
import { nextOnPage } from "~/http/next-path";
import { choicesOf, type ReaderChoices, readChoices, readingCookie, requestLocale, typedChoices } from "~/http/reader";
import { languageFor } from "~/i18n/languages";
import type { Scene } from "~/status-page/views/frame/scene";
import { type DrawnPage, show } from "~/status-page/views/frame/show";
import { carriedFieldsFor } from "~/status-page/views/parts/form-state";
import { PreferencesPage } from "./preferences-page";

export const handle = { guard: { kind: "public" } satisfies RouteGuard };

const path = "/preferences";

interface PreferencesView {
  chosen: ReaderChoices;
  wrong: (keyof ReaderChoices)[];
  /** Requested path; not yet checked to be one of this page. */
  next: string | null;
}

/** Returns the page from which the reader came, but never this form. */
function after(next: string | null, { frame }: Scene): string {
  const rest = nextOnPage(next, frame.prefix);
  return rest.split("?")[0] === path ? "" : rest;
}

async function formPicture(
  { request, context }: LoaderFunctionArgs,
  scene: Scene,
  { chosen, wrong, next }: PreferencesView,
): Promise<DrawnPage> {
  const { frame, page } = scene;
  const { language, timeZone } = page.snapshot.page;
  const stated = requestLocale(request);
  const shown = {
    frame,
    page,
    chosen,
    wrong,
    carried: await carriedFieldsFor(context.ctx),
    stated: { language: stated.language, zone: stated.timeZone },
    own: { language: languageFor(language), zone: timeZone },
    next: after(next, scene),
  };
  return {
    content: <PreferencesPage {...shown} />,
    title: frame.words.t("reading.link"),
    path,
    form: true,
    status: wrong.length > 0 ? 422 : 200,
  };
}

/** Returns the page from which the reader came; browsers send a referrer only from our own pages. */
function cameFrom({ url, headers }: Request): string | null {
  const requested = new URL(url).searchParams.get("next");
  const referrer = URL.parse(headers.get("referer") ?? "");
  return requested ?? (referrer ? `${referrer.pathname}${referrer.search}` : null);
}

export function loader(args: LoaderFunctionArgs): Promise<Response> {
  const { request, context, params } = args;
  const chosen = typedChoices(choicesOf(request, context.ctx.config.origin));
  return show(args, params.page ?? "", (scene) =>
    formPicture(args, scene, { chosen, wrong: [], next: cameFrom(request) }),
  );
}

export function action(args: ActionFunctionArgs): Promise<Response> {
  const { request, context, params } = args;
  return show(args, params.page ?? "", async (scene) => {
    const form = await request.formData();
    const chosen = { language: textOf(form, "language"), zone: textOf(form, "zone"), theme: textOf(form, "theme") };
    const read = readChoices(chosen);
    const next = textOf(form, "next");
    if ("wrong" in read) return formPicture(args, scene, { chosen, wrong: read.wrong, next });
    return { goTo: after(next, scene), cookie: readingCookie(context.ctx.config.origin, read.reader) };
  });
}
