/**
 * Texts of updates for which no person gave words: kept with their key, so that every visitor reads them in their own
 * language (group `auto` of the catalogue). A person's edit replaces both.
 */
export const generatedUpdateTexts = {
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

export type GeneratedTextName = keyof typeof generatedUpdateTexts;

export const isGeneratedTextName = (key: unknown): key is GeneratedTextName =>
  typeof key === "string" && Object.hasOwn(generatedUpdateTexts, key);

const keys = new Map<string, GeneratedTextName>(
  Object.entries(generatedUpdateTexts).map(([key, text]) => [text, key as GeneratedTextName]),
);

/** The vendor with the problem, and the address of the vendor's own incident. */
export interface VendorCause {
  vendor: string;
  url: string;
}

/**
 * The key of an update, or the vendor that causes it, kept after its key, so that it can be written in each visitor's
 * language.
 */
export type GeneratedTextKey = GeneratedTextName | `because ${string}`;

const because = "because ";

export const vendorTextKey = (cause: VendorCause): GeneratedTextKey => `${because}${JSON.stringify(cause)}`;

/** Returns the vendor that an update names as the cause; null when it has another text. */
export function vendorCauseOf(said: unknown): VendorCause | null {
  if (typeof said !== "string" || !said.startsWith(because)) return null;
  try {
    const { vendor, url } = JSON.parse(said.slice(because.length)) as Partial<VendorCause>;
    return typeof vendor === "string" && isPublicUrl(url) ? { vendor, url } : null;
  } catch {
    return null;
  }
}

/** Returns true for a web address to which visitors may be sent. */
export const isPublicUrl = (url: unknown): url is string =>
  typeof url === "string" && url.length <= 500 && /^https?:$/.test(URL.parse(url)?.protocol ?? "");

/** Returns the key of a body that is one of the usual texts. */
export const generatedTextNameOf = (body: string): GeneratedTextName | null => keys.get(body.trim()) ?? null;
