import { describe, expect, test } from "vitest";
import { checkOutboundHostName, checkOutboundUrl } from "./address-guard";

describe("what the operator allows", () => {
  const around = (...networks: string[]) => ({ networks, own: [] });
  test.each([
    ["http://127.0.0.1:9000/", ["127.0.0.0/8"], true],
    ["http://[::1]/", ["127.0.0.0/8"], false],
    ["http://[::1]/", ["::1"], true],
    ["http://[::ffff:10.1.2.3]/", ["10.0.0.0/8"], true],
    ["http://10.1.2.3/", ["10.1.2.3"], true],
    ["http://10.1.2.4/", ["10.1.2.3"], false],
    ["http://10.1.2.4/", ["private"], true],
    ["http://localhost/", ["local"], true],
    ["http://smtp.internal/", ["10.0.0.0/8"], false],
    ["http://smtp.internal/", ["10.0.0.0/8", "smtp.internal"], true],
    ["http://mailpit:8025/", ["mailpit"], true],
    ["http://nas.lan/", [".lan"], true],
    ["http://evil-lan/", [".lan"], false],
    ["http://localhost/", ["10.0.0.0/8"], false],
    ["http://10.1.2.3/", ["10.0.0.0/"], false],
    ["http://10.1.2.3/", ["10.0.0.0/x"], false],
    ["http://169.254.169.254/", ["private", "local"], false],
    ["http://10.1.2.3/", ["nonsense"], false],
  ])("%s with %j → %s", (url, networks, passes) => {
    expect(checkOutboundUrl(url, around(...networks)).ok).toBe(passes);
  });
});

describe("our own address", () => {
  const around = { networks: ["local"], own: ["localhost:8787", "status.example.com"] };
  test.each([
    ["http://localhost:8787/ingest/x", false],
    ["http://127.0.0.1:8787/", false],
    ["http://[::1]:8787/", false],
    ["http://localhost:9000/", true],
    ["https://status.example.com:444/", false],
    ["https://other.example.com/", true],
  ])("%s → %s", (url, passes) => {
    expect(checkOutboundUrl(url, around).ok).toBe(passes);
  });

  test("may be a mail server's as well", () => {
    expect(checkOutboundHostName("status.example.com", around).ok).toBe(true);
  });
});
