/** @jsxImportSource ~/html */
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { ChartEvent } from "~/chart/chart-events";
import { ResponseChart as ManagedChart } from "~/chart/response-chart";
import { responseChartViewOf } from "~/chart/response-view";
import { Fragment, type JSX } from "~/html/jsx-runtime";
import { dateFormats } from "~/i18n/dates";
import { monitorMinuteStates } from "~/text/ring";
import { look } from "../../../../tests/support/public-page";
import { sampleNow, sampleSnapshot } from "../../../../tests/support/sample-snapshot";
import { samplePoints } from "../../../../tests/support/sample-times";
import { words } from "../../../../tests/support/words";
import { PublicResponseChart } from "./response-chart";

const stepMs = 300_000;
const { frame } = look(sampleSnapshot(), { zone: "Europe/Berlin" });
const text = (content: JSX.Element): string => (<Fragment>{content}</Fragment>)?.text ?? "";
const chart = (points = samplePoints(), events: readonly ChartEvent[] = []) =>
  text(<PublicResponseChart frame={frame} id="rc0" title="Website" points={points} stepMs={stepMs} events={events} />);

const hour = 3_600_000;
const event = (index: number, more: Partial<ChartEvent> = {}): ChartEvent => ({
  kind: "incident",
  title: `Cards are <refused> ${index}`,
  href: `/northwind/incidents/${index}`,
  from: sampleNow - (23 - 2 * index) * hour,
  to: sampleNow - (22 - 2 * index) * hour,
  ...more,
});

/** Random latencies, which compress worst. */
function noisy() {
  let seed = 7;
  return samplePoints().map(({ at }, index) => {
    seed = (seed * 16_807) % 2_147_483_647;
    return { at, state: monitorMinuteStates[1 + (index % 4)] ?? "up", milliseconds: seed % 9000 };
  });
}

test("a day of 288 points, with its table, takes few bytes", () => {
  const events = Array.from({ length: 9 }, (_, index) => event(index));
  const all = [chart(), chart(noisy()), chart(noisy(), events)];
  const [calm, wild, full] = all.map((html) => gzipSync(html).length);
  console.log(`chart of 288 points with its table: ${calm} bytes gzip; as noise: ${wild}, with nine events: ${full}`);
  expect(calm).toBeLessThan(4 * 1024);
  expect(full).toBeLessThan(6 * 1024);
});

test("what is drawn is told: in a sentence, in a key, and row by row", () => {
  const html = chart();
  expect(html).toContain('<svg class="rc" role="img" aria-labelledby="rc0-t rc0-d"><title id="rc0-t">Website</title>');
  expect(html).toMatch(/<desc id="rc0-d">Median \d+ ms, slowest \d+ ms\. Down in 5 of 276 intervals\./);
  for (const state of ["Down", "Degraded", "No data"]) expect(html).toContain(`</svg>${state}</span>`);
  expect(html.match(/<tr/g)?.length).toBeLessThanOrEqual(101);
  expect(html).toContain("Times are shown in Europe/Berlin.");
  expect(html).toMatch(/<td>Down<\/td><td>No data<\/td><td>No data<\/td>/);
});

test("a monitor of which nothing is known has an empty drawing without a scale, and says so once", () => {
  const html = chart(samplePoints().map(({ at }) => ({ at, state: "none", milliseconds: null })));
  expect(html).toContain("<span>No results recorded.</span>");
  expect(html).not.toMatch(/No response times|>\d+ ms</);
  expect(html).not.toMatch(/NaN|undefined|null/);
  expect(html.match(/<tr/g)).toHaveLength(2);
});

test("where one reads from right to left, time does too, and its words with it", () => {
  const { frame: arabic } = look(sampleSnapshot(), { zone: "Europe/Berlin", language: "ar" });
  const html = text(
    <PublicResponseChart frame={arabic} id="rc0" title="Website" points={samplePoints()} stepMs={stepMs} />,
  );
  const places = (drawn: string) => [...drawn.matchAll(/x="([\d.]+)%" y="96%"/g)].map(([, place]) => Number(place));
  expect(html).toContain('<g transform="matrix(-1 0 0 1 720 0)">');
  expect(places(html).map((place) => Math.round(100 - place))).toEqual(places(chart()).map(Math.round));
  expect(html).toContain('<text x="100%" dx="8"');
});

