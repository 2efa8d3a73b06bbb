import fc from "fast-check";
import { expect, test } from "vitest";
import { hostileTexts } from "../../../tests/support/sample-recent";
import { oembedFieldsOf, oembedText } from "./oembed-fields";

const page = { pageName: "Acme", pageUrl: "https://up.example/acme" };
const incident = {
  title: "Down",
  url: "https://up.example/acme/incidents/i1",
  started: "Nov 20, 2026, 12:00",
  startedIso: "2026-11-20T12:00:00+00:00",
};
const any = { maxWidth: null, maxHeight: null };

test("a page is its live card; an incident is its name above that", () => {
  expect(oembedFieldsOf(page, any)).toEqual({
    version: "1.0",
    type: "rich",
    title: "Acme",
    provider_name: "Acme",
    provider_url: "https://up.example/acme",
    cache_age: 3600,
    html: '<iframe src="https://up.example/acme/embed" title="Acme" width="360" height="260" style="border:0" loading="lazy"></iframe>',
    width: 360,
    height: 260,
  });
  const own = oembedFieldsOf({ ...page, incident }, any);
  expect(own).toMatchObject({ title: "Down", width: 360, height: 356 });
  expect(own.html).toMatch(/^<blockquote><p><a href="https:\/\/up\.example\/acme\/incidents\/i1">Down<\/a><\/p>/);
  expect(own.html).toContain('height="260"');
});

test("neither it nor the card in it is larger than asked for; without room for the card it is the name alone", () => {
  const size = fc.option(fc.integer({ min: 1, max: 2000 }), { nil: null });
  fc.assert(
    fc.property(size, size, fc.boolean(), (maxWidth, maxHeight, isIncident) => {
      const fields = oembedFieldsOf(isIncident ? { ...page, incident } : page, { maxWidth, maxHeight });
      expect(Number(fields.width)).toBeLessThanOrEqual(maxWidth ?? 360);
      expect(Number(fields.height)).toBeLessThanOrEqual(maxHeight ?? 400);
      const [, width = 0, height = 0] = /width="(\d+)" height="(\d+)"/.exec(String(fields.html)) ?? [];
      expect(Number(width)).toBeLessThanOrEqual(Number(fields.width));
      expect(Number(height)).toBeLessThanOrEqual(Number(fields.height));
    }),
  );
  expect(oembedFieldsOf({ ...page, incident }, { maxWidth: null, maxHeight: 120 }).html).not.toContain("<iframe");
});

test.each(hostileTexts)("%j as a name adds no element, neither in HTML nor in XML", (text) => {
  const fields = oembedFieldsOf({ ...page, pageName: text, incident: { ...incident, title: text } }, any);
  const elements = [...String(fields.html).matchAll(/<(\w+)/g)].map(([, name]) => name);
  expect(elements).toEqual(["blockquote", "p", "a", "p", "time", "iframe"]);
  const xml = oembedText(fields, "xml");
  expect([...xml.matchAll(/<(\w+)/g)].map(([, name]) => name)).toEqual(["oembed", ...Object.keys(fields)]);
  expect(JSON.parse(oembedText(fields, "json"))).toEqual(fields);
});
