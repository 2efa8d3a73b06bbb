import { struckOut } from "./strike-out";

/** What signs somebody in, by whatever name. */
const secretName =
  /auth(?!or(?!i[sz]))|cookie|token|secret|session|signature|passw|passphrase|api[-_]?key|private[-_]?key|credential|csrf|xsrf|jwt/i;
/** Such in an address alone: elsewhere they are words like others. */
const secretInQuery = /^(?:code|key|sig|sid|pwd|pass|otp|pin|nonce|state|ticket)$/i;

/** Whether a header, a member or a field of this name holds what nobody else may read. */
export const isSecretName = (name: string): boolean => secretName.test(name);

/** Longer texts are looked at so far only; whoever shows one shows less. */
const lookedAt = 8192;

/** `"name": "value"`, also within a text of JSON, where each quote is escaped. */
const members = [
  /"([^"\\\n]{1,80})"(\s{0,8}:\s{0,8}")((?:[^"\\]|\\[\s\S])*)/g,
  /\\"([^"\\\n]{1,80})\\"(\s{0,8}:\s{0,8}\\")([^"\\]*)/g,
];

/** `name=value` of a form, a query, a cookie or an environment. */
const pairs = /(^|[?&;,\s"'`])([\w.[\]-]{1,60})=("[^"\n]*"?|'[^'\n]*'?|[^&\s"'<>;,]+)/g;

/** `name: value` that is a line. */
const lines = /^([ \t]{0,40})([\w.-]{1,60})([ \t]{0,8}:[ \t]{0,8})(\S[^\n]*)$/gm;

const tags = /<(?:input|meta)\b[^>]{1,1000}>?/gi;
const tagName = /\b(?:name|id|type)\s{0,4}=\s{0,4}["']?([^"'\s>]{1,80})/gi;
const tagValue = /\b((?:value|content)\s{0,4}=\s{0,4})("[^"]*"?|'[^']*'?|[^\s>]+)/gi;

/** Who signs in, within an address. */
const userinfo = /\b([a-z][a-z0-9+.-]{1,20}:\/\/)[^\s/?#@"'<>]{1,300}@/gi;
const schemes = /\b(bearer|basic|digest|negotiate) +(?=[\w.~+/=-]{0,300}\d)[\w.~+/=-]{16,}/gi;
/** A JSON Web Token begins with an object. */
const webTokens = /\beyJ[\w-]{6,500}\.[\w-]{4,}(?:\.[\w-]*)?/g;

const inTag = (tag: string): string => {
  const names = [...tag.matchAll(tagName)].map(([, name = ""]) => name);
  return names.some(isSecretName) ? tag.replace(tagValue, `$1${struckOut}`) : tag;
};

function inMembers(text: string): string {
  return members.reduce(
    (all, form) =>
      all.replace(form, (whole, name: string, _between: string, value: string) =>
        value === "" || !isSecretName(name) ? whole : `${whole.slice(0, -value.length)}${struckOut}`,
      ),
    text,
  );
}

/**
 * The text without what it says itself is a secret: members, fields and parameters named so, who signs in within addresses,
 * and tokens. What a server answered may be anybody's session. At most 8,192 characters of it.
 */
export function withoutNamedSecrets(text: string): string {
  return inMembers(text.slice(0, lookedAt))
    .replace(tags, inTag)
    .replace(userinfo, `$1${struckOut}@`)
    .replace(pairs, (whole, before: string, name: string) => {
      const isSecret = isSecretName(name) || (/[?&]/.test(before) && secretInQuery.test(name));
      return isSecret ? `${before}${name}=${struckOut}` : whole;
    })
    .replace(lines, (whole, indent: string, name: string, colon: string) =>
      isSecretName(name) ? `${indent}${name}${colon}${struckOut}` : whole,
    )
    .replace(schemes, `$1 ${struckOut}`)
    .replace(webTokens, struckOut);
}