test("any points: no number is missing", () => {
  const some = fc.record({ milliseconds: fc.option(fc.nat(32_766)), state: fc.constantFrom(...monitorMinuteStates) });
  fc.assert(
    fc.property(fc.array(some, { maxLength: 288 }), (all) => {
      const points = all.map((each, index) => ({ ...each, at: sampleNow + index * stepMs }));
      expect(chart(points)).not.toMatch(/NaN|undefined|Infinity|null/);
    }),
    { numRuns: 30 },
  );
});

test("management pages print the very same paths and words", () => {
  const limits = [{ kind: "slow", milliseconds: 400 } as const, { kind: "timeout", milliseconds: 10_000 } as const];
  const series = { points: samplePoints(), stepMs, limits };
  const viewed = responseChartViewOf(words("en"), dateFormats("en", "Europe/Berlin"), series);
  const managedIn = (direction: "ltr" | "rtl") =>
    renderToStaticMarkup(
      createElement(ManagedChart, { id: "times", title: "Response times", view: viewed, direction }),
    );
  const managed = managedIn("ltr");
  expect(managed).not.toContain("rc-turned");
  expect(managedIn("rtl"), "time runs in the reading direction, as on the public page").toContain("rc-turned");
  const drawn = (html: string) => [...html.matchAll(/ d="([^"]+)"/g)].map(([, d]) => d);
  const spoken = (html: string) => [...html.matchAll(/>([^<]*\p{L}[^<]*)</gu)].map(([, word]) => word);
  const limitLines = ["M0,61.3H720", "M0,8H24"];
  const limitWords = ["slow above 400 ms", "slow above 400 ms", "times out after 10 s (above this chart)"];
  expect(new Set(drawn(managed))).toEqual(new Set([...drawn(chart()), ...limitLines]));
  expect(spoken(managed).filter((word) => word?.startsWith("slow above") || word?.startsWith("times out"))).toEqual(
    limitWords,
  );
  expect(spoken(managed).filter((word) => !limitWords.includes(word ?? "") && word !== "Response times")).toEqual(
    spoken(chart()).filter((word) => word !== "Website"),
  );
});

test("an incident and a maintenance are marked, numbered, and named below with a link and their time", () => {
  const works = event(3, { kind: "maintenance", title: "New racks", href: "/northwind/maintenances/7", to: null });
  const html = chart(samplePoints(), [works, event(1)]);
  expect(html).toContain('<path class="rc-wash rc-incident" d="M');
  expect(html).toContain('<path class="rc-wash rc-maintenance" fill="url(#rc0-maintenance)" d="M');
  expect(html).toContain('<pattern id="rc0-maintenance"');
  expect([...html.matchAll(/y="0" dy="-3">(\d)</g)].map(([, number]) => number)).toEqual(["1", "2"]);
  const list = /<ol class="rc-events">(.*?)<\/ol>/.exec(html)?.[1] ?? "";
  const told = list.split("<li").map((each) =>
    each
      .replaceAll(/^[^>]*>|<[^>]+>/g, " ")
      .replaceAll(/\s+/g, " ")
      .trim(),
  );
  expect(told.slice(1)).toEqual([
    "1 Incident Cards are &lt;refused&gt; 1 Nov 19, 18:05 – 19:05",
    "2 Maintenance New racks since Nov 19, 22:05",
  ]);
  expect(list).toContain('href="/northwind/maintenances/7"');
});

test("a chart without events has no list, and says that older ones are left out only when they are", () => {
  const note = "Only the newest 9 incidents and maintenance windows are marked.";
  const many = Array.from({ length: 10 }, (_, index) => event(index));
  expect(chart()).not.toContain("rc-events");
  expect(chart(samplePoints(), many.slice(1))).not.toContain(note);
  expect(chart(samplePoints(), many)).toContain(note);
});

test("a row says when its points have several states, which only many changes cause", () => {
  const html = chart(samplePoints().map((point, index) => (index % 2 ? { ...point, state: "no_data" } : point)));
  expect(html).toMatch(/<tr data-n="\d+" data-mixed(="")?>/);
  expect(chart()).not.toContain("data-mixed");
});

test("what reads the values finds all of it in the figure: rows that cover each point, the axis and its words", () => {
  const html = chart();
  const sizes = [...html.matchAll(/<tr data-n="(\d+)">/g)].map(([, size]) => Number(size));
  expect(sizes.reduce((total, each) => total + each, 0)).toBe(288);
  expect(html).toContain(`data-from="${samplePoints()[0]?.at}" data-step="300000"`);
  expect(html).toContain('data-lang="en" data-zone="Europe/Berlin" data-ms="# ms" data-s="# s"');
  expect(html).toMatch(/<span class="rc-mark" hidden><\/span><span class="rc-read" dir="auto" hidden><\/span>/);
});
