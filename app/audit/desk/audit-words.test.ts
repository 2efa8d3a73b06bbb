import { describe, expect, it } from "vitest";
import { type AuditNames, auditDifferences, auditFieldLabel, auditValueText, isInstantField } from "./audit-words";
import { repeatTextsByRule } from "./rule-names";
import { wordsIn } from "./words/words";

const words = wordsIn("en");
const reading = (subjectKind = "", names: AuditNames = {}) => ({ words, names, subjectKind, subjectId: "s1" });

describe("an audit entry", () => {
  it("shows only what differs, and what was made without a before", () => {
    const found = auditDifferences({ title: "A", notify: false, same: 1 }, { title: "B", notify: true, same: 1 });
    expect(found).toEqual([
      { name: "title", from: "A", to: "B" },
      { name: "notify", from: false, to: true },
    ]);
    expect(auditDifferences(null, { name: "API", groupBy: [], settings: {} })).toEqual([
      { name: "name", from: undefined, to: "API" },
    ]);
  });

  it("is read as words: statuses, names for ids, yes and no; long text is cut", () => {
    expect(auditValueText(reading("", { "01a": "Checkout" }), { "01a": "major_outage" })).toBe(
      "Checkout: Major outage",
    );
    expect(auditValueText(reading(), ["a", false, null])).toBe("a, No, and None");
    expect(auditValueText(reading(), "x".repeat(400))).toHaveLength(301);
    expect(
      auditValueText(
        reading(),
        Array.from({ length: 40 }, () => "x"),
      ),
    ).toBe(`${"x, ".repeat(12)}and …`);
  });

  it("names several things by their names alone", () => {
    const several = [
      { id: "c1", name: "API" },
      { id: "c2", name: "Website" },
    ];
    expect(auditValueText(reading("page"), several, "components")).toBe("API and Website");
  });

  it("has the words of the form: of a choice, of several, and of a length", () => {
    expect(auditFieldLabel(words, "graceSeconds", "heartbeat")).toBe("Grace period");
    expect(auditValueText(reading("heartbeat"), 5400, "graceSeconds")).toBe("90 minutes");
    expect(auditFieldLabel(words, "holdSeconds", "rule")).toBe("Wait before opening (seconds)");
    expect(auditValueText(reading("monitor"), "publish", "mode")).toBe("Publish immediately");
    expect(auditValueText(reading("monitor"), ["weur", "me"], "regions")).toBe("Europe, west and Middle East");
  });

  it("has the words of the form for the parts of a value, and a kind's own for its settings", () => {
    const schedule = { kind: "simple", periodSeconds: 3600 };
    expect(auditValueText(reading("heartbeat"), schedule, "schedule")).toBe(
      "Schedule: Fixed interval and Period: 1 hour",
    );
    const names = { "s1/kind.http": "HTTP(S)", "s1/settings.url": "Address" };
    expect(auditValueText(reading("monitor", names), "http", "kind")).toBe("HTTP(S)");
    expect(auditValueText(reading("monitor", names), { url: "https://a.example" }, "settings")).toBe(
      "Address: https://a.example",
    );
  });

  it("says in words how a series repeats, and leaves a rule that its form cannot say", () => {
    const rules = ["FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;COUNT=5", "FREQ=YEARLY"];
    const names = repeatTextsByRule(
      rules.map((rule) => ({ before: null, after: { rule } })),
      "en",
    );
    expect(rules.map((rule) => auditValueText(reading("maintenance_series", names), rule, "rule"))).toEqual([
      "Every 2 weeks on Tuesday, 5 times",
      "FREQ=YEARLY",
    ]);
  });

  it("spells a field out where there are no words for it", () => {
    expect(auditFieldLabel(words, "mutedUntil")).toBe("Muted until");
    expect(auditFieldLabel(words, "neverHeardOf")).toBe("never heard of");
    expect(auditFieldLabel(words, "toString")).toBe("to string");
  });

  it("knows an instant by the name of its field", () => {
    expect(isInstantField("startedAt", 1_795_230_964_914)).toBe(true);
    expect(isInstantField("holdSeconds", 1_795_230_964_914)).toBe(false);
    expect(isInstantField("startedAt", null)).toBe(false);
  });
});
