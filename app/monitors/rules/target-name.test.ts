import { expect, test } from "vitest";
import { monitorTargetName } from "./target-name";

test.each([
  [{ url: "https://shop.example.com/health?deep=1" }, "shop.example.com"],
  [{ url: "https://shop.example.com:8443/" }, "shop.example.com:8443"],
  [{ url: "not an address" }, "not an address"],
  [{ host: " db.example.com ", port: "5432" }, "db.example.com"],
  [{ name: "example.org", type: "A" }, "example.org"],
  [{ url: "", host: "" }, "TCP port"],
  [{}, "TCP port"],
])("%o is called %s", (settings, name) => {
  expect(monitorTargetName(settings, "TCP port")).toBe(name);
});
