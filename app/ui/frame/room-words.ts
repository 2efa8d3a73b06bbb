import { addTranslation, type RoomTextCatalogue } from "~/i18n/word-room";

/** Request header with the language and groups of words that the browser already has, by room. */
export const knownWordsHeader = "upfront-known-words";

/** Rooms used on every page, whose English words are in the script. */
export const scriptedWordRooms: readonly string[] = ["frame", "parts"];

interface SentRoomWords {
  language: string;
  /** The same language, together with the page's if that differs. */
  spoken: string;
  rooms: Record<string, RoomTextCatalogue>;
}

let taken = "";
let spoken = "";
const here = new Map<string, RoomTextCatalogue>();

/** Takes the words that came with the page, before anything is drawn. The server has all words. */
export function storeSentWords(sent: string): void {
  if (typeof document === "undefined" || sent === taken) return;
  taken = sent;
  const { language, spoken: now, rooms } = JSON.parse(sent) as SentRoomWords;
  if (now !== spoken) here.clear();
  spoken = now;
  for (const [room, groups] of Object.entries(rooms)) {
    const tree = { ...here.get(room), ...groups };
    here.set(room, tree);
    const isScripted = scriptedWordRooms.includes(room);
    // Words of an English page inside a translated frame are added for English only; the frame uses them for the title.
    if (isScripted || now === language) addTranslation(language, room, tree);
    if (!isScripted) addTranslation("en", room, tree);
  }
}

const knownWords = () =>
  [spoken, ...[...here].map(([room, tree]) => `${room}:${Object.keys(tree).join(",")}`)].join(" ");

/** Adds the known words to each request for a page's data, so that only missing ones are sent. */
export function addKnownWordsHeader(): void {
  const ask = window.fetch;
  window.fetch = (input, init) => {
    if (!(input instanceof URL) || !input.pathname.endsWith(".data")) return ask(input, init);
    const headers = new Headers(init?.headers);
    headers.set(knownWordsHeader, knownWords());
    return ask(input, { ...init, headers });
  };
}
