import { expect, test } from "vitest";
import { createFormTextKeeper } from "./text-keeper";

const key = "/manage/acme/incidents/new:open";

function stage() {
  const kept = new Map<string, string>();
  const pauses: (() => void)[] = [];
  const box = { value: "", read: 0 };
  const place = { put: (at: string, text: string) => void kept.set(at, text), drop: (at: string) => kept.delete(at) };
  const keeper = createFormTextKeeper(place, (run) => pauses.push(run));
  const type = (value: string) => {
    box.value = value;
    keeper.typed(key, () => {
      box.read += 1;
      return box.value;
    });
  };
  /** Ends all pauses that have started. */
  const pass = () => {
    for (const run of pauses.splice(0)) run();
  };
  return { keeper, kept, box, type, pass, pauses };
}

test("a hundred keys are read and written once, with the last of them", () => {
  const { type, pass, pauses, box, kept } = stage();
  for (let letters = 1; letters <= 100; letters++) type("a".repeat(letters));
  expect([box.read, pauses.length, kept.size]).toEqual([0, 1, 0]);
  pass();
  expect([box.read, kept.get(key)]).toEqual([1, "a".repeat(100)]);
  pass();
  type("again");
  pass();
  expect([box.read, kept.get(key)]).toEqual([2, "again"]);
});

test("what waits is written at once where the page may go, and not a second time", () => {
  const { keeper, type, pass, box, kept } = stage();
  type("half a wor");
  keeper.flush();
  expect(kept.get(key)).toBe("half a wor");
  keeper.flush();
  pass();
  expect(box.read).toBe(1);
});

test("what was taken is written by nothing that was on its way, nor by keys that come before the form begins again", () => {
  const { keeper, type, pass, kept } = stage();
  type("kept");
  pass();
  type("and sent");
  keeper.forget(key);
  expect(kept.size).toBe(0);
  pass();
  type("and sent, one key late");
  keeper.flush();
  pass();
  expect(kept.size).toBe(0);
  keeper.begin(key);
  type("the next one");
  pass();
  expect(kept.get(key)).toBe("the next one");
});

test("forgetting one form leaves another waiting", () => {
  const { keeper, type, pass, kept } = stage();
  type("mine");
  keeper.forget("/manage/acme/other:form");
  pass();
  expect(kept.get(key)).toBe("mine");
});
