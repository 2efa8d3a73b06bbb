import type { z } from "zod";

/** What a status page says of one of its components, in Statuspage's words; null = a word that we do not know. */
export type VendorStatus =
  | "operational"
  | "under_maintenance"
  | "degraded_performance"
  | "partial_outage"
  | "major_outage";

/** A status page as all formats can be read. */
export interface VendorPage {
  /** What the vendor calls it; null where its format does not say. */
  name: string | null;
  /** Of the whole page; null = it says so in a word that we do not know, whatever its components say. */
  whole: VendorStatus | null;
  components: VendorComponent[];
  /** The format lists only what has trouble: what it does not list is well. */
  onlyTrouble?: true;
  /** What people read, where that is not the address that is asked. */
  link?: string | undefined;
}

export interface VendorComponent {
  /** By which it can be followed besides its name. */
  id: string;
  name: string;
  status: VendorStatus | null;
  /** Other names that stand for it, such as its region. */
  also?: readonly string[];
  /** Of a text, in lower case: whoever is named in it is meant. */
  text?: string;
}

/** One format of status pages: where it is below the page's address, and how it is read. */
export interface VendorFormat {
  /** In the settings, for ever. `[a-z]`. */
  key: string;
  /** What people know it by. */
  title: string;
  address(url: string): string;
  /** Null for what is no such page. `now`: UTC ms. */
  read(text: string, now: number): VendorPage | null;
}

/** Behind the host, whatever else stands in the address. */
export const atPath = (path: string) => (url: string) => new URL(path, url).href;

export const readingJson =
  <Shape extends z.ZodType>(shape: Shape, page: (said: z.output<Shape>) => VendorPage) =>
  (text: string): VendorPage | null => {
    try {
      const read = shape.safeParse(JSON.parse(text));
      return read.success ? page(read.data) : null;
    } catch {
      return null;
    }
  };

/** What a format's words mean; null for one that is not among them. */
export const meaning =
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

/** None at all is well. */
export const worstOf = (all: readonly VendorStatus[]): VendorStatus =>
  ladder[Math.max(0, ...all.map((each) => ladder.indexOf(each)))] as VendorStatus;

/** Null where the word of one of them is not known. */
export function wholeOf(components: readonly VendorComponent[]): VendorStatus | null {
  const known = components.flatMap(({ status }) => status ?? []);
  return known.length === components.length ? worstOf(known) : null;
}

/** One outage among hundreds of services is a part of the whole. */
export function partOfMany(components: readonly VendorComponent[]): VendorStatus | null {
  const whole = wholeOf(components);
  return whole === "major_outage" ? "partial_outage" : whole;
}

/** The page's word, or its components' where those are worse; a component of an unknown word changes nothing of it. */
export function worseOf(whole: VendorStatus | null, components: readonly VendorComponent[]): VendorStatus | null {
  const parts = partOfMany(components.filter(({ status }) => status !== null)) ?? "operational";
  return whole && worstOf([whole, parts]);
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** Whether `wanted`, a line of the settings, means this component. */
export function isMeant({ id, name, also = [], text }: VendorComponent, wanted: string): boolean {
  if ([id, name].includes(wanted) || also.some((each) => isSame(each, wanted))) return true;
  return text?.includes(wanted.toLowerCase()) ?? false;
}
