import { expect, test } from "vitest";
import { type BatchWork, makeCallBatcher, NoLeaderError } from "./gather";

const bounds = { most: 3, heaviest: 100, weigh: (item: number) => item };
const clock = { now: () => 0, defer: () => undefined };
const soon = () => new Promise<void>((resolve) => setTimeout(resolve, 1));

test("who comes at once is done together within the bounds, in order, and each hears its own answer", async () => {
  const gather = makeCallBatcher<number, string>(bounds);
  const groups: number[][] = [];
  const work: BatchWork<number, string> = async (places) => {
    groups.push(places.map((each) => each.item));
    await soon();
    for (const each of places) each.answer(`done ${each.item}`);
  };
  const answers = await Promise.all([1, 2, 3, 4, 5, 98].map((item) => gather("page", item, { work, ...clock })));
  expect(answers).toEqual([1, 2, 3, 4, 5, 98].map((item) => `done ${item}`));
  expect(groups).toEqual([[1, 2, 3], [4, 5], [98]]);
});

test("whom a leader leaves untold is served by the next one; where all have led, all hear that nobody does", async () => {
  const gather = makeCallBatcher<number, number>(bounds);
  let tries = 0;
  const tired: BatchWork<number, number> = async (places) => {
    await soon();
    if (++tries === 3) for (const each of places) each.answer(tries);
  };
  const lead = (item: number, work: BatchWork<number, number>) => gather("page", item, { work, ...clock });
  expect(await Promise.all([1, 2, 3].map((item) => lead(item, tired)))).toEqual([3, 3, 3]);
  const never = () => soon();
  const failed = await Promise.allSettled([1, 2].map((item) => lead(item, never)));
  expect(failed.map((each) => each.status === "rejected" && each.reason instanceof NoLeaderError)).toEqual([
    true,
    true,
  ]);
});

test("what fails together is done by each alone", async () => {
  const gather = makeCallBatcher<number, string>(bounds);
  const work: BatchWork<number, string> = async (places) => {
    await soon();
    for (const each of places) {
      if (places.length > 1) each.alone();
      else if (each.item === 3) each.fail(new Error("poison"));
      else each.answer("alone");
    }
  };
  const found = await Promise.allSettled([1, 2, 3].map((item) => gather("page", item, { work, ...clock })));
  expect(found.map((each) => each.status)).toEqual(["fulfilled", "fulfilled", "rejected"]);
});
