const isAscii = (text: string) => /^\p{ASCII}*$/u.test(text);

/** Characters that belong to other parts of an address, so that the text is not a host. */
const beside = /[\s/?#@\\]/;

const withoutLastDot = (name: string): string => name.replace(/(?<!\.)\.$/, "");

/** Returns its ASCII form as in URLs (https://url.spec.whatwg.org/#concept-domain-to-ascii); null when it has none. */
const asciiOf = (name: string): string | null => {
  const found = URL.parse(`http://${name}/`);
  // Dots of other scripts (`。`) have become plain dots only here.
  return found && withoutLastDot(found.hostname);
};

const isAddress6 = (text: string) => /^[\da-f:.]+$/i.test(text) && text.includes(":");

/** Returns the normal form of an IPv6 address, as URLs write it. */
const address6Of = (text: string): string | null => URL.parse(`http://[${text}]/`)?.hostname.slice(1, -1) ?? null;

/**
 * Returns a host as programs write it, from any notation of a person: without surrounding blanks, brackets and the last
 * dot, in ASCII and lower case. Null for a text that is not a host. A name of digits stays a name.
 */
export function normaliseHost(text: string): string | null {
  const given = text.trim();
  const bare = given.startsWith("[") && given.endsWith("]") ? given.slice(1, -1) : given;
  if (isAddress6(bare)) return address6Of(bare);
  const name = withoutLastDot(bare);
  if (name === "" || name.length > 253 || beside.test(name) || name.includes(":")) return null;
  return isAscii(name) ? name.toLowerCase() : asciiOf(name);
}

/** Returns the same, or the text as written when it is not a host, so that the error of the call can show it. */
export const normaliseHostOrKeepText = (text: string): string => normaliseHost(text) ?? text.trim();
