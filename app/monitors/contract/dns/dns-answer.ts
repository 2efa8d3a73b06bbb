import { z } from "zod";
import { type DnsAnswer, type DnsRecordType, dnsRecordTypes, toComparableRecordValue } from "./record-values";

/**
 * Response of a resolver in JSON (developers.cloudflare.com/1.1.1.1,
 * developers.google.com/speed/public-dns/docs/doh/json).
 */
const answered = z.object({
  Status: z.number().int(),
  /** True when truncated: some records are missing. */
  TC: z.boolean().optional(),
  /** True when the resolver validated the answer by DNSSEC. */
  AD: z.boolean().optional(),
  Answer: z.array(z.object({ type: z.number().int(), data: z.string() })).optional(),
});

/** Returns the response; null when the text is not such JSON, or when the response is truncated. */
export function parseDnsAnswer(type: DnsRecordType, text: string): DnsAnswer | null {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return null;
  }
  const read = answered.safeParse(json);
  if (!read.success || read.data.TC) return null;
  const { Status: code, AD: proven = false, Answer: records = [] } = read.data;
  const mine = records.filter((each) => each.type === dnsRecordTypes[type]);
  return { code, proven, values: [...new Set(mine.map(({ data }) => toComparableRecordValue(type, data)))].sort() };
}
