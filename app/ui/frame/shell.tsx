import { useLocation, useNavigation } from "@remix-run/react";
import { type ReactNode, useEffect, useState } from "react";
import type { Role } from "~/access/actor";
import { textDirection } from "~/i18n/languages";
import { FlashBanner } from "../parts/flash";
import { ButtonForm } from "../parts/form";
import { DeferredHydrationBoundary } from "../parts/hydration-list";
import { SearchIcon, TickIcon, UpDownIcon } from "../parts/icons";
import { Link } from "../parts/link";
import { useWords as usePartWords } from "../parts/part-words";
import { useTimeZoneName } from "../parts/time-text";
import { LanguageProvider, useViewer } from "../parts/viewer";
import { Breadcrumbs } from "./breadcrumbs";
import { deploymentPath, isPathBelow } from "./desk-places";
import { MenuNavigation, SideNavigation } from "./navigation";
import { OfflineLinkGuard } from "./offline-links";
import { RefreshFailureBanner } from "./refresh-trouble";
import { useNavigationFocus } from "./use-arrival";
import { type DeskWindowLoaders, useKeyboardShortcuts } from "./use-keys";
import { useClosableMenu } from "./use-menu";
import { useWords } from "./words";

export interface ManagementShellPage {
  slug: string;
  name: string;
  role: Role;
}

const entry = "flex min-h-hit items-center gap-2 px-3 text-ink no-underline hover:bg-sunken";

/** Menu with the current page and links to all others. */
function Switcher({ page, others }: { page: ManagementShellPage; others: { slug: string; name: string }[] }) {
  const menu = useClosableMenu();
  const parts = usePartWords();
  const { t } = useWords();
  const { pathname } = useLocation();
  return (
    <details key={pathname} ref={menu} className="group relative min-w-0">
      <summary
        aria-label={t("shell.switch", { page: page.name })}
        className="-ms-2 flex min-h-hit list-none items-center gap-1.5 rounded-md px-2 font-semibold group-open:bg-sunken hover:bg-sunken [&::-webkit-details-marker]:hidden"
      >
        <span dir="auto" className="truncate">
          {page.name}
        </span>
        <UpDownIcon />
      </summary>
      <ul className="absolute start-0 z-10 mt-1 grid w-72 grid-cols-1 max-w-[80vw] rounded-md border border-edge bg-surface py-1 shadow-lg">
        <li>
          <Link to={`/manage/${page.slug}`} aria-current="true" className={`${entry} font-semibold`}>
            <span dir="auto" className="min-w-0 flex-1 wrap-anywhere">
              {page.name}
            </span>
            <span className="text-sm font-normal text-soft">{parts.t(`role.${page.role}`)}</span>
            <TickIcon />
          </Link>
        </li>
        {others.map((other) => (
          <li key={other.slug}>
            <Link to={`/manage/${other.slug}`} className={entry}>
              <span dir="auto" className="min-w-0 wrap-anywhere">
                {other.name}
              </span>
            </Link>
          </li>
        ))}
        <li className="mt-1 border-t border-line pt-1">
          <Link to="/manage" className={entry}>
            {t("shell.all_pages")}
          </Link>
        </li>
        <li>
          <a href={`/${page.slug}`} className={entry}>
            {t("shell.status_page")}
          </a>
        </li>
      </ul>
    </details>
  );
}

const corner =
  "inline-flex min-h-hit cursor-pointer items-center gap-1.5 text-sm text-soft no-underline hover:text-ink hover:underline aria-[current=page]:font-semibold aria-[current=page]:text-ink";

interface CornerLinkProps {
  to: string;
  className?: string;
  children: ReactNode;
}

/** A link that is marked on its own page and on those below. */
function CornerLink({ to, className = "", children }: CornerLinkProps) {
  const { pathname } = useLocation();
  return (
    <Link to={to} aria-current={isPathBelow(pathname, to) ? "page" : undefined} className={`${corner} ${className}`}>
      {children}
    </Link>
  );
}

/** Links on every page of a status page; the page's own link is also in the switcher, for phones. */
function PageCorner({ slug }: { slug: string }) {
  const { t } = useWords();
  return (
    <>
      <CornerLink to={`/manage/${slug}/search`} className="max-sm:min-w-hit max-sm:justify-center">
        <SearchIcon />
        <span className="max-sm:sr-only">{t("shell.search")}</span>
        <span aria-hidden="true" className="hidden rounded border border-line px-1 text-xs sm:pointer-fine:inline">
          ⌘K
        </span>
      </CornerLink>
      <a href={`/${slug}`} className={`${corner} max-sm:hidden`}>
        {t("shell.view_page")}
      </a>
    </>
  );
}

