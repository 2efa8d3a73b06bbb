/** Nouns of the document, in the order in which they are written: later ones name earlier ones. */
export const movedNouns = [
  "page",
  "group",
  "component",
  "monitor",
  "heartbeat",
  "incident",
  "maintenance",
  "template",
  "subscriber",
] as const;

export type MovedNoun = (typeof movedNouns)[number];
