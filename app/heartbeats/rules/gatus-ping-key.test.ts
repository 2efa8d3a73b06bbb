import { expect, test } from "vitest";
import { gatusPingKey } from "./gatus-ping-key";

test("an endpoint and its token are one key for ever", () => {
  const key = gatusPingKey("core_ext-ep-test", "potato");
  expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(gatusPingKey("Core_ext-ep-test", "potato")).toBe(key);
  const others = [
    gatusPingKey("core_ext-ep-test", "Potato"),
    gatusPingKey("core_other", "potato"),
    gatusPingKey("core_ext-ep-testpotato", ""),
  ];
  expect(new Set([key, ...others]).size).toBe(4);
});
