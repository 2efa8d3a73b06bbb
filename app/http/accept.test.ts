import fc from "fast-check";
import { expect, test } from "vitest";
import { type PageResponseFormat, preferredPageResponseFormat } from "./accept";

const all: PageResponseFormat[] = ["html", "json", "markdown"];
const asked = (accept: string | null, method = "GET") =>
  new Request("https://up.example/acme", { method, headers: accept === null ? {} : { accept } });

test.each<[accept: string | null, form: PageResponseFormat]>([
  [null, "html"],
  ["*/*", "html"],
  ["text/*", "html"],
  ["text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "html"],
  ["text/html, text/markdown", "html"],
  ["text/markdown;q=0.5, text/html", "html"],
  ["text/markdown;q=0", "html"],
  ["text/markdownx", "html"],
  ["text/markdown", "markdown"],
  ["TEXT/Markdown", "markdown"],
  ["text/markdown;charset=utf-8", "markdown"],
  ["text/markdown, text/html, */*", "markdown"],
  ["text/markdown, text/html;q=0.9", "markdown"],
  ["application/json", "json"],
  ["application/*", "json"],
  ["application/json;q=0.9, text/markdown", "markdown"],
  ["application/json, text/markdown;q=0.9", "json"],
  [`text/markdown, ${"x/y, ".repeat(200)}`, "html"],
])("%s → %s", (accept, form) => expect(preferredPageResponseFormat(asked(accept), all)).toBe(form));

test("what an address does not have is not chosen; other methods get HTML", () => {
  expect(preferredPageResponseFormat(asked("application/json, text/markdown;q=0.9"), ["html", "markdown"])).toBe(
    "markdown",
  );
  expect(preferredPageResponseFormat(asked("application/json"), ["html", "markdown"])).toBe("html");
  expect(preferredPageResponseFormat(asked("text/markdown", "POST"), all)).toBe("html");
});

test("any header leads to a form that is offered", () => {
  const parts = fc.constantFrom(
    "text/markdown",
    "application/json",
    "text/html",
    "*/*",
    ";",
    "q=",
    "0.5",
    ",",
    " ",
    "=",
  );
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 12 }), (header) => {
      expect(all).toContain(preferredPageResponseFormat(asked(header.join("").trim()), all));
    }),
  );
});
