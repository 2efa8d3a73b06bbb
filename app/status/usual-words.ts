/**
 * What updates say where no person gave words: kept with its key, so that every reader reads it in their own language
 * (group `auto` of the catalogue). A person's edit replaces both.
 */
export const usualWords = {
  opened: "Our monitoring reported this automatically. We are investigating.",
  worsened: "The problem now affects more of our service. We are investigating.",
  reopened: "The problem has recurred. We are investigating.",
  resolved: "Our monitoring reports that the problem has ended. This incident was resolved automatically.",
  work_in_progress: "Scheduled maintenance is currently in progress.",
  work_verifying: "We are verifying the maintenance.",
  work_completed: "The scheduled maintenance has been completed.",
  work_cancelled: "This maintenance has been cancelled.",
  work_extended: "This maintenance will take longer than scheduled.",
  work_moved: "The time of this maintenance has changed.",
  work_rearranged: "The times of this maintenance and of the following ones have changed.",
  work_ended: "This maintenance and the following ones have been cancelled.",
} as const;

export type UsualWord = keyof typeof usualWords;

export const isUsualWord = (key: unknown): key is UsualWord =>
  typeof key === "string" && Object.hasOwn(usualWords, key);

const keys = new Map<string, UsualWord>(Object.entries(usualWords).map(([key, text]) => [text, key as UsualWord]));

/** Whose problem it is, and where they say so. */
export interface Because {
  vendor: string;
  url: string;
}

/** The key of an update, or that it is because of somebody else: kept behind its key, so that each reader's language says it. */
export type UsualSaid = UsualWord | `because ${string}`;

const because = "because ";

export const saidBecause = (cause: Because): UsualSaid => `${because}${JSON.stringify(cause)}`;

/** Because of whom an update says that it is; null where it says something else. */
export function becauseOf(said: unknown): Because | null {
  if (typeof said !== "string" || !said.startsWith(because)) return null;
  try {
    const { vendor, url } = JSON.parse(said.slice(because.length)) as Partial<Because>;
    return typeof vendor === "string" && isPublicLink(url) ? { vendor, url } : null;
  } catch {
    return null;
  }
}

/** A web address that visitors may be sent to. */
export const isPublicLink = (url: unknown): url is string =>
  typeof url === "string" && url.length <= 500 && /^https?:$/.test(URL.parse(url)?.protocol ?? "");

/** The key of a body that is one of them. */
export const usualWordOf = (body: string): UsualWord | null => keys.get(body.trim()) ?? null;
