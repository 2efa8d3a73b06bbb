import { useLocation, useMatches } from "@remix-run/react";
import type { Role } from "~/access/actor";
import { Link } from "../parts/link";
import { useViewer } from "../parts/viewer";
import { deploymentPath, isPathBelow, menuItemOfPath, pageMenuAreas } from "./desk-places";
import { isTabDataLoaded } from "./tab-state";
import { placeTrail, type TrailStep, trailOfHandle } from "./trail";
import { useWords } from "./words";

/** Returns the place of the menu that the current page belongs to. */
function usePlaceStep(page: { slug: string; role: Role } | undefined): TrailStep | null {
  const { pathname } = useLocation();
  const { t } = useWords();
  if (isPathBelow(pathname, deploymentPath)) return { to: deploymentPath, name: t("shell.system") };
  const place = page && menuItemOfPath(pageMenuAreas(page.slug, page.role), pathname);
  return place ? { to: place.to, name: t(`place.${place.name}`) } : null;
}

/** The way from the menu to this page, on pages whose route has a trail; the heading below it names the page itself. */
export function Breadcrumbs({ page }: { page: { slug: string; role: Role } | undefined }) {
  const place = usePlaceStep(page);
  const { pageLanguage } = useViewer();
  const { t } = useWords();
  const here = useMatches().at(-1);
  const trail = here ? trailOfHandle(here.handle) : null;
  if (!trail || !place || (trail !== placeTrail && !isTabDataLoaded(here?.data))) return null;
  return (
    <nav aria-label={t("shell.trail")} className="-mt-4 -mb-8">
      <ol className="flex flex-wrap items-center gap-x-2 text-sm">
        {[place, ...trail(here?.data, pageLanguage)].map(({ to, name }, index) => (
          <li key={to} className="flex min-w-0 items-center gap-x-2">
            {index > 0 ? (
              <span aria-hidden="true" className="text-soft">
                /
              </span>
            ) : null}
            <Link to={to} className="inline-flex min-h-hit items-center wrap-anywhere">
              <bdi>{name}</bdi>
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
