import type { ConfigurationError, FilePlace } from "../rules/configuration-types";

/** A text, number, truth value or null of a file. */
export interface PlacedScalar {
  type: "scalar";
  value: string | number | boolean | null;
  /** Its letters in the file, for a text that looks like a number. */
  source: string;
  /** True when a variable is in it: a field of numbers or truth values takes its letters. */
  isFilled: boolean;
  /** True when a variable of it is not set, which is an error already. */
  isMissing?: boolean;
  place: FilePlace;
}

export interface PlacedEntry {
  key: string;
  keyPlace: FilePlace;
  value: PlacedValue;
}

export interface PlacedMap {
  type: "map";
  entries: readonly PlacedEntry[];
  place: FilePlace;
}

export interface PlacedList {
  type: "list";
  items: readonly PlacedValue[];
  place: FilePlace;
}

export type PlacedValue = PlacedScalar | PlacedMap | PlacedList;

/** Most errors of a file that are listed. */
const maxErrors = 100;

/** The errors of a file, in the order in which they were found. */
export class ConfigurationErrorList {
  readonly all: ConfigurationError[] = [];

  add(message: string, place: FilePlace | null): null {
    if (this.all.length < maxErrors) this.all.push({ message, place });
    return null;
  }
}

/** Raised for a file of which nothing more can be said, such as one that is too large. */
export class UnreadableFileError extends Error {
  readonly place: FilePlace | null;

  constructor(message: string, place: FilePlace | null) {
    super(message);
    this.place = place;
  }
}

export const placedValueKindText = (value: PlacedValue): string => {
  if (value.type !== "scalar") return value.type === "map" ? "fields" : "a list";
  if (value.value === null) return "nothing";
  return typeof value.value === "string" ? `“${value.value.slice(0, 60)}”` : value.source;
};
