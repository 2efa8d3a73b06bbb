/** @jsxImportSource ~/html */
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ResponseChart as ManagedChart } from "~/chart/response-chart";
import { responseChartViewOf } from "~/chart/response-view";
import { Fragment, type JSX } from "~/html/jsx-runtime";
import { dateFormats } from "~/i18n/dates";
import { monitorMinuteStates } from "~/text/ring";
import { look } from "../../../../tests/support/public-page";
import { sampleNow, sampleSnapshot } from "../../../../tests/support/sample-snapshot";
import { samplePoints } from "../../../../tests/support/sample-times";
import { words } from "../../../../tests/support/words";
import { ResponseChart } from "./response-chart";

const stepMs = 300_000;
const { frame } = look(sampleSnapshot(), { zone: "Europe/Berlin" });
const text = (content: JSX.Element): string => (<Fragment>{content}</Fragment>)?.text ?? "";
const chart = (points = samplePoints()) =>
  text(<ResponseChart frame={frame} id="rc0" title="Website" points={points} stepMs={stepMs} />);

/** Random latencies, which compress worst. */
function noisy() {
  let seed = 7;
  return samplePoints().map(({ at }, index) => {
    seed = (seed * 16_807) % 2_147_483_647;
    return { at, state: monitorMinuteStates[1 + (index % 4)] ?? "up", milliseconds: seed % 9000 };
  });
}

test("a day of 288 points, with its table, takes few bytes", () => {
  const [calm, wild] = [chart(), chart(noisy())].map((html) => gzipSync(html).length);
  console.log(`chart of 288 points with its table: ${calm} bytes gzip; as noise: ${wild} bytes`);
  expect(calm).toBeLessThan(4 * 1024);
  expect(wild).toBeLessThan(6 * 1024);
});

test("what is drawn is told: in a sentence, in a key, and row by row", () => {
  const html = chart();
  expect(html).toContain('<svg class="rc" role="img" aria-labelledby="rc0-t rc0-d"><title id="rc0-t">Website</title>');
  expect(html).toMatch(/<desc id="rc0-d">Median \d+ ms, slowest \d+ ms\. Down in 5 of 276 intervals\./);
  for (const state of ["Down", "Degraded", "No data"]) expect(html).toContain(`</svg>${state}</span>`);
  expect(html.match(/<tr>/g)?.length).toBeLessThanOrEqual(101);
  expect(html).toContain("Times are shown in Europe/Berlin.");
  expect(html).toMatch(/<td>Down<\/td><td>No data<\/td><td>No data<\/td>/);
});

test("a monitor of which nothing is known has an empty drawing without a scale, and says so once", () => {
  const html = chart(samplePoints().map(({ at }) => ({ at, state: "none", milliseconds: null })));
  expect(html).toContain("<span>No results recorded.</span>");
  expect(html).not.toMatch(/No response times|>\d+ ms</);
  expect(html).not.toMatch(/NaN|undefined|null/);
  expect(html.match(/<tr>/g)).toHaveLength(2);
});

test("where one reads from right to left, time does too, and its words with it", () => {
  const { frame: arabic } = look(sampleSnapshot(), { zone: "Europe/Berlin", language: "ar" });
  const html = text(<ResponseChart frame={arabic} id="rc0" title="Website" points={samplePoints()} stepMs={stepMs} />);
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
  const series = { points: samplePoints(), stepMs, degradedAboveMs: 400 };
  const viewed = responseChartViewOf(words("en"), dateFormats("en", "Europe/Berlin"), series);
  const managed = renderToStaticMarkup(
    createElement(ManagedChart, { id: "times", title: "Response times", view: viewed }),
  );
  const drawn = (html: string) => [...html.matchAll(/ d="([^"]+)"/g)].map(([, d]) => d);
  const spoken = (html: string) => [...html.matchAll(/>([^<]*\p{L}[^<]*)</gu)].map(([, word]) => word);
  expect(new Set(drawn(managed))).toEqual(new Set([...drawn(chart()), "M0,61.3H720"]));
  expect(spoken(managed).filter((word) => word !== "slow above this line" && word !== "Response times")).toEqual(
    spoken(chart()).filter((word) => word !== "Website"),
  );
});
