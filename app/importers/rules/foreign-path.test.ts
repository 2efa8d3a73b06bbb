import fc from "fast-check";
import { expect, test } from "vitest";
import { foreignPathForms } from "./foreign-path";

test.each([
  ["/incidents/abc123", ["/incidents/abc123", "/incidents/abc123/"]],
  ["/issues/2024-01-outage/", ["/issues/2024-01-outage", "/issues/2024-01-outage/"]],
  ["/issues/caf%C3%A9", ["/issues/caf%C3%A9", "/issues/caf%C3%A9/", "/issues/café", "/issues/café/"]],
  ["/incidents/%ff", ["/incidents/%ff", "/incidents/%ff/", "/incidents/%25ff", "/incidents/%25ff/"]],
  ["/", []],
  ["", []],
  ["//elsewhere.example", []],
  [`/${"x".repeat(600)}`, []],
])("%s", (requested, forms) => {
  expect(foreignPathForms(requested)).toEqual(forms);
});

test("a path is found as readers store it, however a browser writes it", () => {
  const segment = fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }).filter((text) => text.isWellFormed());
  fc.assert(
    fc.property(segment, fc.boolean(), (id, slash) => {
      const stored = `/incidents/${encodeURIComponent(id)}`;
      const { pathname } = new URL(`${stored}${slash ? "/" : ""}`, "https://status.example.com");
      fc.pre(pathname.startsWith(stored));
      expect(foreignPathForms(pathname)).toContain(stored);
    }),
  );
});
