/**
 * The state of a DNS record of the sender's domain, and its proper value. `unknown` = no answer, or no name to look up.
 */
export interface DnsRecordFinding {
  what: "spf" | "dkim" | "dmarc";
  state: "good" | "missing" | "wrong" | "unknown";
  /** DNS name of the record. */
  name: string;
  found: string[];
  /** Value to set; null = nothing to set, or the service shows it. */
  set: string | null;
}

/** TXT records that were found; null = no answer. */
export interface SenderTxtRecords {
  domain: string;
  selector: string | null;
  spf: string[] | null;
  dkim: string[] | null;
  dmarc: string[] | null;
}

export const domainOfMailAddress = (address: string): string => address.slice(address.lastIndexOf("@") + 1);

export const dkimRecordName = (selector: string, domain: string): string => `${selector}._domainkey.${domain}`;
export const dmarcRecordName = (domain: string): string => `_dmarc.${domain}`;

const spfWords = (record: string): string[] => record.trim().split(/\s+/);

/**
 * Checks that there is exactly one record, that it names the sending service, and that it does not allow all senders
 * (RFC 7208).
 */
function spfFinding({ domain: name, spf }: SenderTxtRecords, mechanism: string | null): DnsRecordFinding {
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

/**
 * Checks for a key that is not revoked (RFC 6376 §3.6.1: an empty `p` revokes it). Only the service knows which key is
 * right.
 */
function dkimFinding({ domain, selector, dkim }: SenderTxtRecords): DnsRecordFinding {
  const what = "dkim" as const;
  if (selector === null) return { what, state: "unknown", name: dkimRecordName("…", domain), found: [], set: null };
  const finding = { what, name: dkimRecordName(selector, domain), set: null };
  if (dkim === null) return { ...finding, state: "unknown", found: [] };
  const found = dkim.filter((text) => /(?:^|;)\s*p\s*=/i.test(text));
  const good = found.length === 1 && /(?:^|;)\s*p\s*=\s*[A-Za-z0-9+/]/i.test(found[0] ?? "");
  return { ...finding, found, state: good ? "good" : found.length === 0 ? "missing" : "wrong" };
}

/**
 * Checks that there is exactly one record with a policy (RFC 7489). Gmail and Yahoo require it of bulk senders; `none`
 * is enough.
 */
function dmarcFinding({ domain, dmarc }: SenderTxtRecords): DnsRecordFinding {
  const found = (dmarc ?? []).filter((text) => /^v\s*=\s*DMARC1\s*(;|$)/i.test(text.trim()));
  const finding = { what: "dmarc" as const, name: dmarcRecordName(domain), found };
  if (dmarc === null) return { ...finding, state: "unknown", set: null };
  const good = found.length === 1 && /;\s*p\s*=\s*(?:none|quarantine|reject)\s*(?:;|$)/i.test(found[0] ?? "");
  if (good) return { ...finding, state: "good", set: null };
  const state = found.length === 0 ? "missing" : "wrong";
  return { ...finding, state, set: `v=DMARC1; p=none; rua=mailto:postmaster@${domain}` };
}

/** `mechanism` = the sender's SPF mechanism, such as `include:amazonses.com`; null = unknown. */
export const senderRecordFindings = (texts: SenderTxtRecords, mechanism: string | null): DnsRecordFinding[] => [
  spfFinding(texts, mechanism),
  dkimFinding(texts),
  dmarcFinding(texts),
];
