/** Decodes escapes of ASCII, as a router by decoded paths does; others stay. */
const decoded = (path: string): string =>
  path.replaceAll(/%([0-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/**
 * Returns the path of an address as the runtime reads it: dot segments resolved, `\` as `/`, without query and
 * fragment.
 */
const resolved = (path: string): string | undefined => URL.parse(`http://worker${path}`)?.pathname;

const isNamed = (path: string): boolean => /^[/\\]+cdn-cgi(?![^/\\?#;])/i.test(path);

/**
 * True when an address is one of the runtime's own, as the runtime resolves it or after decoding. The decoded path is
 * resolved again, because `%2e%2e%2f` leads up only then.
 */
export function isRuntimeInternalPath(path: string): boolean {
  if (!path.startsWith("/")) return true;
  const first = resolved(path);
  if (first === undefined || isNamed(first)) return true;
  const second = resolved(decoded(first).replaceAll(/[/\\]+/g, "/"));
  return second === undefined || isNamed(second);
}
