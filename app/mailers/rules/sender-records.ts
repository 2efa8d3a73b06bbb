/** What the DNS of a sender's domain says, and what it should say. `unknown`: nobody answered, or nobody said where to look. */
export interface RecordFinding {
  what: "spf" | "dkim" | "dmarc";
  state: "good" | "missing" | "wrong" | "unknown";
  /** Where it stands. */
  name: string;
  found: string[];
  /** What to set there; null = nothing, or what the service shows. */
  set: string | null;
}

/** null = no answer. */
export interface SenderTexts {
  domain: string;
  selector: string | null;
  spf: string[] | null;
  dkim: string[] | null;
  dmarc: string[] | null;
}

export const domainOf = (address: string): string => address.slice(address.lastIndexOf("@") + 1);

export const dkimName = (selector: string, domain: string): string => `${selector}._domainkey.${domain}`;
export const dmarcName = (domain: string): string => `_dmarc.${domain}`;

const spfWords = (record: string): string[] => record.trim().split(/\s+/);

/** One record, that names who sends, and does not let in everybody (RFC 7208). */
function spfFinding({ domain: name, spf }: SenderTexts, mechanism: string | null): RecordFinding {
  const found = (spf ?? []).filter((text) => /^v=spf1(\s|$)/i.test(text.trim()));
  const finding = { what: "spf" as const, name, found };
  if (spf === null) return { ...finding, state: "unknown", set: null };
  const words = found.flatMap((record) => spfWords(record).slice(1));
  const named = words.filter((word) => !/^[+~?-]?all$/i.test(word));
  const sends = mechanism === null || named.some((word) => word.toLowerCase() === mechanism) ? [] : [mechanism];
  const lets = words.some((word) => /^\+?all$/i.test(word));
  if (found.length === 1 && sends.length === 0 && !lets) return { ...finding, state: "good", set: null };
  const strict = words.some((word) => word.toLowerCase() === "-all") ? "-all" : "~all";
  const wanted = [...new Set([...named, ...sends])];
  const set = wanted.length > 0 ? ["v=spf1", ...wanted, strict].join(" ") : null;
  return { ...finding, state: found.length === 0 ? "missing" : "wrong", set };
}

/** A key that was not taken back (RFC 6376 §3.6.1: an empty `p` revokes it). Which one, the service alone knows. */
function dkimFinding({ domain, selector, dkim }: SenderTexts): RecordFinding {
  const what = "dkim" as const;
  if (selector === null) return { what, state: "unknown", name: dkimName("…", domain), found: [], set: null };
  const finding = { what, name: dkimName(selector, domain), set: null };
  if (dkim === null) return { ...finding, state: "unknown", found: [] };
  const found = dkim.filter((text) => /(?:^|;)\s*p\s*=/i.test(text));
  const good = found.length === 1 && /(?:^|;)\s*p\s*=\s*[A-Za-z0-9+/]/i.test(found[0] ?? "");
  return { ...finding, found, state: good ? "good" : found.length === 0 ? "missing" : "wrong" };
}

/** One record with a policy (RFC 7489); Gmail and Yahoo ask bulk senders for one, `none` is enough. */
function dmarcFinding({ domain, dmarc }: SenderTexts): RecordFinding {
  const found = (dmarc ?? []).filter((text) => /^v\s*=\s*DMARC1\s*(;|$)/i.test(text.trim()));
  const finding = { what: "dmarc" as const, name: dmarcName(domain), found };
  if (dmarc === null) return { ...finding, state: "unknown", set: null };
  const good = found.length === 1 && /;\s*p\s*=\s*(?:none|quarantine|reject)\s*(?:;|$)/i.test(found[0] ?? "");
  if (good) return { ...finding, state: "good", set: null };
  const state = found.length === 0 ? "missing" : "wrong";
  return { ...finding, state, set: `v=DMARC1; p=none; rua=mailto:postmaster@${domain}` };
}

/** `mechanism`: what SPF calls who sends, such as `include:amazonses.com`; null = nobody knows. */
export const senderFindings = (texts: SenderTexts, mechanism: string | null): RecordFinding[] => [
  spfFinding(texts, mechanism),
  dkimFinding(texts),
  dmarcFinding(texts),
];
