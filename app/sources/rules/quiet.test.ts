import { expect, test } from "vitest";
import { answersSourceQuietQuestion, type SourceQuietFacts, sourceQuietQuestionOf } from "./quiet";

const unsaid: SourceQuietFacts = {
  heartbeatSeconds: null,
  silenceHours: null,
  quietMeansWell: false,
  quietAnswered: false,
};

test.each<[string, Partial<SourceQuietFacts>, ReturnType<typeof sourceQuietQuestionOf>]>([
  ["a new source", {}, "nothing"],
  ["one that somebody saved without an answer", { quietAnswered: true }, "nothing"],
  ["one of before", { quietMeansWell: true }, "assumed"],
  ["one of before that was confirmed", { quietMeansWell: true, quietAnswered: true }, null],
  ["a period", { heartbeatSeconds: 600 }, null],
  ["a period beside what was assumed", { heartbeatSeconds: 600, quietMeansWell: true }, null],
  ["hours", { silenceHours: 24 }, null],
])("%s", (_, said, left) => {
  expect(sourceQuietQuestionOf({ ...unsaid, ...said })).toBe(left);
});

test("a change answers where it names one of the three, also to say none", () => {
  expect([{}, { silenceHours: null }, { quietMeansWell: false }].map(answersSourceQuietQuestion)).toEqual([
    false,
    true,
    true,
  ]);
});
