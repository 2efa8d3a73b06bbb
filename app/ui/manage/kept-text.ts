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

export function keepText(path: string, form: string, kept: KeptText): void {
  try {
    storage()?.setItem(keyOf(path, form), JSON.stringify(kept));
  } catch (error) {
    console.warn("What is typed cannot be kept on this device.", error);
  }
}

const isKept = (read: unknown): read is KeptText =>
  typeof read === "object" && read !== null && "at" in read && "values" in read;

/** Null when there is none, or it is older than a week. */
export function readKeptText(path: string, form: string, now: number): Record<string, string> | null {
  const text = storage()?.getItem(keyOf(path, form)) ?? null;
  const read: unknown = text === null ? null : JSON.parse(text);
  return isKept(read) && now - read.at < week ? read.values : null;
}

export const forgetText = (path: string, form: string): void => storage()?.removeItem(keyOf(path, form));

export function forgetAllTexts(): void {
  const kept = storage();
  for (const key of Object.keys(kept ?? {})) if (key.startsWith(prefix)) kept?.removeItem(key);
}
