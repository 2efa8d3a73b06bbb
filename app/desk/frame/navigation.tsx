import { Link, useLocation } from "@remix-run/react";
import { Bars, Chevron } from "../parts/icons";

interface Place {
  to: string;
  label: string;
  /** Addresses that belong to it and are not below it. */
  more?: string[];
}

interface Area {
  label: string;
  places: Place[];
}

/** What a responder does first stands first; what is set up once stands last. */
const areasOf = (slug: string): Area[] => {
  const at = (path: string) => `/manage/${slug}/${path}`;
  return [
    {
      label: "Respond",
      places: [
        { to: `/manage/${slug}`, label: "Overview", more: [at("alerts")] },
        { to: at("incidents"), label: "Incidents" },
        { to: at("maintenances"), label: "Maintenance" },
        { to: at("templates"), label: "Templates" },
      ],
    },
    {
      label: "Monitor",
      places: [
        { to: at("components"), label: "Components", more: [at("groups")] },
        { to: at("monitors"), label: "Monitors" },
        { to: at("heartbeats"), label: "Heartbeats" },
        { to: at("sources"), label: "Sources" },
      ],
    },
    {
      label: "Notify",
      places: [
        { to: at("subscribers"), label: "Subscribers" },
        { to: at("channels"), label: "Channels" },
        { to: at("outbox"), label: "Outbox" },
      ],
    },
    {
      label: "Page",
      places: [
        { to: at("people"), label: "People" },
        { to: at("audit"), label: "Audit log" },
        { to: at("usage"), label: "Usage" },
        { to: at("settings"), label: "Settings" },
      ],
    },
  ];
};

const isBelow = (pathname: string, to: string) => pathname === to || pathname.startsWith(`${to}/`);

/** Whether the page at hand is this place or below it; below a page's own address lies everything, so that is only itself. */
const isAt = (pathname: string, { to, more = [] }: Place): boolean =>
  pathname === to ||
  more.some((each) => isBelow(pathname, each)) ||
  (to.split("/").length > 3 && isBelow(pathname, to));

const item =
  "flex min-h-11 items-center rounded-md px-3 text-soft no-underline hover:bg-sunken hover:text-ink aria-[current=page]:bg-sunken aria-[current=page]:font-semibold aria-[current=page]:text-ink lg:min-h-9";

function Areas({ areas, id }: { areas: Area[]; id: string }) {
  const { pathname } = useLocation();
  return areas.map((area) => (
    <div key={area.label} className="grid content-start gap-0.5">
      <p id={`${id}-${area.label}`} className="px-3 text-xs font-semibold tracking-wide text-soft">
        {area.label}
      </p>
      <ul aria-labelledby={`${id}-${area.label}`} className="grid gap-0.5">
        {area.places.map((place) => (
          <li key={place.to}>
            <Link to={place.to} aria-current={isAt(pathname, place) ? "page" : undefined} className={item}>
              {place.label}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  ));
}

/** Beside the page where there is room, else folded into a menu; both are the same lists, only one is displayed. */
export function SideNavigation({ slug }: { slug: string }) {
  return (
    <nav
      aria-label="Page"
      className="sticky top-0 hidden max-h-screen content-start gap-5 overflow-y-auto py-6 lg:grid"
    >
      <Areas areas={areasOf(slug)} id="side" />
    </nav>
  );
}

/** Where one is stands on the folded menu itself; each place that it leads to finds it folded again. */
export function MenuNavigation({ slug }: { slug: string }) {
  const { pathname } = useLocation();
  const areas = areasOf(slug);
  const area = areas.find(({ places }) => places.some((place) => isAt(pathname, place)));
  const place = area?.places.find((each) => isAt(pathname, each));
  return (
    <details key={pathname} className="border-t border-line lg:hidden">
      <summary className="mx-auto flex min-h-11 max-w-7xl list-none items-center gap-2 px-4 [&::-webkit-details-marker]:hidden">
        <Bars />
        <span className={place ? "sr-only" : "font-medium"}>Menu</span>
        {place ? (
          <>
            <span className="text-soft">{area?.label}</span>
            <span aria-hidden="true" className="text-soft">
              /
            </span>
            <span className="font-semibold">{place.label}</span>
          </>
        ) : null}
        <span className="ms-auto">
          <Chevron />
        </span>
      </summary>
      <nav
        aria-label="Page"
        className="mx-auto grid max-w-7xl grid-cols-2 gap-x-4 gap-y-5 px-1 pt-2 pb-4 sm:grid-cols-4"
      >
        <Areas areas={areas} id="menu" />
      </nav>
    </details>
  );
}
