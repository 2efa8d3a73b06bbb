import type { z } from "zod";

/** Status of a component on a status page, in Statuspage's terms; null = an unknown word. */
export type VendorStatus =
  | "operational"
  | "under_maintenance"
  | "degraded_performance"
  | "partial_outage"
  | "major_outage";

/** A status page in the form shared by all formats. */
export interface VendorPage {
  /** The vendor's name for the page; null when its format does not give one. */
  name: string | null;
  /** Status of the whole page; null when its word is unknown to us, even if those of the components are known. */
  whole: VendorStatus | null;
  components: VendorComponent[];
  /** True when the format lists only components with problems, so that all others are operational. */
  onlyTrouble?: true;
  /** Page for people, when it differs from the queried address. */
  link?: string | undefined;
}

export interface VendorComponent {
  /** Id, by which a component can be followed as well as by its name. */
  id: string;
  name: string;
  status: VendorStatus | null;
  /** Other names for the component, such as its region. */
  also?: readonly string[];
  /** Text in lower case, in which a component's name is looked up. */
  text?: string;
}

/** One format of status pages: its address relative to the page's, and its parser. */
export interface VendorPageFormat {
  /** Permanent key in the settings. `[a-z]`. */
  key: string;
  /** Name of the format, as people know it. */
  title: string;
  address(url: string): string;
  /** Returns the page; null when the text is not such a page. `now` is in UTC ms. */
  read(text: string, now: number): VendorPage | null;
}

/** Returns a path on the page's host, ignoring the rest of the address. */
export const urlOnPageHost = (path: string) => (url: string) => new URL(path, url).href;

export const jsonVendorPageReader =
  <Shape extends z.ZodType>(shape: Shape, page: (said: z.output<Shape>) => VendorPage) =>
  (text: string): VendorPage | null => {
    try {
      const read = shape.safeParse(JSON.parse(text));
      return read.success ? page(read.data) : null;
    } catch {
      return null;
    }
  };

/** Maps a format's words to statuses; null for a word that is not in the list. */
export const vendorStatusByWord =
  (words: Readonly<Record<string, VendorStatus>>) =>
  (word: string): VendorStatus | null =>
    Object.hasOwn(words, word) ? (words[word] as VendorStatus) : null;

const ladder: readonly VendorStatus[] = [
  "operational",
  "under_maintenance",
  "degraded_performance",
  "partial_outage",
  "major_outage",
];

/** Returns the worst status; operational when the list is empty. */
export const worstVendorStatus = (all: readonly VendorStatus[]): VendorStatus =>
  ladder[Math.max(0, ...all.map((each) => ladder.indexOf(each)))] as VendorStatus;

/** Returns the worst status of all components; null when one of them is unknown. */
export function overallVendorStatus(components: readonly VendorComponent[]): VendorStatus | null {
  const known = components.flatMap(({ status }) => status ?? []);
  return known.length === components.length ? worstVendorStatus(known) : null;
}

/** Returns the status of the whole, for which a major outage of one component is a partial outage. */
export function statusOfManyComponents(components: readonly VendorComponent[]): VendorStatus | null {
  const whole = overallVendorStatus(components);
  return whole === "major_outage" ? "partial_outage" : whole;
}

/**
 * Returns the page's status, or that of its components if it is worse; components with an unknown status are ignored.
 */
export function worseVendorStatus(
  whole: VendorStatus | null,
  components: readonly VendorComponent[],
): VendorStatus | null {
  const parts = statusOfManyComponents(components.filter(({ status }) => status !== null)) ?? "operational";
  return whole && worstVendorStatus([whole, parts]);
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** True when `wanted`, a line of the settings, refers to this component. */
export function isFollowedVendorComponent({ id, name, also = [], text }: VendorComponent, wanted: string): boolean {
  if ([id, name].includes(wanted) || also.some((each) => isSame(each, wanted))) return true;
  return text?.includes(wanted.toLowerCase()) ?? false;
}
