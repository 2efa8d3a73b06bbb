import { expect, test } from "vitest";
import type { SecondOpinion } from "./monitor";
import { decideProbeStep, probePlaceName } from "./probes";

const monitor = { continents: ["EU", "AS"] };
const said = (continent: string, minute: number, verdict: SecondOpinion["verdict"] = "down"): SecondOpinion => ({
  region: probePlaceName(continent),
  minute,
  verdict,
  code: "x",
});
const both = (minute: number, verdict?: SecondOpinion["verdict"]) => [
  said("EU", minute, verdict),
  said("AS", minute, verdict),
];

test.each([
  ["nothing is known: they are asked", {}, "create"],
  ["a measurement of the last minute is read", { asked: { id: "a", minute: 99 } }, "read"],
  ["not in the minute in which it was created", { asked: { id: "a", minute: 100 } }, "create"],
  ["nor one of a future that a clock left", { asked: { id: "a", minute: 170 } }, "create"],
  ["nor one that is older than ten minutes", { asked: { id: "a", minute: 80 } }, "create"],
  ["an answer to the same question is kept", { opinions: both(98) }, "keep"],
  ["so is a refusal: nobody is asked again at once", { opinions: both(98, "none") }, "keep"],
  ["an answer of before these results is about something else", { opinions: both(97) }, "create"],
  ["one that was awaited is none", { opinions: both(98, "waiting") }, "create"],
  ["nor does one stand for all", { opinions: [said("EU", 98)] }, "create"],
] as const)("%s", (_, known, step) => {
  const state = { opinions: [] as SecondOpinion[], ...known };
  expect(decideProbeStep(monitor, { ...state, opinions: [...state.opinions] }, { at: 98, minute: 100 }).step).toBe(
    step,
  );
});

test("after five minutes they are asked again", () => {
  expect(decideProbeStep(monitor, { opinions: both(96) }, { at: 90, minute: 100 }).step).toBe("keep");
  expect(decideProbeStep(monitor, { opinions: both(95) }, { at: 90, minute: 100 }).step).toBe("create");
});
