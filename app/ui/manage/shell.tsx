import { Link, NavLink, useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import type { Role } from "~/rules/actor";
import { ButtonForm } from "./form";
import { forgetAllTexts } from "./kept-text";
import { MenuNavigation, SideNavigation } from "./navigation";
import { Flash } from "./notice";
import { useArrival } from "./use-arrival";
import { useViewer } from "./viewer";
import { roleWords } from "./words";

export interface ShellPage {
  slug: string;
  name: string;
  role: Role;
}

function Switcher({ page, others }: { page: ShellPage; others: { slug: string; name: string }[] }) {
  return (
    <details className="relative min-w-0">
      <summary className="min-h-11 truncate py-2.5 font-semibold">
        {page.name}
        <span className="sr-only">: switch page</span>
      </summary>
      <ul className="absolute start-0 z-10 grid w-64 max-w-[80vw] rounded-md border border-edge bg-surface py-1 shadow-lg">
        {others.map((other) => (
          <li key={other.slug}>
            <Link to={`/manage/${other.slug}`} className="flex min-h-11 items-center px-3 hover:bg-sunken">
              {other.name}
            </Link>
          </li>
        ))}
        <li className="border-t border-line">
          <Link to="/manage" className="flex min-h-11 items-center px-3 hover:bg-sunken">
            All pages
          </Link>
        </li>
        <li>
          <a href={`/${page.slug}`} className="flex min-h-11 items-center px-3 hover:bg-sunken">
            What visitors see
          </a>
        </li>
      </ul>
    </details>
  );
}

const corner = "inline-flex min-h-11 items-center aria-[current=page]:font-semibold";

function AccountCorner() {
  const { operator } = useViewer();
  return (
    <div className="flex flex-none items-center gap-x-4">
      {operator ? (
        <span className="hidden sm:inline">
          <NavLink to="/manage/deployment" className={corner}>
            Deployment
          </NavLink>
        </span>
      ) : null}
      <NavLink to="/manage/account" className={corner}>
        Account
      </NavLink>
      <ButtonForm name="sign-out" action="/manage/sign-out" whole>
        <button
          type="submit"
          onClick={forgetAllTexts}
          className="min-h-11 cursor-pointer text-accent underline underline-offset-4"
        >
          Sign out
        </button>
      </ButtonForm>
    </div>
  );
}

interface ShellProps {
  page?: ShellPage;
  pages?: { slug: string; name: string }[];
  children: ReactNode;
}

/** Only where script runs: without it the browser shows by itself that it is on its way. */
function Progress() {
  const { state } = useNavigation();
  return <div aria-hidden="true" className={state === "idle" ? "hidden" : "progress"} />;
}

/** Head, navigation and the one `main` of every management page. */
export function Shell({ page, pages = [], children }: ShellProps) {
  const { signedIn, timeZone } = useViewer();
  const others = pages.filter((each) => each.slug !== page?.slug);
  useArrival();
  return (
    <>
      <a href="#main" className="sr-only focus:not-sr-only focus:absolute focus:z-20 focus:bg-surface focus:p-3">
        Skip to the content
      </a>
      <Progress />
      <header className="border-b border-line bg-surface">
        <div className="mx-auto flex max-w-7xl flex-wrap items-center justify-between gap-x-4 px-4 py-0.5">
          <div className="flex min-w-0 flex-1 basis-28 items-center gap-4">
            <Link to="/manage" className="inline-flex min-h-11 items-center text-soft no-underline">
              Upfront
            </Link>
            {page ? <Switcher page={page} others={others} /> : null}
            {page ? <span className="hidden text-sm text-soft sm:inline">{roleWords[page.role]}</span> : null}
          </div>
          {signedIn ? <AccountCorner /> : null}
        </div>
        {page ? <MenuNavigation slug={page.slug} /> : null}
      </header>
      <div
        className={`mx-auto max-w-7xl ${page ? "px-4 lg:grid lg:grid-cols-[11rem_minmax(0,1fr)] lg:gap-8" : "px-4"}`}
      >
        {page ? <SideNavigation slug={page.slug} /> : null}
        <div className={page ? "" : "mx-auto max-w-5xl"}>
          <main id="main" className="grid grid-cols-1 gap-8 py-6">
            <Flash />
            {children}
          </main>
          {signedIn ? (
            <footer className="pb-6 text-sm text-soft">
              <p>Times are those of {timeZone.replace("Etc/", "")}.</p>
            </footer>
          ) : null}
        </div>
      </div>
    </>
  );
}
