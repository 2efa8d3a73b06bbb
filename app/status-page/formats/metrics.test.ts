import fc from "fast-check";
import { expect, test } from "vitest";
import type { MetricFamily } from "~/deployment/metrics/rules/metric";
import { prometheusText } from "./metrics";

const family = (samples: MetricFamily["samples"]): MetricFamily => ({
  name: "upfront_test",
  help: "Says\na \\ thing.",
  samples,
});

test("names, help, type and values as Prometheus documents them", () => {
  const labels = { page: "shop", name: 'a "b" \\ c\nd' };
  const text = prometheusText([
    family([
      { labels, value: 1 },
      { labels: {}, value: 0.25 },
    ]),
    { name: "upfront_empty", help: "Nothing.", samples: [] },
  ]);
  expect(text.split("\n")).toEqual([
    "# HELP upfront_test Says\\na \\\\ thing.",
    "# TYPE upfront_test gauge",
    'upfront_test{page="shop",name="a \\"b\\" \\\\ c\\nd"} 1',
    "upfront_test 0.25",
    "",
  ]);
});

test.each([
  [Number.NaN, "NaN"],
  [Number.POSITIVE_INFINITY, "+Inf"],
  [Number.NEGATIVE_INFINITY, "-Inf"],
  [1.5e300, "1.5e+300"],
  [-0, "0"],
])("%s is written %s", (value, written) => {
  expect(prometheusText([family([{ labels: {}, value }])])).toContain(`upfront_test ${written}\n`);
});

/** Parses one line by the grammar of the format, independently of the writer. */
function parse(line: string): { labels: Record<string, string>; value: number } {
  const labels: Record<string, string> = {};
  let rest = line.slice("upfront_test".length);
  while (rest[0] === "{" || rest[0] === ",") {
    const [whole, name = "", text = ""] = /^[{,]([a-zA-Z_]\w*)="((?:\\[\\n"]|[^\\"\n])*)"/.exec(rest) ?? [];
    if (whole === undefined) throw new Error(`no label: ${rest}`);
    labels[name] = text.replaceAll(/\\(.)/g, (_, mark) => (mark === "n" ? "\n" : mark));
    rest = rest.slice(whole.length);
  }
  return { labels, value: Number(rest.replace(/^}/, "").trim()) };
}

const labelText = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom("\\", "\n", '"', "n", "}", ",", "=", "ü") }));

test("whatever people name their things, it is read back as it was written", () => {
  const samples = fc.array(
    fc.record({
      labels: fc.record({ page: labelText, monitor: labelText }),
      value: fc.double({ noNaN: true, noDefaultInfinity: true }),
    }),
    { minLength: 1 },
  );
  fc.assert(
    fc.property(samples, (given) => {
      const lines = prometheusText([family(given)])
        .split("\n")
        .slice(2, -1);
      const expected = given.map(({ labels, value }) => ({
        labels: Object.fromEntries(Object.entries(labels).map(([name, text]) => [name, text.replaceAll("\0", "�")])),
        value: value === 0 ? 0 : value,
      }));
      expect(lines.map(parse)).toEqual(expected);
    }),
  );
});
