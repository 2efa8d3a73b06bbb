import { textKeeper } from "./text-keeper";

/**
 * What somebody types into a form with a text stays on this device until it was taken: over a lost connection, a
 * closed tab, a session that ended. Signing out forgets all of it.
 */
interface KeptText {
  /** The instant of the page's rendering (ms): the browser's own clock may be wrong. */
  at: number;
  values: Record<string, string>;
}

const prefix = "upfront-text:";
const week = 7 * 86_400_000;

const keyOf = (path: string, form: string) => `${prefix}${path}:${form}`;

/** A browser may refuse its storage (private windows, full, switched off): then nothing is kept, and all else works. */
function storage(): Storage | null {
  try {
    return window.localStorage;
  } catch (error) {
    console.warn("What is typed cannot be kept on this device.", error);
    return null;
  }
}

function put(key: string, text: string): void {
  try {
    storage()?.setItem(key, text);
  } catch (error) {
    console.warn("What is typed cannot be kept on this device.", error);
  }
}

/** ms between two writings of what somebody types. */
const pause = 500;

const keeper = textKeeper({ put, drop: (key) => storage()?.removeItem(key) }, (run) => void setTimeout(run, pause));

/** Kept soon: `read` is asked once a pause, and when the page may go. */
export const keepText = (path: string, form: string, read: () => KeptText): void =>
  keeper.typed(keyOf(path, form), () => JSON.stringify(read()));

export const keepNow = (): void => keeper.flush();

/** The form stands there with nothing typed or with what came back: from now on its text is kept. */
export const beginText = (path: string, form: string): void => keeper.begin(keyOf(path, form));

const isKept = (read: unknown): read is KeptText =>
  typeof read === "object" && read !== null && "at" in read && "values" in read;

/** Null when there is none, or it is older than a week. */
export function readKeptText(path: string, form: string, now: number): Record<string, string> | null {
  const text = storage()?.getItem(keyOf(path, form)) ?? null;
  const read: unknown = text === null ? null : JSON.parse(text);
  return isKept(read) && now - read.at < week ? read.values : null;
}

/** Taken or thrown away: what is still on its way to the device does not get there. */
export const forgetText = (path: string, form: string): void => keeper.forget(keyOf(path, form));

export function forgetAllTexts(): void {
  keeper.flush();
  for (const key of Object.keys(storage() ?? {})) if (key.startsWith(prefix)) keeper.forget(key);
}
