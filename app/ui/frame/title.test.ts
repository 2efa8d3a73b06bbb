import { describe, expect, it } from "vitest";
import { countedPageTitleMeta, namedPageTitleMeta, translatedPageTitleMeta } from "./title";
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

  it("begins with the name of the thing that the page is about", () => {
    const meta = namedPageTitleMeta(wordsIn, "place.audit", "monitor.name");
    const over = (data: unknown) => meta({ matches: [layout], data } as unknown as Given);
    expect(over({ monitor: { name: "Checkout API" } })).toEqual([
      { title: "Checkout API · Audit log · Acme · Upfront" },
    ]);
    expect(over(undefined)).toEqual([{ title: "Audit log · Acme · Upfront" }]);
  });

  it("begins with what is counted, where there is something", () => {
    const meta = countedPageTitleMeta(wordsIn, "place.alerts", (data) => (data as { firing: number }).firing);
    const over = (data: unknown) => meta({ matches: [layout], data } as unknown as Given);
    expect(over({ firing: 3 })).toEqual([{ title: "(3) Alerts · Acme · Upfront" }]);
    expect(over({ firing: 0 })).toEqual([{ title: "Alerts · Acme · Upfront" }]);
    for (const none of [undefined, null]) expect(over(none)).toEqual([{ title: "Alerts · Acme · Upfront" }]);
  });

  it("is in the language that root's loader read, and in English where it did not run", () => {
    expect(titleOver([{ id: "root", data: { language: "en-XB" } }])).toEqual([
      { title: expect.stringMatching(/^⟦Åûdît lög·+⟧ · Upfront$/) },
    ]);
    expect(titleOver([{ id: "root", data: undefined }])).toEqual([{ title: "Audit log · Upfront" }]);
  });
});
