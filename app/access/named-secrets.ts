import { isSecretFieldWithValue } from "./secret-names";
import { withoutSecretTokens } from "./secret-shapes";
import { redactionMask } from "./strike-out";

/** Names that mark a secret in an address only; elsewhere they are ordinary words. */
const secretInQuery = /^(?:code|key|sig|sid|pwd|pass|otp|pin|nonce|state|ticket)$/i;

/** Maximum number of characters that are searched; callers show no more than that. */
const searchedChars = 8192;

/** Forms in which a name and a value appear together: the first group is the name, the second the value, at the end. */
const members = [
  // JSON, also within a JSON text, where each quote is escaped, and within HTML.
  /"([^"\\\n]{1,80})"\s{0,8}(?::|=>)\s{0,8}"((?:[^"\\]|\\[\s\S])*)/g,
  /\\"([^"\\\n]{1,80})\\"\s{0,8}:\s{0,8}\\"([^"\\]*)/g,
  /&(?:quot|#34|#x22);([\w.-]{1,80})&(?:quot|#34|#x22);\s{0,8}(?::|=&gt;)\s{0,8}&(?:quot|#34|#x22);([^<&]*)/g,
  // Numbers, and lists of numbers and texts.
  /\\?"([^"\\\n]{1,80})\\?"\s{0,8}:\s{0,8}(-?\d[\w.+-]{0,60})/g,
  /\\?"([^"\\\n]{1,80})\\?"\s{0,8}:\s{0,8}\[([^[\]{}]{1,2000})/g,
  // Dumps of PHP, Python, Ruby and JavaScript.
  /'([^'\\\n]{1,80})'\s{0,8}(?::|=>)\s{0,8}'((?:[^'\\]|\\[\s\S])*)/g,
  /[{,(]\s{0,4}:?([\w.-]{1,60})\s{0,8}(?::|=>)\s{0,8}["']((?:[^"'\\]|\\[\s\S])*)/g,
  // A name in one member with its value in the next, and rows of two.
  /"(?:name|key|Name|Key)"\s{0,8}:\s{0,8}"([^"\\\n]{1,80})"\s{0,8},\s{0,8}"[vV]alue"\s{0,8}:\s{0,8}"((?:[^"\\]|\\[\s\S])*)/g,
  /\[\s{0,8}"([^"\\\n]{1,80})"\s{0,8},\s{0,8}"((?:[^"\\]|\\[\s\S])*)(?="\s{0,8}\])/g,
  // Elements of XML, and HTML tables that show an environment.
  /<([\w.:-]{1,60})(?:\s[^<>]{0,200})?>([^<]{1,2000})/g,
  /<t[dh](?:\s[^<>]{0,200})?>\s{0,8}([\w.[\]'" -]{1,80}?)\s{0,8}<\/t[dh]>\s{0,8}<td(?:\s[^<>]{0,200})?>(?:\s{0,8}<(?:pre|code|span|i)(?:\s[^<>]{0,200})?>)?([^<]{1,2000})/g,
];

/** `name=value` of a form, a query, a cookie, a connection string or an environment. */
const pairs = /(^|[?&;,\s"'`])([\w.[\]-]{1,60})=("[^"\n]*"?|'[^'\n]*'?|[^&\s"'<>;,]+)/g;

/** A line of the form `name: value`. */
const lines = /^([ \t]{0,40})([\w.-]{1,60})([ \t]{0,8}:[ \t]{0,8})(\S[^\n]*)$/gm;

const tags = /<(?:input|meta)\b[^>]{1,1000}>?/gi;
const tagName = /\b(?:name|id|type)\s{0,4}=\s{0,4}["']?([^"'\s>]{1,80})/gi;
const tagValue = /\b((?:value|content)\s{0,4}=\s{0,4})("[^"]*"?|'[^']*'?|[^\s>]+)/gi;

/** User and password within an address. */
const userinfo = /\b([a-z][a-z0-9+.-]{1,20}:\/\/)[^\s/?#"'<>]{1,300}@/gi;
/** User and password within an Oracle address, which has no slashes before them. */
const oracle = /\b(jdbc:oracle:\w{1,10}:)[^\s/@]{1,60}\/[^\s@]{1,100}@/gi;
const schemes = /\b(bearer|basic|digest|negotiate) +(?=[\w.~+/=-]{0,300}\d)[\w.~+/=-]{16,}/gi;

const inTag = (tag: string): string => {
  const names = [...tag.matchAll(tagName)].map(([, name = ""]) => name);
  return tag.replace(tagValue, (whole, before: string, value: string) =>
    names.some((name) => isSecretFieldWithValue(name, value)) ? `${before}${redactionMask}` : whole,
  );
};

function inMembers(text: string): string {
  return members.reduce(
    (all, form) =>
      all.replace(form, (whole, name: string, value: string) =>
        value !== "" && isSecretFieldWithValue(name, value.trim())
          ? `${whole.slice(0, -value.length)}${redactionMask}`
          : whole,
      ),
    text,
  );
}

/**
 * Returns the text without what it marks as secret: members, fields and parameters with such names, users and passwords
 * within addresses, and tokens, because a server's answer may contain someone's session. At most 8,192 characters of
 * it.
 */
export function withoutNamedSecrets(text: string, most = searchedChars): string {
  return withoutSecretTokens(inMembers(text.slice(0, most)))
    .replace(tags, inTag)
    .replace(userinfo, `$1${redactionMask}@`)
    .replace(oracle, `$1${redactionMask}@`)
    .replace(pairs, (whole, before: string, name: string, value: string) => {
      if (value.startsWith(redactionMask)) return whole;
      const isSecret = isSecretFieldWithValue(name, value) || (/[?&]/.test(before) && secretInQuery.test(name));
      return isSecret ? `${before}${name}=${redactionMask}` : whole;
    })
    .replace(lines, (whole, indent: string, name: string, colon: string, value: string) =>
      isSecretFieldWithValue(name, value) ? `${indent}${name}${colon}${redactionMask}` : whole,
    )
    .replace(schemes, `$1 ${redactionMask}`);
}
