import known from "./registries.json";

let servers: Map<string, string> | null = null;

/** Read when it is first asked for: most invocations look at no domain. */
function serversByName(): Map<string, string> {
  servers ??= new Map(
    Object.entries(known.servers).flatMap(([address, names]) => names.split(" ").map((name) => [name, address])),
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
    if (found !== undefined) return found.endsWith("/") ? found : `${found}/`;
  }
  return null;
}
