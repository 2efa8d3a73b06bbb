import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { QuestionHead } from "./question-head";

test("the heading of a question is where the document's focus goes", () => {
  const html = renderToString(<QuestionHead title="Archive 2 components?" note="Their history is kept." />);
  expect(html).toMatch(/<h1 [^>]*tabindex="-1"[^>]*autofocus=""[^>]*>Archive 2 components\?<\/h1>/i);
  expect(html).toContain("Their history is kept.");
});
