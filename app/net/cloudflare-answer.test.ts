import { describe, expect, test } from "vitest";
import { refusalText } from "~/i18n/refusal-text";
import {
  cloudflareAwayReason,
  isCloudflareAddressRefusal,
  isConnectRefusalMessage,
  isRuntimeTroubleMessage,
} from "./cloudflare-answer";

const cloudflare = new Headers({ server: "cloudflare" });
const page = '<!DOCTYPE html><div id="cf-error-details">Error 522 Connection timed out</div>';

describe("an answer that Cloudflare made in the place of a host", () => {
  test.each([520, 521, 522, 523, 524, 525, 526, 530])("%i is away, by the short body and by the page", (status) => {
    for (const text of [`error code: ${status}`, "error code: 1016\n", page]) {
      const why = cloudflareAwayReason({ status, headers: cloudflare, text });
      expect(why && refusalText(why, "en")).toContain(`returned ${status}`);
    }
  });

  test.each([
    ["an origin's own status", 522, new Headers({ server: "nginx" }), "error code: 522"],
    ["an origin behind Cloudflare that answers itself", 522, cloudflare, '{"error":"busy"}'],
    ["an origin that mentions the words", 522, cloudflare, "we saw error code: 522 today"],
    ["a status that an origin gives", 503, cloudflare, "error code: 503"],
    ["no server header", 522, new Headers(), page],
  ])("%s is an answer", (_, status, headers, text) => {
    expect(cloudflareAwayReason({ status, headers, text })).toBeNull();
  });
});

test.each([
  ["Cloudflare's own refusal", 403, cloudflare, "error code: 1003\n", true],
  ["another of its refusals", 403, cloudflare, "error code: 1020", false],
  ["an origin's", 403, new Headers({ server: "nginx" }), "error code: 1003", false],
  ["an origin behind Cloudflare that mentions it", 403, cloudflare, "we saw error code: 1003 today", false],
  ["another status", 200, cloudflare, "error code: 1003", false],
])(
  "a call to an IP address that was refused is told by status, header and body: %s",
  (_, status, headers, text, is) => {
    expect(isCloudflareAddressRefusal({ status, headers, text })).toBe(is);
  },
);

test("the runtime's words are told from those of a peer", () => {
  expect(isConnectRefusalMessage("proxy request failed, cannot connect to the specified address")).toBe(true);
  expect(isConnectRefusalMessage("TCP Loop detected")).toBe(true);
  expect(isConnectRefusalMessage("proxy request failed, connection refused")).toBe(false);
  expect(isRuntimeTroubleMessage("Too many subrequests by single Worker invocation.")).toBe(true);
  expect(isRuntimeTroubleMessage("internal error; reference = abc")).toBe(true);
  expect(isRuntimeTroubleMessage("Network connection lost.")).toBe(false);
});
