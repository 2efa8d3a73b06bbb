import { describe, expect, it } from "vitest";
import { refusalFor } from "~/failures/refusal";
import { parseInput } from "~/fields/parse";
import { saveRuleInputSchema } from "./input";
import { parseRuleForm } from "./rule-form";

const saved = (posted: Record<string, string>) =>
  parseInput(saveRuleInputSchema, { pageId: "p", sourceId: "s", ...parseRuleForm(posted) });

describe("a rule's form", () => {
  it("becomes a match, statuses and seconds", () => {
    const read = saved({
      "match.labels": "service=check*\r\n\r\n env = prod ",
      "severity-critical": "on",
      "match.title": "",
      "components.01a": "partial_outage",
      mode: "publish",
      hold: "0",
      resolveAfter: "60",
      groupBy: "cluster, service,",
      publicTitle: " {component} is slow ",
      showsTitle: "on",
    });
    expect(read.ok && read.value).toEqual({
      pageId: "p",
      sourceId: "s",
      match: { labels: { service: "check*", env: "prod" }, severities: ["critical"] },
      components: { "01a": "partial_outage" },
      mode: "publish",
      hold: 0,
      resolveAfter: 60,
      groupBy: ["cluster", "service"],
      publicTitle: "{component} is slow",
      publicBody: "",
      showsTitle: true,
    });
  });

  it("says which line and which number cannot be read", () => {
    const read = saved({ "match.labels": "nonsense", mode: "draft", hold: "soon", resolveAfter: "" });
    expect(read).toMatchObject({
      ok: false,
      failure: {
        fields: {
          "match.labels": refusalFor("rule.line", { line: "nonsense" }),
          hold: "value.whole",
          resolveAfter: "value.whole",
        },
      },
    });
  });
});
