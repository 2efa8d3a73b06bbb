import known from "./registries.json";

/**
 * Unpacks the names that `npm run registries` packs. A capital letter encodes how many characters a name shares with
 * the one before it.
 */
function namesIn(packed: string): string[] {
  let before = "";
  return packed.split(/(?=[A-Z])/).map((each) => {
    before = before.slice(0, each.charCodeAt(0) - 65) + each.slice(1);
    return before;
  });
}

let servers: Map<string, string> | null = null;

/** Returns the servers by name, unpacked on first use, because most invocations check no domain. */
function serversByName(): Map<string, string> {
  servers ??= new Map(
    Object.entries(known.servers).flatMap(([pattern, packed]) =>
      namesIn(packed).map((name): [string, string] => [name, `${pattern.replaceAll("*", name)}/`]),
    ),
  );
  return servers;
}

/**
 * Returns the RDAP address of the domain's registry, with its last slash; null when IANA's list names none (RFC 9224;
 * published on the `publication` of registries.json, refreshed by `npm run registries`). `domain` is in ASCII and lower
 * case.
 */
export function rdapAddressOf(domain: string): string | null {
  const labels = domain.split(".");
  for (let from = 1; from < labels.length; from++) {
    const found = serversByName().get(labels.slice(from).join("."));
    if (found !== undefined) return found;
  }
  return null;
}
