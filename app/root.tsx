import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunction,
  useMatches,
  useNavigation,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import type { ReactNode } from "react";
import { makeCsrfToken } from "~/http/cross-site";
import { lastPageOf } from "~/http/last-page";
import { textDirection } from "~/i18n/languages";
import { currentZoneNames } from "~/i18n/zone-text";
import type { StateLetter } from "~/status/state-letter";
import { faviconOf } from "~/status-page/views/parts/favicon";
import type { Theme } from "~/text/theme";
import { nextStepsOf } from "~/ui/done/next-step";
import { undoOfferOf } from "~/ui/done/undo";
import { doneNoticeText } from "~/ui/done/words";
import { RouteErrorPage } from "~/ui/frame/error-page";
import manageCss from "~/ui/frame/manage.css?url";
import { setPendingPath } from "~/ui/frame/missing-parts";
import { useNonce } from "~/ui/frame/nonce";
import { storeSentWords } from "~/ui/frame/room-words";
import { missingWordsJson } from "~/ui/frame/sent-words";
import { tabStateOf } from "~/ui/frame/tab-state";
import { thrownFailureOf } from "~/ui/frame/thrown-failure";
import { LanguageProvider, type Viewer, ViewerProvider } from "~/ui/parts/viewer";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: manageCss }];

export const meta: MetaFunction = () => [{ title: "Upfront" }];

export { thrownFailureHeaders as headers } from "~/ui/frame/thrown-failure";

/** Data from the server that every page needs. */
interface RootData extends Viewer {
  /** Words of the rooms of management that the page shows (frame/sent-words). */
  words: string;
  /** Appearance that was chosen in this browser; null = that of the system. */
  theme: Theme | null;
}

export async function loader({ context, request }: LoaderFunctionArgs): Promise<RootData> {
  const { ctx, timeZone, routeId, frameLanguage: language, deskLanguage: pageLanguage, deskDates: dates } = context;
  const person = ctx.actor.kind === "person" ? ctx.actor : null;
  return {
    now: ctx.now(),
    timeZone,
    zones: currentZoneNames([timeZone, context.page?.timeZone ?? timeZone]),
    formToken: await makeCsrfToken(ctx),
    nonce: ctx.id(),
    signedIn: person !== null,
    language,
    pageLanguage,
    dates,
    done: doneNoticeText(new URL(request.url), pageLanguage),
    undo: undoOfferOf(new URL(request.url), pageLanguage),
    next: nextStepsOf(new URL(request.url), pageLanguage),
    operator: person?.operator ?? false,
    lastPage: person && !context.page ? lastPageOf(request, ctx.config.origin, person.id) : null,
    theme: context.reader.theme,
    words: missingWordsJson(ctx, { route: routeId, onPage: context.page !== null }, request, {
      frame: language,
      page: pageLanguage,
    }),
  };
}

/** Each view of a page is of a new instant; after a form that failed nothing is loaded again. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ actionStatus }) =>
  actionStatus === undefined || actionStatus < 400;

/** True when a matched route's handle requests script. */
const wantsScript = (handle: unknown): boolean =>
  typeof handle === "object" && handle !== null && "hydrate" in handle && handle.hydrate === true;

/** One icon, whose address changes with the state: browsers may keep one that is taken away. */
const TabIcon = ({ letter }: { letter: StateLetter | null }) => (
  <link rel="icon" href={letter === null ? "/favicon.svg" : faviconOf(letter)} type="image/svg+xml" />
);

export function Layout({ children }: { children: ReactNode }) {
  const matches = useMatches();
  const hydrate = matches.some((match) => wantsScript(match.handle));
  const nonce = useNonce();
  const known = useRouteLoaderData<typeof loader>("root");
  const thrown = thrownFailureOf(useRouteError());
  const language = known?.language ?? thrown?.language ?? "en";
  if (known) storeSentWords(known.words);
  return (
    <html lang={language} dir={textDirection(language)} data-theme={known?.theme ?? undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <Meta />
        <Links />
        <TabIcon letter={tabStateOf(matches)} />
      </head>
      <body>
        {children}
        {hydrate ? <ScrollRestoration nonce={nonce} /> : null}
        {hydrate ? <Scripts nonce={nonce} /> : null}
      </body>
    </html>
  );
}

function WithViewer({ language = "en", children }: { language?: string | undefined; children: ReactNode }) {
  const viewer = useRouteLoaderData<typeof loader>("root");
  if (viewer) return <ViewerProvider viewer={viewer}>{children}</ViewerProvider>;
  return <LanguageProvider value={language}>{children}</LanguageProvider>;
}

export default function App() {
  const { state, location } = useNavigation();
  // Known while the chunks of the next page are loaded, which may no longer exist.
  setPendingPath(state === "loading" ? `${location.pathname}${location.search}` : null);
  return (
    <WithViewer>
      <Outlet />
    </WithViewer>
  );
}

export function ErrorBoundary() {
  const language = thrownFailureOf(useRouteError())?.language;
  return (
    <WithViewer language={language}>
      <RouteErrorPage />
    </WithViewer>
  );
}
