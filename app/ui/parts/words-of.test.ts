import { describe, expect, it } from "vitest";
import { ruleMatchText } from "~/alert-rules/desk/match-words";
import { statusCauseWordsOf } from "~/components/desk/component-list";
import { pseudoLanguage } from "~/i18n/pseudo";
import { browserText } from "~/people/sign-in/desk/browser-words";
import { doneNoticeText } from "../done/words";
import { type FormState, fieldId, firstErrorField, formStateOf } from "./form-state";
import { isPartWordKey } from "./part-words";
import { percentText } from "./share-words";
import { shortDurationText } from "./time-text";

const state = (over: Partial<FormState>): FormState => ({ form: "update", values: {}, errors: {}, ...over });

describe("a refused form", () => {
  it("is found again by its name only", () => {
    const refused = state({ values: { body: "words" } });
    expect(formStateOf(refused, "update")).toBe(refused);
    expect(formStateOf(refused, "edit")).toBeNull();
    expect(formStateOf(undefined, "update")).toBeNull();
  });

  it("gives the focus to the first field of the form in error, not of the list of errors", () => {
    const values = { title: "", status: "x", body: "" };
    expect(firstErrorField(state({ values, errors: { body: "empty", title: "empty" } }))).toBe("title");
    expect(firstErrorField(state({ values: {}, errors: { sure: "tick" } }))).toBe("sure");
    expect(firstErrorField(state({ values, errors: { "": "the whole" } }))).toBeNull();
  });

  it("has ids that a link can point to", () => {
    expect(fieldId("edit-1", "components.01a")).toBe("edit-1-components-01a");
  });
});

describe("words", () => {
  it("say what a rule takes", () => {
    expect(ruleMatchText({})).toBe("everything");
    expect(ruleMatchText({ labels: { team: "pay*" }, severities: ["critical", "error"], title: "*down*" })).toBe(
      "team=pay*, severity critical or error, and title *down*",
    );
  });

  it("name a browser as people know it", () => {
    const chromium =
      "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36";
    expect(browserText(chromium)).toBe("Chrome on Linux");
    expect(browserText("curl/8.5")).toBe("curl/8.5");
    expect(browserText("")).toBe("Unknown browser");
  });

  it("say how long ago", () => {
    expect(shortDurationText(20_000)).toBe("less than a minute");
    expect(shortDurationText(12 * 60_000)).toBe("12 min");
    expect(shortDurationText(47 * 3_600_000)).toBe("47 h");
    expect(shortDurationText(49 * 3_600_000)).toBe("2 days");
    expect(shortDurationText(12 * 60_000, pseudoLanguage)).toMatch(/^⟦12 mîñ·+⟧$/);
  });

  it("say a share with two digits, and that one is too small to print", () => {
    expect([0, 0.0004, 0.034, 1.2].map((share) => percentText(share, "en"))).toEqual([
      "0%",
      "under 0.1%",
      "3.4%",
      "120%",
    ]);
  });

  it("are found by what an address says, and only by what is a word", () => {
    const said = (key: string) => doneNoticeText(new URL(`https://status.example.com/manage?done=${key}`), "en");
    expect(said("settings-saved")).toBe("Settings saved.");
    expect(["", "nothing", "constructor", "toString", "__proto__"].filter((key) => said(key) !== null)).toEqual([]);
    expect([isPartWordKey("role", "admin"), isPartWordKey("role", "constructor")]).toEqual([true, false]);
  });

  it("name the layer that makes a component red", () => {
    const layers = {
      manual: null,
      observed: "major_outage",
      incident: "partial_outage",
      maintenance: null,
      coverage: null,
    } as const;
    expect(statusCauseWordsOf({ effective: "major_outage", layers }, "en")).toEqual(["alerts"]);
    const calm = { manual: null, observed: "operational", incident: null, maintenance: null, coverage: null } as const;
    expect(statusCauseWordsOf({ effective: "operational", layers: calm }, "en")).toEqual([]);
  });
});
