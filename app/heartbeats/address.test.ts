import { expect, test } from "vitest";
import type { Ctx } from "~/platform/ctx";
import { pingMailAddressOf } from "./address";

test("only a UUID is an address for emails: another key was never given one", () => {
  const ctx = { config: { mailDomain: "in.example.com" } } as Ctx;
  const uuid = "0b7c9a52-6b1f-4a68-9a4e-3a1d0f0b6c11";
  expect(pingMailAddressOf(ctx, `http://localhost:8787/ping/${uuid}`)).toBe(`${uuid}@in.example.com`);
  expect(pingMailAddressOf(ctx, "http://localhost:8787/ping/kuma-token")).toBeNull();
  expect(pingMailAddressOf(ctx, null)).toBeNull();
});
