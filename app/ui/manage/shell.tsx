import { Link, NavLink } from "@remix-run/react";
import type { ReactNode } from "react";
import type { Role } from "~/rules/actor";
import { ButtonForm } from "./form";
import { Flash } from "./notice";
import { useViewer } from "./viewer";
import { roleWords } from "./words";

export interface ShellPage {
  slug: string;
  name: string;
  role: Role;
}

interface Place {
  to: string;
  label: string;
  end?: boolean;
}

const placesOf = (slug: string): Place[] => [
  { to: `/manage/${slug}`, label: "Now", end: true },
  { to: `/manage/${slug}/incidents`, label: "Incidents" },
  { to: `/manage/${slug}/components`, label: "Components" },
  { to: `/manage/${slug}/monitors`, label: "Monitors" },
  { to: `/manage/${slug}/heartbeats`, label: "Heartbeats" },
  { to: `/manage/${slug}/sources`, label: "Sources" },
  { to: `/manage/${slug}/subscribers`, label: "Subscribers" },
  { to: `/manage/${slug}/channels`, label: "Channels" },
  { to: `/manage/${slug}/outbox`, label: "Outbox" },
  { to: `/manage/${slug}/people`, label: "People" },
  { to: `/manage/${slug}/audit`, label: "Audit log" },
  { to: `/manage/${slug}/settings`, label: "Settings" },
];

function Places({ places, stacked }: { places: Place[]; stacked: boolean }) {
  const item =
    "flex min-h-11 items-center border-b-2 border-transparent px-1 text-soft no-underline hover:text-ink aria-[current=page]:border-accent aria-[current=page]:font-semibold aria-[current=page]:text-ink";
  return (
    <ul className={stacked ? "grid grid-cols-2 gap-x-6" : "flex gap-x-3 whitespace-nowrap"}>
      {places.map((place) => (
        <li key={place.to}>
          <NavLink to={place.to} end={place.end ?? false} className={item}>
            {place.label}
          </NavLink>
        </li>
      ))}
    </ul>
  );
}

/** Where twelve words do not fit into one line they fold into a menu; both are the same list, only one is displayed. */
function Navigation({ slug }: { slug: string }) {
  const places = placesOf(slug);
  return (
    <div className="mx-auto max-w-6xl px-4">
      <nav aria-label="Page" className="hidden xl:block">
        <Places places={places} stacked={false} />
      </nav>
      <details className="xl:hidden">
        <summary className="min-h-11 py-2.5 font-medium">Menu</summary>
        <nav aria-label="Page" className="pb-2">
          <Places places={places} stacked />
        </nav>
      </details>
    </div>
  );
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
      <ButtonForm name="sign-out" action="/manage/sign-out">
        <button type="submit" className="min-h-11 cursor-pointer text-accent underline underline-offset-4">
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

/** Head, navigation and the one `main` of every management page. */
export function Shell({ page, pages = [], children }: ShellProps) {
  const { signedIn, timeZone } = useViewer();
  const others = pages.filter((each) => each.slug !== page?.slug);
  return (
    <>
      <a href="#main" className="sr-only focus:not-sr-only focus:absolute focus:z-20 focus:bg-surface focus:p-3">
        Skip to the content
      </a>
      <header className="border-b border-line bg-surface">
        <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-x-4 px-4 pt-1">
          <div className="flex min-w-0 flex-1 basis-28 items-center gap-4">
            <Link to="/manage" className="inline-flex min-h-11 items-center text-soft no-underline">
              Upfront
            </Link>
            {page ? <Switcher page={page} others={others} /> : null}
            {page ? <span className="hidden text-sm text-soft sm:inline">{roleWords[page.role]}</span> : null}
          </div>
          {signedIn ? <AccountCorner /> : null}
        </div>
        {page ? <Navigation slug={page.slug} /> : null}
      </header>
      <main id="main" className="mx-auto grid max-w-6xl grid-cols-1 gap-8 px-4 py-6">
        <Flash />
        {children}
      </main>
      {signedIn ? (
        <footer className="mx-auto max-w-6xl px-4 pb-6 text-sm text-soft">
          <p>Times are those of {timeZone.replace("Etc/", "")}.</p>
        </footer>
      ) : null}
    </>
  );
}
