import fc from "fast-check";
import { expect, test } from "vitest";
import { parseFailedRecipients } from "./delivery-status";

const group = (over: Record<string, string> = {}) =>
  Object.entries({
    "Final-Recipient": "rfc822; Ann@Example.com",
    Action: "failed",
    Status: "5.1.1",
    "Diagnostic-Code": "smtp; 550 5.1.1 no such user",
    ...over,
  })
    .filter(([, value]) => value !== "")
    .map(([name, value]) => `${name}: ${value}`)
    .join("\r\n");
const report = (...groups: string[]) => ["Reporting-MTA: dns; mx.example.com", ...groups].join("\r\n\r\n");

test.each<[string, string, [string[], string][]]>([
  ["a failure for good", report(group()), [[["ann@example.com"], "550 5.1.1 no such user"]]],
  [
    "both addresses of one",
    report(group({ "Original-Recipient": "rfc822;ann+x@example.com" })),
    [[["ann+x@example.com", "ann@example.com"], "550 5.1.1 no such user"]],
  ],
  [
    "a reason over several lines",
    report(group({ "Diagnostic-Code": "smtp; 550\r\n  no such\r\n\tuser" })),
    [[["ann@example.com"], "550 no such user"]],
  ],
  ["no reason but the status", report(group({ "Diagnostic-Code": "" })), [[["ann@example.com"], "5.1.1"]]],
  [
    "names in any case, one line break",
    report(group()).toUpperCase().replaceAll("\r", ""),
    [[["ann@example.com"], "550 5.1.1 NO SUCH USER"]],
  ],
  ["only late", report(group({ Action: "delayed", Status: "4.4.1" })), []],
  ["given up for now", report(group({ Status: "4.4.7" })), []],
  ["delivered", report(group({ Action: "delivered", Status: "2.0.0" })), []],
  ["no status", report(group({ Status: "" })), []],
  ["nothing", "", []],
  [
    "two, one of whom failed",
    report(group({ Action: "relayed" }), group({ "Final-Recipient": "rfc822; bob@example.com" })),
    [[["bob@example.com"], "550 5.1.1 no such user"]],
  ],
])("%s", (_, text, failed) => {
  expect(parseFailedRecipients(text).map(({ addresses, reason }) => [addresses, reason])).toEqual(failed);
});

test("whatever is written, little is made of it", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 500 }), fc.nat(200), (text, times) => {
      const failed = parseFailedRecipients(
        report(...Array.from({ length: times }, () => group({ Status: `5.${text}` }))),
      );
      expect(failed.length).toBeLessThanOrEqual(20);
    }),
    { numRuns: 50 },
  );
  expect(parseFailedRecipients(`${"a: b\r\n ".repeat(200_000)}`)).toEqual([]);
});
