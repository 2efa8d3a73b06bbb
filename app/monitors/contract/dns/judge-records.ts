import type { Refusal } from "~/failures/refusal";
import { englishSentence } from "../contract";
import { quotePeerText } from "../quoted-text";
import {
  type DnsAnswer,
  type DnsRecordType,
  isSoaSerialFrom,
  soaSerialOf,
  toComparableRecordValue,
} from "./record-values";

/** Expected records of a name. */
export interface ExpectedDnsRecords {
  type: DnsRecordType;
  match: "any" | "exactly" | "contains" | "count";
  /** Values, one per line. */
  values?: string | undefined;
  count?: number | undefined;
  serial?: number | undefined;
  dnssec: "no" | "yes";
}

/** The fault in one resolver's response. */
export interface DnsRecordTrouble {
  code: string;
  detail: Refusal;
}

export const nonEmptyLines = (text: string | undefined) =>
  (text ?? "").split(/\r\n|\r|\n/).filter((line) => line.trim() !== "");

const shown = (values: readonly string[]) => quotePeerText(values.join(", "), 80);

const refusals: Record<number, string> = { 1: "FORMERR", 2: "SERVFAIL", 4: "NOTIMP", 5: "REFUSED" };

function recordsTrouble({ type, match, values, count }: ExpectedDnsRecords, found: string[]): DnsRecordTrouble | null {
  const expected = nonEmptyLines(values).map((line) => toComparableRecordValue(type, line));
  const missing = expected.filter((each) => !found.includes(each));
  const extra = found.filter((each) => !expected.includes(each));
  if (match === "count") {
    if (found.length === count) return null;
    return {
      code: "record_count",
      detail: englishSentence("{{found}} records, {{count}} expected.", { found: found.length, count: count ?? 0 }),
    };
  }
  if (found.length === 0)
    return { code: "no_record", detail: englishSentence("No {{type}} record was found.", { type }) };
  if (match === "any") return null;
  if (missing.length > 0)
    return {
      code: "record_missing",
      detail: englishSentence("{{missing}} is missing from the records.", { missing: shown(missing) }),
    };
  if (match === "contains" || extra.length === 0) return null;
  return { code: "record_unexpected", detail: englishSentence("{{extra}} is not expected.", { extra: shown(extra) }) };
}

function serialTrouble({ serial }: ExpectedDnsRecords, found: string[]): DnsRecordTrouble | null {
  if (serial === undefined) return null;
  const present = soaSerialOf(found);
  if (present !== null && isSoaSerialFrom(present, serial)) return null;
  return {
    code: "serial",
    // A serial is an identifier, so no language groups its digits.
    detail: englishSentence("The serial is {{present}}, at least {{serial}} expected.", {
      present: String(present ?? "?"),
      serial: String(serial),
    }),
  };
}

/** Returns what differs from the expected records; null when nothing does. */
export function dnsRecordTrouble(
  given: ExpectedDnsRecords,
  { code, proven, values }: DnsAnswer,
): DnsRecordTrouble | null {
  if (code === 3) return { code: "nxdomain", detail: englishSentence("There is no such name.") };
  if (code !== 0)
    return {
      code: "dns_error",
      detail: englishSentence("It answered {{error}}.", { error: refusals[code] ?? String(code) }),
    };
  const wrong = recordsTrouble(given, values) ?? serialTrouble(given, values);
  if (wrong !== null) return wrong;
  return given.dnssec === "yes" && !proven
    ? { code: "not_validated", detail: englishSentence("The answer is not validated by DNSSEC.") }
    : null;
}
