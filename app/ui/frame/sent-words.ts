import { wordGroupsPath } from "~/i18n/catalogue-rooms";
import { isolateEnglish } from "~/i18n/catalogue-text";
import { pseudoLanguage } from "~/i18n/pseudo";
import { type RoomTextCatalogue, translationOf } from "~/i18n/word-room";
import type { CatalogueReader } from "~/i18n/words";
import { knownWordsHeader, scriptedWordRooms } from "./room-words";

/** Parses the browser's header: `nl now:health,steps incidents:form`; words in another language do not count. */
function knownIn(request: Request, language: string): Map<string, Set<string>> {
  const [spoken, ...rooms] = (request.headers.get(knownWordsHeader) ?? "").split(" ");
  if (spoken !== language) return new Map();
  return new Map(
    rooms.map((each) => {
      const [room = "", groups = ""] = each.split(":", 2);
      return [room, new Set(groups.split(","))];
    }),
  );
}

const isTranslated = (language: string) => language !== "en" && language !== pseudoLanguage;

/** The requested page: a route's module, and whether it belongs to a status page. */
interface RequestedRoute {
  route: string | null;
  onPage: boolean;
}

/** Layout of a status page's management, which also includes the search. */
const layout = "pages/desk/page-layout.route";

/** Groups of words by room. */
type GroupsByRoom = Readonly<Record<string, readonly string[]>>;

/** Returns what the build found for each route; without a build no script asks for words. */
const wordGroupsByRoute = ({ files }: CatalogueReader): Readonly<Record<string, GroupsByRoom>> =>
  (files.kept(wordGroupsPath) ?? {}) as Readonly<Record<string, GroupsByRoom>>;

/** Removes the fields' words, whose English is in the script. */
const withoutFields = (needed: Readonly<Record<string, readonly string[]>>) =>
  Object.fromEntries(Object.entries(needed).filter(([room]) => !room.startsWith("fields/")));

/** Returns the groups of both: the layout and the route may use different ones of a room. */
function allGroups(one: GroupsByRoom, other: GroupsByRoom): GroupsByRoom {
  const rooms = new Set([...Object.keys(one), ...Object.keys(other)]);
  return Object.fromEntries(
    [...rooms].map((room) => [room, [...new Set([...(one[room] ?? []), ...(other[room] ?? [])])]]),
  );
}

function neededBy(reading: CatalogueReader, { route, onPage }: RequestedRoute, language: string): GroupsByRoom {
  const byRoute = wordGroupsByRoute(reading);
  const needed = allGroups(onPage ? (byRoute[layout] ?? {}) : {}, byRoute[route ?? ""] ?? {});
  if (!isTranslated(language)) return withoutFields(needed);
  const wholes = scriptedWordRooms.map((room) => [room, Object.keys(translationOf("en", room) ?? {})]);
  return { ...needed, ...Object.fromEntries(wholes) };
}

/** Returns a group in the language, with English for missing words: the browser has no other fallback. */
function groupIn(language: string, room: string, group: string): RoomTextCatalogue[string] {
  const english = translationOf("en", room)?.[group] ?? {};
  if (!isTranslated(language)) return { ...english };
  const lent = Object.entries(english).map(([key, text]) => [key, isolateEnglish(text, language)]);
  return { ...Object.fromEntries(lent), ...translationOf(language, room)?.[group] };
}

interface FrameAndPageLanguage {
  /** Language of the frame around every page. */
  frame: string;
  /** Language of the page itself. */
  page: string;
}

/**
 * Returns the words that the route's script needs and lacks, as JSON. A single text, because each piece of loader data
 * has a cost.
 */
export function missingWordsJson(
  reading: CatalogueReader,
  shown: RequestedRoute,
  request: Request,
  { frame, page }: FrameAndPageLanguage,
): string {
  const spoken = frame === page ? frame : `${frame}+${page}`;
  const known = knownIn(request, spoken);
  const rooms: Record<string, RoomTextCatalogue> = {};
  for (const [room, groups] of Object.entries(neededBy(reading, shown, frame))) {
    const lacking = groups.filter((group) => !known.get(room)?.has(group));
    if (lacking.length === 0) continue;
    const language = scriptedWordRooms.includes(room) ? frame : page;
    rooms[room] = Object.fromEntries(lacking.map((group) => [group, groupIn(language, room, group)]));
  }
  return JSON.stringify({ language: frame, spoken, rooms });
}
