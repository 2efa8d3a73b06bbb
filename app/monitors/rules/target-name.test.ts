import { expect, test } from "vitest";
import { isAddressName, monitorTargetName } from "./target-name";

test.each([
  [{ url: "https://shop.example.com/health?deep=1" }, "shop.example.com"],
  [{ url: "https://shop.example.com:8443/" }, "shop.example.com:8443"],
  [{ url: "not an address" }, "TCP port"],
  [{ url: "http://localhost/health" }, "localhost"],
  [{ host: "db" }, "TCP port"],
  [{ host: "2001:db8::7" }, "2001:db8::7"],
  [{ host: " db.example.com ", port: "5432" }, "db.example.com"],
  [{ name: "example.org", type: "A" }, "example.org"],
  [{ url: "", host: "" }, "TCP port"],
  [{}, "TCP port"],
])("%o is called %s", (settings, name) => {
  expect(monitorTargetName(settings, "TCP port")).toBe(name);
});

test.each([
  ["127.0.0.1:8961", true],
  ["shop.example.com 2", true],
  ["https://shop.example.com/health", true],
  ["localhost:80", true],
  ["Checkout", false],
  ["Checkout, from outside", false],
  ["Checkout 2", false],
  ["Version 2.1 of the shop", false],
])("%s is an address: %s", (name, is) => {
  expect(isAddressName(name)).toBe(is);
});
