import type { Role } from "~/access/actor";
import { atLeast } from "~/access/actor";
import { type MenuPlace, menu } from "./menu";

export interface DeskPlace {
  to: string;
  name: MenuPlace["name"];
  /** Paths that belong to it and are not below its own. */
  more: string[];
}

export interface DeskArea {
  name: (typeof menu)[number]["name"];
  places: DeskPlace[];
}

/** Returns the menu of a page for a role. */
export function areasOf(slug: string, role: Role): DeskArea[] {
  const page = `/manage/${slug}`;
  const at = (path: string) => (path === "" ? page : `${page}/${path}`);
  return menu.map(({ name, places }) => ({
    name,
    places: places
      .filter(({ need }) => need === undefined || atLeast(role, need))
      .map(({ to, name, more = [] }) => ({ to: at(to), name, more: more.map(at) })),
  }));
}

/** Returns true for that path or one below it. */
export const isBelow = (pathname: string, to: string) => pathname === to || pathname.startsWith(`${to}/`);

/** Returns the place of the current page; all places are below the page's own path, which counts only for itself. */
export function placeAt(areas: DeskArea[], pathname: string): DeskPlace | undefined {
  const found = areas
    .flatMap(({ places }) => places)
    .filter(
      ({ to, more }) =>
        pathname === to ||
        more.some((each) => isBelow(pathname, each)) ||
        (to.split("/").length > 3 && isBelow(pathname, to)),
    );
  return found.sort((one, other) => other.to.length - one.to.length)[0];
}

/** Returns all places, for search by name. */
export const placesOf = (slug: string, role: Role): DeskPlace[] => areasOf(slug, role).flatMap(({ places }) => places);
