import { useLocation } from "@remix-run/react";
import type { Role } from "~/access/actor";
import { ChevronIcon, MenuIcon } from "../parts/icons";
import { Link } from "../parts/link";
import { menuItemOfPath, type PageMenuArea, pageMenuAreas } from "./desk-places";
import { useWords } from "./words";

const item =
  "flex min-h-hit items-center rounded-md px-3 pointer-fine:min-h-8 text-soft no-underline hover:bg-sunken hover:text-ink aria-[current=page]:bg-sunken aria-[current=page]:font-semibold aria-[current=page]:text-ink ";

function Areas({ areas, look }: { areas: PageMenuArea[]; look: string }) {
  const here = menuItemOfPath(areas, useLocation().pathname)?.to;
  const { t } = useWords();
  return (
    <ul className={look}>
      {areas.map((area) => (
        <li key={area.name} className="grid grid-cols-1 content-start gap-0.5 wrap-anywhere">
          <span className="px-3 text-xs font-semibold tracking-wide text-soft">{t(`area.${area.name}`)}</span>
          <ul className="grid grid-cols-1 gap-0.5">
            {area.places.map((place) => (
              <li key={place.to}>
                <Link to={place.to} aria-current={place.to === here ? "page" : undefined} className={item}>
                  {t(`place.${place.name}`)}
                </Link>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

interface NavigationProps {
  slug: string;
  role: Role;
}

/**
 * Navigation beside the page when there is room, otherwise folded into a menu; both have the same lists, and only one
 * is displayed.
 */
export function SideNavigation({ slug, role }: NavigationProps) {
  const { t } = useWords();
  return (
    <nav
      aria-label={t("shell.navigation")}
      className="side-navigation sticky top-0 hidden overflow-y-auto pt-6 lg:block"
    >
      <Areas areas={pageMenuAreas(slug, role)} look="grid content-start gap-3" />
    </nav>
  );
}

/** The folded menu shows the current place; after navigation it is folded again. */
export function MenuNavigation({ slug, role }: NavigationProps) {
  const { pathname } = useLocation();
  const { t } = useWords();
  const areas = pageMenuAreas(slug, role);
  const place = menuItemOfPath(areas, pathname);
  const area = areas.find(({ places }) => places.some((each) => each.to === place?.to));
  return (
    <details key={pathname} className="border-t border-line lg:hidden">
      <summary className="mx-auto flex min-h-hit max-w-7xl list-none items-center gap-2 px-4 [&::-webkit-details-marker]:hidden">
        <MenuIcon />
        <span className={place ? "sr-only" : "font-medium"}>{t("shell.menu")}</span>
        {area && place ? (
          <>
            <span className="text-soft">{t(`area.${area.name}`)}</span>
            <span aria-hidden="true" className="text-soft">
              /
            </span>
            <span className="min-w-0 font-semibold wrap-anywhere">{t(`place.${place.name}`)}</span>
          </>
        ) : null}
        <span className="ms-auto">
          <ChevronIcon />
        </span>
      </summary>
      <nav aria-label={t("shell.navigation")} className="mx-auto max-w-7xl px-1 pt-2 pb-4">
        <Areas areas={areas} look="grid grid-cols-2 gap-x-4 gap-y-5 sm:grid-cols-4" />
      </nav>
    </details>
  );
}
