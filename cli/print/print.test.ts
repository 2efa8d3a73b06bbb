import fc from "fast-check";
import { expect, test } from "vitest";
import { terminalTableLines } from "./table";
import {
  fitTextToColumns,
  hasColours,
  styledText,
  terminalColumnsOf,
  toTerminalBlock,
  toTerminalLine,
} from "./terminal-text";

const outputOf = (isTerminal: boolean, columns = 40) => ({ write: () => undefined, isTerminal, columns });

test("colours are for terminals alone, and for nobody who wants none", () => {
  const terminal = outputOf(true);
  expect(hasColours({}, terminal)).toBe(true);
  for (const env of [{ NO_COLOR: "1" }, { TERM: "dumb" }]) expect(hasColours(env, terminal)).toBe(false);
  expect(hasColours({}, outputOf(false))).toBe(false);
  expect(styledText({ env: {}, out: terminal }, "up", "green")).toBe("\u001b[32mup\u001b[0m");
  expect(styledText({ env: {}, out: outputOf(false) }, "up", "green")).toBe("up");
});

test("a text of several lines keeps its indentation, and nothing that moves the cursor", () => {
  expect(toTerminalBlock("page x\n  + create\u001b[2J\u202e a\r\n")).toBe("page x\n  + create [2J  a\n");
});

test("East Asian letters take two columns, marks none; a cut text ends with a sign", () => {
  expect([terminalColumnsOf("abc"), terminalColumnsOf("日本"), terminalColumnsOf("e\u0301")]).toEqual([3, 4, 1]);
  expect(fitTextToColumns("incident", 5)).toBe("inci…");
  expect(fitTextToColumns("日本語", 5)).toBe("日本…");
});

const cells = fc.array(fc.array(fc.string({ unit: "grapheme", maxLength: 60 }), { minLength: 3, maxLength: 3 }), {
  maxLength: 6,
});

test("every line of a table fits into a terminal, and elsewhere nothing is cut", () => {
  fc.assert(
    fc.property(cells, (rows) => {
      const heading = ["Id", "State", "Name"];
      for (const line of terminalTableLines({ env: { NO_COLOR: "1" }, out: outputOf(true) }, heading, rows))
        expect(terminalColumnsOf(line)).toBeLessThanOrEqual(40);
      const whole = terminalTableLines({ env: {}, out: outputOf(false) }, heading, rows).join("\n");
      for (const text of rows.flat()) expect(whole).toContain(toTerminalLine(text));
    }),
  );
});