/** Links about the person rather than the page; with a page, its menu leads to the deployment. */
function Corner({ page }: { page: ManagementShellPage | undefined }) {
  const { operator } = useViewer();
  const { t } = useWords();
  return (
    <div className="flex flex-none items-center gap-x-4">
      {page ? <PageCorner slug={page.slug} /> : null}
      {operator && !page ? (
        <CornerLink to={deploymentPath} className="max-sm:hidden">
          {t("shell.system")}
        </CornerLink>
      ) : null}
      <CornerLink to="/manage/account">{t("shell.account")}</CornerLink>
      <ButtonForm name="sign-out" action="/manage/sign-out" whole>
        <button type="submit" className={corner}>
          {t("shell.sign_out")}
        </button>
      </ButtonForm>
    </div>
  );
}

interface ManagementShellProps {
  page?: ManagementShellPage;
  /** Load the search and the list of keys; absent when there is nothing to search. */
  windows?: DeskWindowLoaders;
  pages?: { slug: string; name: string }[];
  /** True for a page with a single small task, in a narrow column. */
  narrow?: boolean;
  children: ReactNode;
}

/**
 * Progress, only where script runs: visible at once, and announced when it takes long. Without script the browser shows
 * it.
 */
function Progress() {
  const idle = useNavigation().state === "idle";
  const [long, setLong] = useState(false);
  const { t } = useWords();
  useEffect(() => {
    if (idle) return;
    const timer = setTimeout(() => setLong(true), 1500);
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [idle]);
  return (
    <>
      <div aria-hidden="true" className={idle ? "hidden" : "progress"} />
      <p aria-live="polite" className="sr-only">
        {long ? t("shell.saving") : ""}
      </p>
    </>
  );
}

/**
 * Head, navigation and the only `main` of every management page. Pages that belong to no status page have the menu of the
 * one that the person worked on last.
 */
export function ManagementShell({ pages = [], windows, narrow = false, children, ...own }: ManagementShellProps) {
  const { signedIn, timeZone, pageLanguage, lastPage } = useViewer();
  const isAmongPages = useLocation().pathname === "/manage";
  const page = own.page ?? (narrow || isAmongPages ? null : lastPage) ?? undefined;
  const zone = useTimeZoneName(timeZone);
  const { t } = useWords();
  const others = pages.filter((each) => each.slug !== page?.slug);
  const { Window, onClose } = useKeyboardShortcuts(page?.slug, windows);
  useNavigationFocus();
  return (
    <>
      {Window && page ? <Window slug={page.slug} onClose={onClose} /> : null}
      <a href="#main" className="sr-only focus:not-sr-only focus:absolute focus:z-20 focus:bg-surface focus:p-3">
        {t("shell.skip")}
      </a>
      <Progress />
      <header className="border-b border-line bg-surface">
        <div className="mx-auto flex max-w-7xl flex-wrap items-center justify-between gap-x-4 px-4 py-0.5">
          <div className="flex min-w-0 flex-1 basis-28 items-center gap-4">
            <Link
              to="/manage"
              className={`min-h-hit items-center text-sm text-soft no-underline hover:text-ink ${page ? "hidden sm:inline-flex" : "inline-flex"}`}
            >
              Upfront
            </Link>
            {page ? <Switcher page={page} others={others} /> : null}
          </div>
          {signedIn ? <Corner page={page} /> : null}
        </div>
        {page ? <MenuNavigation {...page} /> : null}
      </header>
      <div
        className={`mx-auto max-w-7xl ${page ? "px-4 lg:grid lg:grid-cols-[11rem_minmax(0,1fr)] lg:gap-8" : "px-4"}`}
      >
        {page ? (
          <DeferredHydrationBoundary>
            <SideNavigation {...page} />
          </DeferredHydrationBoundary>
        ) : null}
        <div className={page ? "" : `mx-auto ${narrow ? "max-w-xl sm:pt-8" : "max-w-5xl"}`}>
          {/* A page without a translation is English, which screen readers must know. */}
          <main id="main" className="grid grid-cols-1 gap-8 py-6" lang={pageLanguage} dir={textDirection(pageLanguage)}>
            <LanguageProvider value={pageLanguage}>
              <Breadcrumbs page={page} />
              <FlashBanner />
              <RefreshFailureBanner />
              <OfflineLinkGuard />
              {children}
            </LanguageProvider>
          </main>
          {signedIn ? (
            <footer className="pb-6 text-sm text-soft">
              <p>{t("shell.zone", { zone })}</p>
            </footer>
          ) : null}
        </div>
      </div>
    </>
  );
}
