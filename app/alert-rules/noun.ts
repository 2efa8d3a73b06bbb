import type { NounDefinition } from "~/nouns";

/** A rule that turns alerts of a source into statuses and incidents. */
export const ruleNounDefinition = {
  name: "rule",
  tables: [{ name: "rule_component", key: "page_id, rule_id, component_id" }, { name: "rule" }],
  routes: { "sources/:id/rules/:rule": "sources/desk/rule" },
  audit: {
    ordinary: true,
    fields: { from: "alert-rules/rules/logged-fields", name: "ruleLogFields" },
    called: "Rules",
    actions: {
      create: "{{actor}} added a rule",
      delete: "{{actor}} deleted a rule",
      move: "{{actor}} reordered the rules",
      update: "{{actor}} changed a rule",
    },
  },
  api: {
    routes: [
      { from: "alert-rules/api/rules", add: "addRuleRoutes", order: 140 },
      { from: "alert-rules/api/rule-suggestions", add: "addRuleSuggestionRoutes", order: 250 },
    ],
    operations: {
      "GET sources/{id}/suggestions": { need: "viewer" },
      "POST rules": {
        need: "admin",
        example: {
          rule: {
            source_id: "01m7vrt60gzx9a8q5f0p3kd2bn",
            match: { labels: { service: "checkout" } },
            components: { "01m7vrt60gzx9a8q5f0p3kd2bn": "major_outage" },
            mode: "draft",
            hold: 120,
            resolve_after: 300,
          },
        },
      },
      "POST rules/try": {
        need: "admin",
        example: { rule: { source_id: "01m7vrt60gzx9a8q5f0p3kd2bn", match: { labels: { service: "checkout*" } } } },
      },
      "PUT, PATCH rules/{id}": {
        need: "admin",
        example: { rule: { mode: "publish", resolve_after: 600, group_by: ["service"] } },
      },
      "DELETE rules/{id}": { need: "admin" },
    },
  },
  done: { "rule-saved": "Rule saved.", "rule-deleted": "Rule deleted." },
  refusals: {
    about: "Forms of alert rules. {title}, {component} and {since} are typed as they are.",
    texts: {
      catch_all: "The catch-all rule is deleted with its source.",
      title_not_shown: "Leave {title} out, or allow the alert’s own title below.",
      limit: "A source has at most {{most}} rules. Delete one first.",
      no_placeholder: "There is no placeholder {{name}}. Use {component}, {since} or {title}.",
      labels: "Enter at most 20 labels.",
      line: "Write each line as name=pattern. “{{line}}” doesn’t fit.",
    },
    notes: {
      limit: "{{most}} is a number.",
      no_placeholder: "{{name}} is a name that people gave.",
      line: "{{line}} is what was typed; name=pattern stays as it is.",
    },
  },
} as const satisfies NounDefinition;
