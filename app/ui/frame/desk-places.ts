import type { Role } from "~/access/actor";
import { isRoleAtLeast } from "~/access/actor";
import { type MenuItemDefinition, pageMenu } from "./menu";

export interface PageMenuItem {
  to: string;
  name: MenuItemDefinition["name"];
  /** Paths that belong to it and are not below its own. */
  more: string[];
}

export interface PageMenuArea {
  name: (typeof pageMenu)[number]["name"];
  places: PageMenuItem[];
}

/** Path of the deployment’s own pages, which belong to no status page. */
export const deploymentPath = "/manage/deployment";

/** Returns the menu of a page for a role. */
export function pageMenuAreas(slug: string, role: Role): PageMenuArea[] {
  const page = `/manage/${slug}`;
  const at = (path: string) => (path === "" ? page : `${page}/${path}`);
  return pageMenu.map(({ name, places }) => ({
    name,
    places: places
      .filter(({ need }) => need === undefined || isRoleAtLeast(role, need))
      .map(({ to, name, more = [] }) => ({
        to: at(to),
        name,
        more: [...more.map(at), ...(name === "system" ? [deploymentPath] : [])],
      })),
  }));
}

/** Returns true for that path or one below it. */
export const isPathBelow = (pathname: string, to: string) => pathname === to || pathname.startsWith(`${to}/`);

/** Returns the place of the current page; all places are below the page's own path, which counts only for itself. */
export function menuItemOfPath(areas: PageMenuArea[], pathname: string): PageMenuItem | undefined {
  const found = areas
    .flatMap(({ places }) => places)
    .filter(
      ({ to, more }) =>
        pathname === to ||
        more.some((each) => isPathBelow(pathname, each)) ||
        (to.split("/").length > 3 && isPathBelow(pathname, to)),
    );
  return found.sort((one, other) => other.to.length - one.to.length)[0];
}

/** Returns all places, for search by name. */
export const pageMenuItems = (slug: string, role: Role): PageMenuItem[] =>
  pageMenuAreas(slug, role).flatMap(({ places }) => places);
