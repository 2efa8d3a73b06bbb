import ipaddr from "ipaddr.js";
import type { Refusal } from "~/failures/refusal";

/** Name and text of the DNS record that verifies the ownership of a host. */
export const hostProofRecordName = (host: string): string => `_upfront.${host}`;
export const hostProofRecordText = (proof: string): string => `upfront-proof=${proof}`;

const label = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;

export type HostParseResult = { ok: true; host: string } | { ok: false; code: string; message: Refusal };

const no = (code: string, message: Refusal): HostParseResult => ({ ok: false, code, message });

const isPrivateName = (host: string) => /\.(localhost|local|internal|invalid|test|example|onion|arpa)$/.test(host);

/**
 * Reads a typed host in the form that browsers use: lower case, no port, no trailing dot. Refuses addresses, wildcards,
 * single labels, names that are not in public DNS, and `own`, the deployment's host.
 */
export function parseHost(typed: string, own: string): HostParseResult {
  const text = typed.trim().toLowerCase().replace(/\.$/, "");
  if (text.includes("*")) return no("wildcard_host", "host.wildcard");
  if (/[/:@\s]/.test(text) && !ipaddr.isValid(text.replaceAll(/[[\]]/g, ""))) return no("bad_host", "host.only");
  const host = URL.parse(`https://${text}`)?.hostname ?? "";
  if (ipaddr.isValid(text.replaceAll(/[[\]]/g, "")) || ipaddr.isValid(host)) {
    return no("ip_host", "host.ip");
  }
  const labels = host.split(".");
  if (!labels.every((each) => label.test(each)) || host.length > 253) {
    return no("bad_host", "host.bad");
  }
  if (labels.length < 2) return no("single_label", "host.full");
  if (isPrivateName(host) || /^\d+$/.test(labels.at(-1) ?? "")) {
    return no("private_host", "host.private");
  }
  if (host === own) return no("own_host", "host.own");
  return { ok: true, host };
}

interface DnsAnswer {
  Status?: unknown;
  Answer?: unknown;
}

/** Joins the quoted strings of a TXT record, each of up to 255 bytes. */
const unquoted = (data: string): string =>
  /"/.test(data) ? [...data.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, part = ""]) => part).join("") : data;

const txtRecordCode = 16;

/**
 * Returns the texts of the TXT records in an answer of DNS over HTTPS (application/dns-json); null when it is not such
 * an answer.
 */
export function parseTxtRecords(body: string): string[] | null {
  let answer: DnsAnswer;
  try {
    answer = JSON.parse(body) as DnsAnswer;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
  if (typeof answer !== "object" || answer === null || typeof answer.Status !== "number") return null;
  const records = Array.isArray(answer.Answer) ? (answer.Answer as unknown[]) : [];
  return records.flatMap((record) => {
    const { type, data } = (record ?? {}) as { type?: unknown; data?: unknown };
    return type === txtRecordCode && typeof data === "string" ? [unquoted(data)] : [];
  });
}
