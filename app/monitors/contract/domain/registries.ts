import known from "./registries.json";

/** As `npm run registries` packs them: a capital letter says how much of the name before it the next one begins with. */
function namesIn(packed: string): string[] {
  let before = "";
  return packed.split(/(?=[A-Z])/).map((each) => {
    before = before.slice(0, each.charCodeAt(0) - 65) + each.slice(1);
    return before;
  });
}

let servers: Map<string, string> | null = null;

/** Read when it is first asked for: most invocations look at no domain. */
function serversByName(): Map<string, string> {
  servers ??= new Map(
    Object.entries(known.servers).flatMap(([pattern, packed]) =>
      namesIn(packed).map((name): [string, string] => [name, `${pattern.replaceAll("*", name)}/`]),
    ),
  );
  return servers;
}

/**
 * Where the registry of this domain answers by RDAP, with its last slash; null where IANA's list (RFC 9224; published on
 * the `publication` of registries.json, refreshed by `npm run registries`) names none. `domain`: in ASCII, small letters.
 */
export function registryOf(domain: string): string | null {
  const labels = domain.split(".");
  for (let from = 1; from < labels.length; from++) {
    const found = serversByName().get(labels.slice(from).join("."));
    if (found !== undefined) return found;
  }
  return null;
}
