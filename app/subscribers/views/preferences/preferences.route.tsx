/** @jsxImportSource ~/html */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { readFormFieldText } from "~/http/commit-id";
import type { RouteGuard } from "~/http/guard";
import { nextPathOnPage } from "~/http/next-path";
import {
  parseReaderForm,
  type ReaderFormValues,
  readerFormValues,
  readerSettingsCookieHeader,
  readReaderSettingsCookie,
  requestLocale,
} from "~/http/reader";
import { languageOrEnglish } from "~/i18n/languages";
import type { PageRenderContext } from "~/status-page/views/frame/scene";
import { type DrawnPage, publicPageResponse } from "~/status-page/views/frame/show";
import { makeHiddenFormFields } from "~/status-page/views/parts/form-state";
import { PreferencesPage } from "./preferences-page";

export const handle = { guard: { kind: "public" } satisfies RouteGuard };

const path = "/preferences";

interface PreferencesView {
  chosen: ReaderFormValues;
  wrong: (keyof ReaderFormValues)[];
  /** Requested path; not yet checked to be one of this page. */
  next: string | null;
}

/** Returns the page from which the reader came, but never this form. */
function after(next: string | null, { frame }: PageRenderContext): string {
  const rest = nextPathOnPage(next, frame.prefix);
  return rest.split("?")[0] === path ? "" : rest;
}

async function formPicture(
  { request, context }: LoaderFunctionArgs,
  scene: PageRenderContext,
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
    carried: await makeHiddenFormFields(context.ctx),
    stated: { language: stated.language, zone: stated.timeZone },
    own: { language: languageOrEnglish(language), zone: timeZone },
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
  const chosen = readerFormValues(readReaderSettingsCookie(request, context.ctx.config.origin));
  return publicPageResponse(args, params.page ?? "", (scene) =>
    formPicture(args, scene, { chosen, wrong: [], next: cameFrom(request) }),
  );
}

export function action(args: ActionFunctionArgs): Promise<Response> {
  const { request, context, params } = args;
  return publicPageResponse(args, params.page ?? "", async (scene) => {
    const form = await request.formData();
    const chosen = {
      language: readFormFieldText(form, "language"),
      zone: readFormFieldText(form, "zone"),
      theme: readFormFieldText(form, "theme"),
    };
    const read = parseReaderForm(chosen);
    const next = readFormFieldText(form, "next");
    if ("wrong" in read) return formPicture(args, scene, { chosen, wrong: read.wrong, next });
    return { goTo: after(next, scene), cookie: readerSettingsCookieHeader(context.ctx.config.origin, read.reader) };
  });
}
