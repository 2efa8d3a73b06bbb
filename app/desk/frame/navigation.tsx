import { Link, useLocation } from "@remix-run/react";
import { Bars, Chevron } from "../parts/icons";
import { useWords } from "./words";
import type english from "./words/en.json";

interface Place {
  to: string;
  name: keyof typeof english.place;
  /** Addresses that belong to it and are not below it. */
  more?: string[];
}

interface Area {
  name: keyof typeof english.area;
  places: Place[];
}

/** What a responder does first stands first; what is set up once stands last. */
const areasOf = (slug: string): Area[] => {
  const at = (path: string) => `/manage/${slug}/${path}`;
  return [
    {
      name: "respond",
      places: [
        { to: `/manage/${slug}`, name: "overview", more: [at("alerts")] },
        { to: at("incidents"), name: "incidents" },
        { to: at("maintenances"), name: "maintenance" },
        { to: at("templates"), name: "templates" },
      ],
    },
    {
      name: "monitor",
      places: [
        { to: at("components"), name: "components", more: [at("groups")] },
        { to: at("monitors"), name: "monitors" },
        { to: at("heartbeats"), name: "heartbeats" },
        { to: at("sources"), name: "sources" },
      ],
    },
    {
      name: "notify",
      places: [
        { to: at("subscribers"), name: "subscribers" },
        { to: at("channels"), name: "channels" },
        { to: at("outbox"), name: "outbox" },
      ],
    },
    {
      name: "page",
      places: [
        { to: at("people"), name: "people" },
        { to: at("audit"), name: "audit" },
        { to: at("usage"), name: "usage" },
        { to: at("settings"), name: "settings" },
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
  const { t } = useWords();
  return areas.map((area) => (
    <div key={area.name} className="grid content-start gap-0.5">
      <p id={`${id}-${area.name}`} className="px-3 text-xs font-semibold tracking-wide text-soft">
        {t(`area.${area.name}`)}
      </p>
      <ul aria-labelledby={`${id}-${area.name}`} className="grid gap-0.5">
        {area.places.map((place) => (
          <li key={place.to}>
            <Link to={place.to} aria-current={isAt(pathname, place) ? "page" : undefined} className={item}>
              {t(`place.${place.name}`)}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  ));
}

/** Beside the page where there is room, else folded into a menu; both are the same lists, only one is displayed. */
export function SideNavigation({ slug }: { slug: string }) {
  const { t } = useWords();
  return (
    <nav
      aria-label={t("shell.navigation")}
      className="sticky top-0 hidden max-h-screen content-start gap-5 overflow-y-auto py-6 lg:grid"
    >
      <Areas areas={areasOf(slug)} id="side" />
    </nav>
  );
}

/** Where one is stands on the folded menu itself; each place that it leads to finds it folded again. */
export function MenuNavigation({ slug }: { slug: string }) {
  const { pathname } = useLocation();
  const { t } = useWords();
  const areas = areasOf(slug);
  const area = areas.find(({ places }) => places.some((place) => isAt(pathname, place)));
  const place = area?.places.find((each) => isAt(pathname, each));
  return (
    <details key={pathname} className="border-t border-line lg:hidden">
      <summary className="mx-auto flex min-h-11 max-w-7xl list-none items-center gap-2 px-4 [&::-webkit-details-marker]:hidden">
        <Bars />
        <span className={place ? "sr-only" : "font-medium"}>{t("shell.menu")}</span>
        {area && place ? (
          <>
            <span className="text-soft">{t(`area.${area.name}`)}</span>
            <span aria-hidden="true" className="text-soft">
              /
            </span>
            <span className="font-semibold">{t(`place.${place.name}`)}</span>
          </>
        ) : null}
        <span className="ms-auto">
          <Chevron />
        </span>
      </summary>
      <nav
        aria-label={t("shell.navigation")}
        className="mx-auto grid max-w-7xl grid-cols-2 gap-x-4 gap-y-5 px-1 pt-2 pb-4 sm:grid-cols-4"
      >
        <Areas areas={areas} id="menu" />
      </nav>
    </details>
  );
}
