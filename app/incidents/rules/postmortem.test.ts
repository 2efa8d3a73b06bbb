import { expect, test } from "vitest";
import { postmortemUpdate, separatePostmortem } from "~/status-page/rules/postmortem-entry";
import { nextPostmortemState, type PostmortemAction } from "./postmortem";

const resolved = { visibility: "published", resolvedAt: 5, postmortem: "none" };
const outcome = (incident: object, step: PostmortemAction) => {
  const result = nextPostmortemState({ ...resolved, ...incident }, step);
  if (result.ok) return result.value;
  return result.failure.name === "conflict" ? result.failure.code : result.failure.name;
};

test.each<[string, object, [write: string, publish: string, revert: string, remove: string]]>([
  ["nothing written", {}, ["draft", "published", "no_postmortem", "no_postmortem"]],
  ["a draft", { postmortem: "draft" }, ["draft", "published", "postmortem_draft", "none"]],
  ["a published one", { postmortem: "published" }, ["published", "postmortem_published", "draft", "none"]],
  [
    "an open incident",
    { resolvedAt: null, postmortem: "draft" },
    ["draft", "not_resolved", "postmortem_draft", "none"],
  ],
  ["reopened after it", { resolvedAt: null, postmortem: "published" }, ["published", "not_resolved", "draft", "none"]],
  ["a draft incident", { visibility: "draft" }, Array(4).fill("not_published") as never],
  ["a withdrawn one", { visibility: "withdrawn" }, Array(4).fill("gone") as never],
])("%s: write, publish, revert, delete", (_name, incident, expected) => {
  expect((["write", "publish", "revert", "delete"] as const).map((step) => outcome(incident, step))).toEqual(expected);
});

test("among the updates it is one of them, and is found again", () => {
  const fact = { html: "<p>Why</p>", text: "Why", publishedAt: 10, updatedAt: 12, notified: true };
  const entry = postmortemUpdate("one", fact);
  expect(entry).toMatchObject({ id: "one-postmortem", shownAt: 10, updatedAt: 12, notify: true });
  const other = { ...entry, id: "x", status: "resolved" };
  expect(separatePostmortem({ updates: [entry, other] })).toEqual({ told: [other], postmortem: entry });
});
