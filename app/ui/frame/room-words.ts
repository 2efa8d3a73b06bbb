import { addTranslation, type RoomTree } from "~/i18n/room";

/** With each ask for a page's data: the language of the words that are in the browser already, and which: as groups by room. */
export const knownWordsHeader = "upfront-known-words";

/** Every page shows these: in English they are in the script. */
export const scripted: readonly string[] = ["frame", "parts"];

interface Sent {
  language: string;
  /** The same, with the page's where that is another one. */
  spoken: string;
  rooms: Record<string, RoomTree>;
}

let taken = "";
let spoken = "";
const here = new Map<string, RoomTree>();

/** In a browser: the words that came with the page, before anything of it is drawn. The server has them all. */
export function takeWords(sent: string): void {
  if (typeof document === "undefined" || sent === taken) return;
  taken = sent;
  const { language, spoken: now, rooms } = JSON.parse(sent) as Sent;
  if (now !== spoken) here.clear();
  spoken = now;
  for (const [room, groups] of Object.entries(rooms)) {
    const tree = { ...here.get(room), ...groups };
    here.set(room, tree);
    const isScripted = scripted.includes(room);
    // The words of an English page in another frame are English alone: the frame borrows them, for the title.
    if (isScripted || now === language) addTranslation(language, room, tree);
    if (!isScripted) addTranslation("en", room, tree);
  }
}

const knownWords = () =>
  [spoken, ...[...here].map(([room, tree]) => `${room}:${Object.keys(tree).join(",")}`)].join(" ");

/** Has each ask for a page's data say which words are here: only the others are sent. */
export function sayKnownWords(): void {
  const ask = window.fetch;
  window.fetch = (input, init) => {
    if (!(input instanceof URL) || !input.pathname.endsWith(".data")) return ask(input, init);
    const headers = new Headers(init?.headers);
    headers.set(knownWordsHeader, knownWords());
    return ask(input, { ...init, headers });
  };
}
