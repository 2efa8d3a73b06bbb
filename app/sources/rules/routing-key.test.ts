import { expect, test } from "vitest";
import { routingKeyFromToken } from "./routing-key";

test("a routing key is 32 characters of base32 made of the token's first 20 bytes", () => {
  const token = Buffer.from(Array.from({ length: 32 }, (_, at) => at * 8)).toString("base64url");
  expect(routingKeyFromToken(token)).toMatch(/^[a-z2-7]{32}$/);
  expect(routingKeyFromToken(Buffer.alloc(32).toString("base64url"))).toBe("a".repeat(32));
  expect(routingKeyFromToken(Buffer.alloc(32, 0xff).toString("base64url"))).toBe("7".repeat(32));
});
