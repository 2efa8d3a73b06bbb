import fc from "fast-check";
import { expect, test } from "vitest";
import { renderMarkdown } from "~/platform/markdown";
import { escapeHtml } from "~/text/escape-html";
import {
  escapeMarkdown,
  fillTemplateLine,
  fillTemplateMarkdown,
  formatNameList,
  incidentFormWithTemplate,
} from "./template";

const blanks = { component: "Sign-in", page: "Acme *Shop*", time: "2026-11-20 12:00 Europe/Berlin" };

test("only the three placeholders are filled, once, and each value stays text", () => {
  expect(fillTemplateMarkdown("{{component}} of {{page}} at {{time}}: {{ page }} {{nothing}} {page}", blanks)).toBe(
    "Sign-in of Acme \\*Shop\\* at 2026-11-20 12:00 Europe/Berlin: {{ page }} {{nothing}} {page}",
  );
  expect(fillTemplateLine("{{component}} is slow on {{page}}", blanks)).toBe("Sign-in is slow on Acme *Shop*");
  expect(fillTemplateMarkdown("{{component}}", { ...blanks, component: "{{page}}" })).toBe("{{page}}");
  expect(fillTemplateLine("{{component}} is slow", { ...blanks, component: null })).toBe("{{component}} is slow");
});

const printable = fc.stringMatching(/^[!-~]([ -~]{0,30}[!-~])?$/);

test("any value shows exactly as it is, whatever Markdown it looks like", () => {
  const check = (value: string) => {
    const shown = `<p>${escapeHtml(value.replace(/\s+/g, " ").trim())}</p>`;
    expect(renderMarkdown(escapeMarkdown(value)).html.trim()).toBe(shown);
  };
  for (const value of [
    "1. one",
    "12) x",
    "- x",
    "# x",
    "=== ",
    "> x",
    "***",
    "___",
    "[a](https://b.c)",
    "&amp;",
    "---",
  ])
    check(value);
  fc.assert(fc.property(printable, check), { numRuns: 300 });
});

test("what was typed is kept: a title stays, a text goes below, chosen components win", () => {
  const template = {
    title: "{{component}} is slow",
    body: "We look into {{component}}.",
    status: "identified",
    impactOverride: "minor",
    components: { a: "degraded_performance", b: "major_outage" },
    nextMinutes: 30,
  };
  const words = { title: " ", body: "", status: "investigating", impactOverride: "" };
  const nothing = { ...words, components: {}, nextMinutes: "" };
  expect(incidentFormWithTemplate(nothing, template, blanks)).toEqual({
    title: "Sign-in is slow",
    body: "We look into Sign-in.",
    status: "identified",
    impactOverride: "minor",
    components: template.components,
    nextMinutes: "30",
  });
  const typed = {
    ...nothing,
    title: "Mine",
    body: "Seen at noon.\n",
    impactOverride: "critical",
    components: { b: "partial_outage" },
    nextMinutes: "15",
  };
  const filled = incidentFormWithTemplate(typed, { ...template, status: null }, blanks);
  expect(filled).toEqual({
    title: "Mine",
    body: "Seen at noon.\n\nWe look into Sign-in.",
    status: "investigating",
    impactOverride: "critical",
    components: { a: "degraded_performance", b: "partial_outage" },
    nextMinutes: "15",
  });
  expect(incidentFormWithTemplate(filled, template, blanks).body).toBe(filled.body);
});

test("names are listed in the words of the language", () => {
  expect(formatNameList([], "en")).toBeNull();
  expect(formatNameList(["Website", "API", "Sign-in"], "en")).toBe("Website, API, and Sign-in");
  expect(formatNameList(["Website", "API"], "de")).toBe("Website und API");
});
