import * as nouns from "~/nouns";
import type english from "./words/en.json";

const all: readonly nouns.NounDefinition[] = Object.values(nouns);

/** An entry of the menu. */
export interface MenuItemDefinition {
  /** Path below the page's own; "" = that itself. */
  to: string;
  name: keyof typeof english.place;
  /** Paths that belong to it and are not below its own. */
  more?: readonly string[];
  need?: "admin" | "owner";
}

interface OrderedMenuItem extends MenuItemDefinition {
  order: number;
}

/** Areas in order: a responder's first tasks come first, rare setup comes last. */
const areas = ["respond", "page", "monitoring", "team", "more"] as const;

type MenuAreaName = (typeof areas)[number];

/** Places that are no noun's own. */
const others: Readonly<Record<MenuAreaName, readonly OrderedMenuItem[]>> = {
  respond: [{ order: 10, to: "", name: "now" }],
  page: [
    { order: 30, to: "settings/branding", name: "branding", need: "admin" },
    { order: 40, to: "settings/domain", name: "domain", need: "owner" },
    { order: 50, to: "settings/visibility", name: "visibility", need: "owner" },
  ],
  monitoring: [],
  team: [],
  more: [
    { order: 10, to: "settings", name: "settings" },
    { order: 20, to: "system", name: "system", more: ["usage"] },
    { order: 30, to: "help", name: "help" },
  ],
};

const placesOfNouns = (area: MenuAreaName): OrderedMenuItem[] =>
  Object.values(nouns).flatMap((noun) =>
    "menu" in noun && "area" in noun.menu && noun.menu.area === area
      ? [{ order: noun.menu.order, to: noun.at, name: noun.menu.name }]
      : [],
  );

const below = (place: string): string[] =>
  all.flatMap(({ at, menu }) => (menu && at !== undefined && "below" in menu && menu.below === place ? [at] : []));

function placeOf({ order: _, more = [], ...place }: OrderedMenuItem): MenuItemDefinition {
  const further = [...below(place.name), ...more];
  return further.length === 0 ? place : { ...place, more: further };
}

/** The menu of a page, whoever reads it. */
export const pageMenu = areas.map((name) => ({
  name,
  places: [...others[name], ...placesOfNouns(name)].toSorted((one, other) => one.order - other.order).map(placeOf),
}));
