import { createDecipheriv, createHmac, hkdfSync } from "node:crypto";
import { expect, test } from "vitest";
import { newToken } from "./ids";
import { makeSecrets } from "./secrets";

/** Checked with Node's own cryptography, which shares no code with the code under test. */
const secret = "a secret of at least thirty-two characters";
const keyFor = (use: string) => Buffer.from(hkdfSync("sha256", secret, "upfront", use, 32));

test("what is sealed is AES-256-GCM under a key by HKDF-SHA-256, with a vector of its own each time", async () => {
  const secrets = makeSecrets(secret);
  const sealed = await Promise.all([secrets.seal("the same"), secrets.seal("the same")]);
  const parts = sealed.map((each) => Buffer.from(each.split(".")[1] ?? "", "base64url"));
  expect(parts[0]?.subarray(0, 12)).not.toEqual(parts[1]?.subarray(0, 12));
  for (const bytes of parts) {
    const opened = createDecipheriv("aes-256-gcm", keyFor("settings"), bytes.subarray(0, 12));
    opened.setAuthTag(bytes.subarray(-16));
    expect(Buffer.concat([opened.update(bytes.subarray(12, -16)), opened.final()]).toString()).toBe("the same");
  }
});

test("one altered bit opens nothing, nor does another secret", async () => {
  const secrets = makeSecrets(secret);
  const [id = "", body = ""] = (await secrets.seal("text")).split(".");
  const bytes = Buffer.from(body, "base64url");
  bytes[14] = (bytes[14] ?? 0) ^ 1;
  expect(await secrets.open(`${id}.${bytes.toString("base64url")}`)).toBeNull();
  expect(await makeSecrets(`${secret}!`).open(`${id}.${body}`)).toBeNull();
  expect(await secrets.open(`${id}.${body}`)).toBe("text");
});

test("what is signed is HMAC-SHA-256 under another key, and nothing else passes for it", async () => {
  const secrets = makeSecrets(secret);
  const signature = await secrets.sign("text");
  expect(signature).toBe(createHmac("sha256", keyFor("links")).update("text").digest("base64url"));
  expect(await secrets.verify("text", signature)).toBe(true);
  expect(await secrets.verify("texT", signature)).toBe(false);
  expect(await secrets.verify("text", "")).toBe(false);
  expect(await makeSecrets(`${secret}!`).verify("text", signature)).toBe(false);
});

test("a token is 256 random bits: of a thousand none is like another, and every bit is set in about half", () => {
  const tokens = Array.from({ length: 1000 }, () => Buffer.from(newToken(), "base64url"));
  expect(new Set(tokens.map(String)).size).toBe(1000);
  for (let bit = 0; bit < 256; bit++) {
    const set = tokens.filter((bytes) => ((bytes[bit >> 3] ?? 0) >> (bit & 7)) & 1).length;
    // Six deviations from the middle: once in two million runs.
    expect(Math.abs(set - 500)).toBeLessThan(95);
  }
});
