import { expect, test } from "vitest";
import { isOwnHost, ownOrigins } from "./host";

const own = (address: string, origin: string) => isOwnHost(new URL(address), origin);

test("the configured host, whatever the scheme inside a proxy", () => {
  expect(own("https://status.example.com/a", "https://status.example.com")).toBe(true);
  expect(own("http://status.example.com/a", "https://status.example.com")).toBe(true);
  expect(own("http://status.example.com:443/a", "https://status.example.com")).toBe(true);
});

test("all loopback names of one port are one host", () => {
  for (const name of ["localhost", "127.0.0.1", "[::1]"]) {
    expect(own(`http://${name}:8787/`, "http://localhost:8787")).toBe(true);
    expect(own(`http://${name}:8788/`, "http://localhost:8787")).toBe(false);
  }
});

test.each([
  ["https://evil.example/", "https://status.example.com"],
  ["https://status.example.com.evil.example/", "https://status.example.com"],
  ["https://xstatus.example.com/", "https://status.example.com"],
  ["http://localhost:8787/", "https://status.example.com"],
  ["http://evil.example:8787/", "http://localhost:8787"],
])("%s is not %s", (address, origin) => {
  expect(own(address, origin)).toBe(false);
});

test("a deployment on https never takes a form from plain http", () => {
  const url = new URL("http://status.example.com/manage");
  expect(ownOrigins(url, "https://status.example.com")).not.toContain("http://status.example.com");
});
