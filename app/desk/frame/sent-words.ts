import { type RoomTree, translationOf } from "~/i18n/room";
import { knownWordsHeader } from "./room-words";
import { roomsOfRoutes } from "./rooms-of-routes";

/** As the browser says it: `now:health,steps incidents:form`. */
function knownIn(request: Request): Map<string, Set<string>> {
  const rooms = (request.headers.get(knownWordsHeader) ?? "").split(" ");
  return new Map(
    rooms.map((each) => {
      const [room = "", groups = ""] = each.split(":", 2);
      return [room, new Set(groups.split(","))];
    }),
  );
}

/** As JSON: the words that the route's script needs and lacks. One text, because data costs by its pieces. */
export function sentWords(route: string | null, request: Request): string {
  const known = knownIn(request);
  const sent: Record<string, RoomTree> = {};
  for (const [room, groups] of Object.entries(roomsOfRoutes[route ?? ""] ?? {})) {
    const lacking = groups.filter((group) => !known.get(room)?.has(group));
    const tree = translationOf("en", room) ?? {};
    if (lacking.length > 0) sent[room] = Object.fromEntries(lacking.map((group) => [group, tree[group] ?? {}]));
  }
  return JSON.stringify(sent);
}
