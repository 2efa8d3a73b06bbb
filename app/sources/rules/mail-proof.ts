/**
 * One result of the receiving server's verification of the sender, as in its header (RFC 8601): `mx.example; dkim=pass
 * header.d=example.com; spf=pass smtp.mailfrom=a@example.com; dmarc=pass header.from=example.com`.
 */
interface MailAuthResult {
  method: string;
  result: string;
  properties: ReadonlyMap<string, string>;
}

const maxHeaderChars = 8192;

interface ParserState {
  /** Number of open comments: `(a (b) c)`. */
  depth: number;
  isQuoted: boolean;
  isEscaped: boolean;
}

/**
 * Returns the text for a character, and the next place. Senders choose quoted text, so separators within quotes do not
 * count.
 */
function step({ depth, isQuoted, isEscaped }: ParserState, letter: string): [string, ParserState] {
  const here = { depth, isQuoted, isEscaped: false };
  const kept = depth > 0 ? "" : isQuoted ? letter.replace(/[\s;=()"\\]/, "_") : letter;
  if (isEscaped) return [kept, here];
  if (letter === "\\") return ["", { ...here, isEscaped: depth > 0 || isQuoted }];
  if (depth === 0 && letter === '"') return ["", { ...here, isQuoted: !isQuoted }];
  if (isQuoted) return [kept, here];
  if (letter === "(") return [" ", { ...here, depth: depth + 1 }];
  return letter === ")" && depth > 0 ? ["", { ...here, depth: depth - 1 }] : [kept, here];
}

/** Removes comments and quotes (RFC 5322 §3.2). */
function bare(text: string): string {
  let place: ParserState = { depth: 0, isQuoted: false, isEscaped: false };
  let plain = "";
  for (const letter of text.slice(0, maxHeaderChars)) {
    const [kept, next] = step(place, letter);
    plain += kept;
    place = next;
  }
  return plain;
}

function findingOf(part: string): MailAuthResult {
  const [first = "", ...rest] = part.trim().split(/\s+/);
  const [method = "", result = ""] = first.toLowerCase().split("=");
  const properties = rest.map((each) => {
    const [name = "", ...value] = each.split("=");
    return [name.toLowerCase(), value.join("=").toLowerCase()] as const;
  });
  return { method, result, properties: new Map(properties) };
}

/** Returns the server that wrote the header. */
export const authenticatingServerOf = (header: string): string =>
  (bare(header).split(";")[0] ?? "").trim().split(/\s+/)[0] ?? "";

const domainOf = (text: string): string => text.slice(text.lastIndexOf("@") + 1);

/** Returns true when the proven domain is the sender's own, or a parent of it, as DKIM and SPF require. */
const covers = (proven: string, domain: string): boolean =>
  proven.includes(".") && (domain === proven || domain.endsWith(`.${proven}`));

function provenDomains({ method, result, properties }: MailAuthResult): string[] {
  if (result !== "pass") return [];
  const named = { dmarc: ["header.from"], dkim: ["header.d", "header.i"], spf: ["smtp.mailfrom"] }[method] ?? [];
  return named.flatMap((name) => properties.get(name) ?? []).map(domainOf);
}

/**
 * Returns true when the domain of the address in From vouches for the email; `header` is null when it was not verified.
 */
export function isSenderVerified(header: string | null, from: string): boolean {
  if (header === null || !from.includes("@")) return false;
  const [, ...parts] = bare(header).split(";");
  const domain = domainOf(from.toLowerCase());
  return parts.map(findingOf).some((finding) => provenDomains(finding).some((each) => covers(each, domain)));
}

/** Parses addresses and domains (`example.com`, `@example.com`), separated by commas or blanks, to lower case. */
export const parseSenderList = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter(Boolean);

/** Returns true when the list contains the address or its domain, or is empty. */
export function isSenderListed(senders: readonly string[], from: string): boolean {
  const address = from.toLowerCase();
  return (
    senders.length === 0 || senders.some((each) => each === address || each.replace(/^@/, "") === domainOf(address))
  );
}
