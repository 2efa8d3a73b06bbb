import fc from "fast-check";
import { expect, test } from "vitest";
import { type PostmortemDraftWords, postmortemDraftText } from "./postmortem-draft";

const words: PostmortemDraftWords = {
  summary: "Summary",
  timeline: "Timeline",
  cause: "Root cause",
  next: "What we will change",
  status: (status) => status.toUpperCase(),
  time: (at) => `at ${at}`,
};

test("the updates stand in the order in which they were read, between headings to fill in", () => {
  const updates = [
    { status: "resolved", body: "Over.", shownAt: 2 },
    { status: "investigating", body: "We look.\n\nMore soon.", shownAt: 1 },
  ];
  expect(postmortemDraftText(updates, words)).toBe(
    "## Summary\n\n## Timeline\n\n- **at 1** INVESTIGATING\n\n  We look.\n\n  More soon.\n\n- **at 2** RESOLVED\n\n  Over.\n\n## Root cause\n\n## What we will change\n",
  );
});

test("an update without a text is its time and its status", () => {
  expect(postmortemDraftText([{ status: "monitoring", body: " ", shownAt: 3 }], words)).toContain(
    "- **at 3** MONITORING\n",
  );
});

test("every word of every update is in it", () => {
  const update = fc.record({ status: fc.constant("identified"), body: fc.lorem(), shownAt: fc.integer({ min: 1 }) });
  fc.assert(
    fc.property(fc.array(update, { maxLength: 8 }), (updates) => {
      const draft = postmortemDraftText(updates, words);
      for (const { body, shownAt } of updates) {
        expect(draft).toContain(body);
        expect(draft).toContain(`**at ${shownAt}**`);
      }
    }),
  );
});
