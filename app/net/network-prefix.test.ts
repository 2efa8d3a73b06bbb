import { expect, test } from "vitest";
import { networkPrefix } from "./network-prefix";

test.each([
  ["192.0.2.7", "c00002/24"],
  ["192.0.2.200", "c00002/24"],
  ["192.0.3.7", "c00003/24"],
  ["::ffff:192.0.2.7", "c00002/24"],
  ["2001:db8:1:2::1", "20010db80001/48"],
  ["2001:db8:1:ffff:9::1", "20010db80001/48"],
  ["2001:db8:2:100::1", "20010db80002/48"],
  ["no address", "unknown"],
  ["", "unknown"],
  [null, "unknown"],
])("%s belongs to %s", (address, prefix) => {
  expect(networkPrefix(address)).toBe(prefix);
});
