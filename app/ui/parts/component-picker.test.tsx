import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { ComponentPicker } from "./component-picker";
import type { FieldChoice } from "./field";

const named = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    value: `c${index}`,
    label: `Part ${index}`,
    group: index % 2 === 0 ? "" : "Odd ones",
  }));

interface More {
  words?: Record<string, string> | null;
  chosen?: Record<string, string>;
  components?: FieldChoice[];
}

const drawn = (count: number, more: More = {}) =>
  renderToString(
    <ComponentPicker
      name="components"
      legend="Affected components"
      components={named(count)}
      chosen={{ c3: "degraded_performance", [`c${count - 1}`]: "major_outage" }}
      {...more}
    />,
  );

const ticked = (html: string) =>
  [...html.matchAll(/<input[^>]* name="components\.(c\d+)"[^>]* checked=""/g)].map(([, id]) => id);

test.each([6, 26, 60, 200])("of %i components each stands there once, by group, with what was chosen", (count) => {
  const html = drawn(count);
  const names = [...html.matchAll(/<input[^>]* name="components\.(c\d+)"/g)].map(([, id]) => id);
  const even = named(count).filter(({ group }) => group === "");
  const odd = named(count).filter(({ group }) => group !== "");
  expect(names).toEqual([...even, ...odd].map(({ value }) => value));
  expect(html.split(">Odd ones<").length - 1).toBe(1);
  expect(ticked(html).sort()).toEqual(["c3", `c${count - 1}`].sort());
  const select = html.split('<select name="componentsAs.c3"')[1]?.split("</select>")[0];
  expect(select).toMatch(/value="degraded_performance" selected=""/);
});

test("one that is not chosen is proposed as a partial outage, and where there are no statuses there is nothing to say", () => {
  const first = drawn(6).split('<select name="componentsAs.c0"')[1]?.split("</select>")[0];
  expect(first).toMatch(/value="partial_outage" selected=""/);
  const only = drawn(6, { words: null, chosen: { c1: "on" } });
  expect(only).not.toMatch(/<select/);
  expect(ticked(only)).toEqual(["c1"]);
});

test("a field with statuses of its own proposes the first of them, though a partial outage is among them", () => {
  const words = { under_maintenance: "Under maintenance", partial_outage: "Partial outage" };
  const html = drawn(6, { words, chosen: {} });
  expect(html.match(/value="\w+" selected=""/g)).toEqual(Array(6).fill('value="under_maintenance" selected=""'));
});

test("one whose status is proposed has that where it is ticked, and keeps what was chosen", () => {
  const components = [
    { value: "c0", label: "API", proposes: "major_outage" },
    { value: "c1", label: "Web", proposes: "major_outage" },
  ];
  const html = drawn(2, { components, chosen: { c1: "degraded_performance" } });
  const selected = html.match(/value="\w+" selected=""/g);
  expect(selected).toEqual(['value="major_outage" selected=""', 'value="degraded_performance" selected=""']);
});

test("a few are all shown, whether some are picked or not; of many the list is one press away", () => {
  expect(drawn(8, { chosen: {} })).toMatch(/<details open=""/);
  expect(drawn(8)).toMatch(/<details open=""/);
  expect(drawn(9)).not.toMatch(/<details open=""/);
  expect(drawn(60, { chosen: {} })).not.toMatch(/<details open=""/);
});

test("of many those that alerts report are shown beside the closed list, at most eight", () => {
  const offered = (reported: number) => {
    const components = named(40).map((each, at) => (at < reported ? { ...each, proposes: "major_outage" } : each));
    return drawn(40, { components, chosen: {} }).split('class="picker-row offered"').length - 1;
  };
  expect([0, 3, 8, 30].map(offered)).toEqual([0, 3, 8, 8]);
});
