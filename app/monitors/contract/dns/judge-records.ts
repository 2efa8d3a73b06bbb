import type { Refusal } from "~/failures/refusal";
import { says } from "../contract";
import { clip } from "../quoted-text";
import { type DnsAnswer, isSerialFrom, type RecordType, recordValue, serialOf } from "./record-values";

/** Expected records of a name. */
export interface ExpectedRecords {
  type: RecordType;
  match: "any" | "exactly" | "contains" | "count";
  /** Values, one per line. */
  values?: string | undefined;
  count?: number | undefined;
  serial?: number | undefined;
  dnssec: "no" | "yes";
}

/** The fault in one resolver's answer. */
export interface RecordTrouble {
  code: string;
  detail: Refusal;
}

export const lines = (text: string | undefined) =>
  (text ?? "").split(/\r\n|\r|\n/).filter((line) => line.trim() !== "");

const shown = (values: readonly string[]) => clip(values.join(", "), 80);

const refusals: Record<number, string> = { 1: "FORMERR", 2: "SERVFAIL", 4: "NOTIMP", 5: "REFUSED" };

function recordsTrouble({ type, match, values, count }: ExpectedRecords, found: string[]): RecordTrouble | null {
  const expected = lines(values).map((line) => recordValue(type, line));
  const missing = expected.filter((each) => !found.includes(each));
  const extra = found.filter((each) => !expected.includes(each));
  if (match === "count") {
    if (found.length === count) return null;
    return {
      code: "record_count",
      detail: says("{{found}} records, {{count}} expected.", { found: found.length, count: count ?? 0 }),
    };
  }
  if (found.length === 0) return { code: "no_record", detail: says("There is no {{type}} record.", { type }) };
  if (match === "any") return null;
  if (missing.length > 0)
    return {
      code: "record_missing",
      detail: says("{{missing}} is not among the records.", { missing: shown(missing) }),
    };
  if (match === "contains" || extra.length === 0) return null;
  return { code: "record_unexpected", detail: says("{{extra}} is not expected.", { extra: shown(extra) }) };
}

function serialTrouble({ serial }: ExpectedRecords, found: string[]): RecordTrouble | null {
  if (serial === undefined) return null;
  const present = serialOf(found);
  if (present !== null && isSerialFrom(present, serial)) return null;
  return {
    code: "serial",
    // A serial is an identifier, so no language groups its digits.
    detail: says("The serial is {{present}}, at least {{serial}} expected.", {
      present: String(present ?? "?"),
      serial: String(serial),
    }),
  };
}

/** Returns what differs from the expected records; null when nothing does. */
export function troubleOf(given: ExpectedRecords, { code, proven, values }: DnsAnswer): RecordTrouble | null {
  if (code === 3) return { code: "nxdomain", detail: says("There is no such name.") };
  if (code !== 0)
    return { code: "dns_error", detail: says("It answered {{error}}.", { error: refusals[code] ?? String(code) }) };
  const wrong = recordsTrouble(given, values) ?? serialTrouble(given, values);
  if (wrong !== null) return wrong;
  return given.dnssec === "yes" && !proven
    ? { code: "not_validated", detail: says("The answer is not validated by DNSSEC.") }
    : null;
}
