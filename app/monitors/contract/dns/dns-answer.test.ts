import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { parseDnsAnswer } from "./dns-answer";
import { type DnsRecordType, dnsRecordTypes, toComparableRecordValue } from "./record-values";

test.each([
  ["A", "\\# 4 c0000201", "192.0.2.1"],
  ["AAAA", "\\# 16 20010db8000000000000000000000001", "2001:DB8::1"],
  ["CNAME", "\\# 13 07 65 78 61 6d 70 6c 65 03 63 6f 6d 00", "Example.COM."],
  ["NS", "\\# 13 076578616d706c6503636f6d00", "example.com"],
  ["PTR", "\\# 13 076578616d706c6503636f6d00", "example.com."],
  ["MX", "\\# 15 000a 076578616d706c6503636f6d00", "10 example.com."],
  ["TXT", "\\# 11 05 68 65 6c 6c 6f 04 c3 bc 22 21", '"hello" "ü\\"!"'],
  ["SRV", "\\# 19 0001 0002 01bb 076578616d706c6503636f6d00", "1 2 443 example.com."],
  ["CAA", "\\# 22 00 05 69 73 73 75 65 6c 65 74 73 65 6e 63 72 79 70 74 2e 6f 72 67", '0 issue "letsencrypt.org"'],
  ["DS", "\\# 8 ec45 05 02 aabbccdd", "60485 5 2 AABB CCDD"],
  ["SOA", "\\# 22 00 00 00000001 00000002 00000003 00000004 00000005", ". . 1 2 3 4 5"],
  ["HTTPS", "\\# 21 0001 00 0001 0006 026833026832 0004 0004 c0000201", '1 . ipv4hint=192.0.2.1 alpn="h3,h2"'],
  ["CNAME", "bücher.example.", "xn--bcher-kva.example"],
  ["MX", "10 BÜCHER.example", "10 xn--bcher-kva.example."],
  ["TXT", '"gr\\195\\188\\195\\159e"', "grüße"],
  ["TXT", '"a;b" "c\\092d"', "a;bc\\\\d"],
  ["TXT", '"one" "two"', "onetwo"],
  ["CAA", '0 ISSUE "ca.example; account=1"', "0 issue ca.example; account=1"],
] as [DnsRecordType, string, string][])("%s %s is %s", (type, one, other) => {
  expect(toComparableRecordValue(type, one)).toBe(toComparableRecordValue(type, other));
});

test("what is not as long as it says, or no such record, stays what it is", () => {
  for (const data of ["\\# 4 c00002", "\\# 5 c000020100", "\\# 1", "\\# x", "\\#", "\\# 3 zz zz zz"])
    expect(toComparableRecordValue("A", data)).toBe(data.toLowerCase());
});

test("an empty value of unknown form is no record’s, and is compared as it is", () => {
  expect(toComparableRecordValue("TXT", "\\# 0")).toBe("");
  expect(toComparableRecordValue("A", "\\# 0")).toBe("\\# 0");
});

test("as reported: one record in the notations of two resolvers", () => {
  const [one, other] = ["cloudflare", "google"].map((name) => {
    const file = new URL(`../../../../tests/fixtures/reports/caa-${name}-form.json`, import.meta.url);
    return parseDnsAnswer("CAA", readFileSync(file, "utf8"))?.values;
  });
  expect(one).toEqual(["0 issue letsencrypt.org"]);
  expect(other).toEqual(one);
});

const hex = fc
  .uint8Array({ maxLength: 60 })
  .map((bytes) => `\\# ${bytes.length} ${Buffer.from(bytes).toString("hex")}`);

test("whatever a resolver writes, nothing is thrown, and a value compares to itself", () => {
  const types = fc.constantFrom(...(Object.keys(dnsRecordTypes) as DnsRecordType[]));
  fc.assert(
    fc.property(types, fc.oneof(hex, fc.string({ unit: "binary", maxLength: 80 })), (type, data) => {
      const value = toComparableRecordValue(type, data);
      expect(toComparableRecordValue(type, data)).toBe(value);
      const text = JSON.stringify({ Status: 0, Answer: [{ type: dnsRecordTypes[type], data }] });
      expect(parseDnsAnswer(type, text)?.values).toEqual([value]);
    }),
  );
});
