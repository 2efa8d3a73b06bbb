const isAscii = (text: string) => /^\p{ASCII}*$/u.test(text);

/** What stands in an address beside a host, so that it is none. */
const beside = /[\s/?#@\\]/;

const withoutLastDot = (name: string): string => name.replace(/(?<!\.)\.$/, "");

/** Its ASCII form as URLs have it (https://url.spec.whatwg.org/#concept-domain-to-ascii); null where there is none. */
const asciiOf = (name: string): string | null => {
  const found = URL.parse(`http://${name}/`);
  // Other scripts have dots of their own (`。`), which are dots only now.
  return found && withoutLastDot(found.hostname);
};

const isAddress6 = (text: string) => /^[\da-f:.]+$/i.test(text) && text.includes(":");

/** An address has many spellings, and one that URLs have. */
const address6Of = (text: string): string | null => URL.parse(`http://[${text}]/`)?.hostname.slice(1, -1) ?? null;

/**
 * A host as programs name it to each other, however a person wrote it: without blanks around it, brackets and the last dot,
 * in ASCII and small letters. Null for what is no host. A name of digits stays one.
 */
export function hostOf(text: string): string | null {
  const given = text.trim();
  const bare = given.startsWith("[") && given.endsWith("]") ? given.slice(1, -1) : given;
  if (isAddress6(bare)) return address6Of(bare);
  const name = withoutLastDot(bare);
  if (name === "" || name.length > 253 || beside.test(name) || name.includes(":")) return null;
  return isAscii(name) ? name.toLowerCase() : asciiOf(name);
}

/** The same, and as it was written where it is no host: who calls it is told so. */
export const hostOrAsWritten = (text: string): string => hostOf(text) ?? text.trim();
