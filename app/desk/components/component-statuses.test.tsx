import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { ComponentStatuses } from "./component-statuses";

const named = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `c${index}`, name: `Part ${index}` }));

const drawn = (count: number) =>
  renderToString(
    <ComponentStatuses
      legend="Affected components"
      components={named(count)}
      chosen={{ c3: "degraded_performance", [`c${count - 1}`]: "major_outage" }}
      none="Not affected"
    />,
  );

test.each([5, 25, 26, 200])("%i components stand there in their order, each once and with what was chosen", (count) => {
  const html = drawn(count);
  const names = [...html.matchAll(/<select[^>]* name="components\.(c\d+)"/g)].map(([, id]) => id);
  expect(names).toEqual(named(count).map(({ id }) => id));
  expect([...html.matchAll(/<option value="(\w+)" selected="">/g)].map(([, status]) => status)).toEqual([
    "degraded_performance",
    "major_outage",
  ]);
});

test("script takes over a long list in parts of 25, and a short one with all that is around it", () => {
  const parts = (count: number) => drawn(count).split("<!--$-->").length - 1;
  expect([25, 26, 60, 200].map(parts)).toEqual([0, 2, 3, 8]);
});
