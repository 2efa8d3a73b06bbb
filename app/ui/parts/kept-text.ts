import { dayMs } from "~/time/durations";
import { createFormTextKeeper } from "./text-keeper";

/**
 * Typed text stays on this device until the form is accepted: through a lost connection, a closed tab or an expired
 * session. Signing out deletes all of it.
 */
interface StoredFormText {
  /** Time of the page's rendering (ms), because the browser's clock may be wrong. */
  at: number;
  values: Record<string, string>;
}

const prefix = "upfront-text:";
const weekMs = 7 * dayMs;

const keyOf = (path: string, form: string) => `${prefix}${path}:${form}`;

/**
 * Returns the browser's storage; null when the browser refuses it (private windows, full, switched off), and then
 * nothing is kept.
 */
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

/** Shortest time between two writes of typed text, in ms. */
const writeIntervalMs = 500;

const keeper = createFormTextKeeper(
  { put, drop: (key) => storage()?.removeItem(key) },
  (run) => void setTimeout(run, writeIntervalMs),
);

/** Schedules a write: `read` is called once a pause, and before the page may be closed. */
export const scheduleFormTextSave = (path: string, form: string, read: () => StoredFormText): void =>
  keeper.typed(keyOf(path, form), () => JSON.stringify(read()));

export const flushFormTexts = (): void => keeper.flush();

/** Starts keeping a form's text, when the form is empty or its text was restored. */
export const beginFormText = (path: string, form: string): void => keeper.begin(keyOf(path, form));

const isKept = (read: unknown): read is StoredFormText =>
  typeof read === "object" && read !== null && "at" in read && "values" in read;

/** Returns the kept text; null when there is none or it is older than a week. */
export function readStoredFormText(path: string, form: string, now: number): Record<string, string> | null {
  const text = storage()?.getItem(keyOf(path, form)) ?? null;
  const read: unknown = text === null ? null : JSON.parse(text);
  return isKept(read) && now - read.at < weekMs ? read.values : null;
}

/** Deletes the text of a form that was accepted or discarded, including a pending write. */
export const forgetFormText = (path: string, form: string): void => keeper.forget(keyOf(path, form));

export function forgetAllFormTexts(): void {
  keeper.flush();
  for (const key of Object.keys(storage() ?? {})) if (key.startsWith(prefix)) keeper.forget(key);
}
