import { describe, expect, it } from "vitest";
import { type AuditNames, differences, fieldName, isInstant, valueText } from "./audit-words";
import { ruleNames } from "./rule-names";
import { wordsIn } from "./words/words";

const words = wordsIn("en");
const reading = (subjectKind = "", names: AuditNames = {}) => ({ words, names, subjectKind, subjectId: "s1" });

describe("an audit entry", () => {
  it("shows only what differs, and what was made without a before", () => {
    const found = differences({ title: "A", notify: false, same: 1 }, { title: "B", notify: true, same: 1 });
    expect(found).toEqual([
      { name: "title", from: "A", to: "B" },
      { name: "notify", from: false, to: true },
    ]);
    expect(differences(null, { name: "API", groupBy: [], settings: {} })).toEqual([
      { name: "name", from: undefined, to: "API" },
    ]);
  });

  it("is read as words: statuses, names for ids, yes and no; long text is cut", () => {
    expect(valueText(reading("", { "01a": "Checkout" }), { "01a": "major_outage" })).toBe("Checkout: Major outage");
    expect(valueText(reading(), ["a", false, null])).toBe("a, No, and None");
    expect(valueText(reading(), "x".repeat(400))).toHaveLength(301);
    expect(
      valueText(
        reading(),
        Array.from({ length: 40 }, () => "x"),
      ),
    ).toBe(`${"x, ".repeat(12)}and …`);
  });

  it("has the words of the form: of a choice, of several, and of a length", () => {
    expect(fieldName(words, "graceSeconds", "heartbeat")).toBe("Grace");
    expect(valueText(reading("heartbeat"), 5400, "graceSeconds")).toBe("90 minutes");
    expect(fieldName(words, "holdSeconds", "rule")).toBe("Wait before opening (seconds)");
    expect(valueText(reading("monitor"), "publish", "mode")).toBe("Publish immediately");
    expect(valueText(reading("monitor"), ["weur", "me"], "regions")).toBe("Europe, west and Middle East");
  });

  it("has the words of the form for the parts of a value, and a kind's own for its settings", () => {
    const schedule = { kind: "simple", periodSeconds: 3600 };
    expect(valueText(reading("heartbeat"), schedule, "schedule")).toBe(
      "Schedule: At a fixed interval and Period: 1 hour",
    );
    const names = { "s1/kind.http": "HTTP(S)", "s1/settings.url": "Address" };
    expect(valueText(reading("monitor", names), "http", "kind")).toBe("HTTP(S)");
    expect(valueText(reading("monitor", names), { url: "https://a.example" }, "settings")).toBe(
      "Address: https://a.example",
    );
  });

  it("says in words how a series repeats, and leaves a rule that its form cannot say", () => {
    const rules = ["FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;COUNT=5", "FREQ=YEARLY"];
    const names = ruleNames(
      rules.map((rule) => ({ before: null, after: { rule } })),
      "en",
    );
    expect(rules.map((rule) => valueText(reading("maintenance_series", names), rule, "rule"))).toEqual([
      "Every 2 weeks on Tuesday, 5 times",
      "FREQ=YEARLY",
    ]);
  });

  it("spells a field out where there are no words for it", () => {
    expect(fieldName(words, "mutedUntil")).toBe("Muted until");
    expect(fieldName(words, "neverHeardOf")).toBe("never heard of");
    expect(fieldName(words, "toString")).toBe("to string");
  });

  it("knows an instant by the name of its field", () => {
    expect(isInstant("startedAt", 1_795_230_964_914)).toBe(true);
    expect(isInstant("holdSeconds", 1_795_230_964_914)).toBe(false);
    expect(isInstant("startedAt", null)).toBe(false);
  });
});
