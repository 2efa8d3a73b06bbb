import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { certificateOwnTrouble } from "./judge-certificate";

const reported = new URL("../../../../tests/fixtures/reports/idn-cert.pem", import.meta.url);
const certificate = new X509Certificate(readFileSync(reported));
const now = Date.parse("2026-12-01T00:00:00Z");

test.each([
  "bücher.example",
  "BÜCHER.example.",
  "xn--bcher-kva.example",
  "XN--BCHER-KVA.example",
  "www.bücher.example",
])("as reported: a certificate for xn--bcher-kva.example is for %s", (host) =>
  expect(certificateOwnTrouble(certificate, { host, days: 0 }, now)).toBeNull(),
);

test.each(["bucher.example", "example", "a.b.bücher.example"])("it is not for %s", (host) => {
  expect(certificateOwnTrouble(certificate, { host, days: 0 }, now)).toMatchObject({
    verdict: "down",
    code: "wrong_name",
  });
});
