import fc from "fast-check";
import { expect, test } from "vitest";
import { controlAfterAnswer, type FormControlName } from "./focus-after-answer";

const field = (name: string, value = ""): FormControlName => ({ type: "text", name, value });
const box = (name: string): FormControlName => ({ type: "checkbox", name, value: "on" });
const button = (value: string): FormControlName => ({ type: "submit", name: "intent", value });

const table = [box("a"), box("b"), field("tag"), button("pause"), button("tag"), button("delete")];

test.each([
  ["Enter in a box", { focused: box("b"), pressed: button("") }, box("b")],
  ["Enter in a field that was typed into", { focused: field("tag", "db"), pressed: button("") }, field("tag")],
  ["a press that left the focus elsewhere", { focused: null, pressed: button("pause") }, button("pause")],
  ["a field that is gone", { focused: field("gone"), pressed: button("tag") }, button("tag")],
  ["a field and a button that are gone", { focused: field("gone"), pressed: button("") }, null],
])("after %s the focus is where it was", (_, sent, expected) => {
  expect(controlAfterAnswer(table, sent)).toEqual(expected);
});

test("a button that took the place of the pressed one has the focus, when it is the only one", () => {
  const pressed = button("pause");
  expect(controlAfterAnswer([button("resume")], { focused: pressed, pressed })).toEqual(button("resume"));
  expect(controlAfterAnswer([button("resume"), button("delete")], { focused: pressed, pressed })).toBeNull();
});

test("among several buttons none has it that had neither the focus nor the press", () => {
  const names = fc.constantFrom("pause", "tag", "delete", "");
  fc.assert(
    fc.property(names, names, (focused, pressed) => {
      const found = controlAfterAnswer(table, { focused: button(focused), pressed: button(pressed) });
      expect([focused, pressed, undefined]).toContain(found?.value);
    }),
  );
});
