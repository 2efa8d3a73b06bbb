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
  "maintenance_series",
  "channel",
] as const;

export type MovedNoun = (typeof movedNouns)[number];

/** Nouns that the document did not have at first: what was stored before an upgrade lacks them. */
export type LaterMovedNoun = "maintenance_series" | "channel";
