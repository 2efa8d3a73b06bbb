import { expect, test } from "vitest";
import type { CheckEvidenceView } from "../evidence";
import { translateEvidence } from "./shown-evidence";

const shownOf = (answer: CheckEvidenceView["answer"]) => {
  const first = { code: "x", detail: "check.reported", milliseconds: 1, steps: [], seenAt: 1, answer } as const;
  return translateEvidence([{ at: 1, first: { ...first, steps: [] }, last: null }], "en")[0]?.first.answer;
};

test.each([
  [
    { status: 503, headers: "a: b", body: "Busy" },
    ["Response status: 503"],
    ["Response body: Busy", "Response headers: a: b"],
  ],
  [{ status: 204, headers: "", body: "" }, ["Response status: 204", "The response had no body."], []],
  [{ status: null, headers: "", body: "421 busy" }, [], ["Received text: 421 busy"]],
  [{ status: null, headers: "", body: "" }, ["Nothing was received."], []],
])("%j is named", (answer, told, parts) => {
  const shown = shownOf(answer);
  expect([shown?.told, shown?.parts.map(({ name, text }) => `${name}: ${text}`)]).toEqual([told, parts]);
});
