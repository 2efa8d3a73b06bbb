import type { Role } from "~/access/actor";
import { reaches } from "./may";
import type english from "./words/en.json";

export interface Place {
  to: string;
  name: keyof typeof english.place;
  /** Paths that belong to it and are not below its own. */
  more?: string[];
  /** Role needed to open it; absent = every member. */
  need?: Role;
}

export interface Area {
  name: keyof typeof english.area;
  places: Place[];
}

/** Areas in order: a responder's first tasks come first, rare setup comes last. */
const allAreas = (slug: string): Area[] => {
  const at = (path: string) => `/manage/${slug}/${path}`;
  return [
    {
      name: "respond",
      places: [
        { to: `/manage/${slug}`, name: "now", more: [at("alerts")] },
        { to: at("incidents"), name: "incidents", more: [at("templates")] },
        { to: at("maintenances"), name: "maintenance" },
      ],
    },
    {
      name: "page",
      places: [
        { to: at("components"), name: "components", more: [at("groups"), at("corrections")] },
        { to: at("subscribers"), name: "subscribers" },
        { to: at("settings/branding"), name: "branding", need: "admin" },
        { to: at("settings/domain"), name: "domain", need: "owner" },
        { to: at("settings/visibility"), name: "visibility", need: "owner" },
      ],
    },
    {
      name: "monitoring",
      places: [
        { to: at("monitors"), name: "monitors" },
        { to: at("heartbeats"), name: "heartbeats" },
        { to: at("sources"), name: "sources" },
        { to: at("agents"), name: "agents" },
      ],
    },
    {
      name: "team",
      places: [
        { to: at("people"), name: "people" },
        { to: at("channels"), name: "notifications" },
        { to: at("audit"), name: "audit" },
      ],
    },
    {
      name: "more",
      places: [
        { to: at("settings"), name: "settings" },
        { to: at("system"), name: "system", more: [at("outbox"), at("usage")] },
        { to: at("help"), name: "help" },
      ],
    },
  ];
};

export const areasOf = (slug: string, role: Role): Area[] =>
  allAreas(slug).map(({ name, places }) => ({
    name,
    places: places.filter(({ need = "viewer" }) => reaches(role, need)),
  }));

/** Returns true for that path or one below it. */
export const isBelow = (pathname: string, to: string) => pathname === to || pathname.startsWith(`${to}/`);

/** Returns the place of the current page; all places are below the page's own path, which counts only for itself. */
export function placeAt(areas: Area[], pathname: string): Place | undefined {
  const found = areas
    .flatMap(({ places }) => places)
    .filter(
      ({ to, more = [] }) =>
        pathname === to ||
        more.some((each) => isBelow(pathname, each)) ||
        (to.split("/").length > 3 && isBelow(pathname, to)),
    );
  return found.sort((one, other) => other.to.length - one.to.length)[0];
}

/** Returns all places, for search by name. */
export const placesOf = (slug: string, role: Role): Place[] => areasOf(slug, role).flatMap(({ places }) => places);
