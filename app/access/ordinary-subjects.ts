import * as nouns from "~/nouns";

const all: readonly nouns.NounDefinition[] = Object.values(nouns);

/** Prefixes of actions on subjects that hold neither a secret nor personal data: no such action gives or removes access. */
export const nonSensitiveActionPrefixes: readonly string[] = all.flatMap(({ name, audit }) =>
  audit?.ordinary ? [audit.prefix ?? name] : [],
);
