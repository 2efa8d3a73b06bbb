import { describe, expect, it } from "vitest";
import { translatedPageTitleMeta } from "./title";
import { wordsIn } from "./words";

type Given = Parameters<ReturnType<typeof translatedPageTitleMeta>>[0];

/** Returns the title of a page whose root and layout loaded this data. */
function titleOver(matches: { id: string; data: unknown }[]) {
  return translatedPageTitleMeta(wordsIn, "place.audit")({ matches } as unknown as Given);
}

const layout = { id: "pages/desk/page-layout.route", data: { page: { name: "Acme" } } };

describe("a page's title", () => {
  it("is the place, the page and our name", () => {
    expect(titleOver([{ id: "root", data: { language: "en" } }, layout])).toEqual([
      { title: "Audit log · Acme · Upfront" },
    ]);
  });

  it("is in the language that root's loader read, and in English where it did not run", () => {
    expect(titleOver([{ id: "root", data: { language: "en-XB" } }])).toEqual([
      { title: expect.stringMatching(/^⟦Åûdît lög·+⟧ · Upfront$/) },
    ]);
    expect(titleOver([{ id: "root", data: undefined }])).toEqual([{ title: "Audit log · Upfront" }]);
  });
});
