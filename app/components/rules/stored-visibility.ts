import type { ComponentVisibilityRule } from "./fields";

/** Values that are stored while the import that made a component runs: visitors do not see it before its end. */
export const visibilityAfterImport = {
  always: "always_after_import",
  affected: "affected_after_import",
} as const satisfies Record<ComponentVisibilityRule, string>;

export type StoredVisibilityRule = ComponentVisibilityRule | (typeof visibilityAfterImport)[ComponentVisibilityRule];

/** Stored values of components that visitors may see. */
export const publicVisibilityRules = ["always", "affected"] as const satisfies readonly ComponentVisibilityRule[];

/** True while an import that is not over hides the component from visitors. */
export const isHiddenByImport = (stored: StoredVisibilityRule): boolean =>
  stored === visibilityAfterImport.always || stored === visibilityAfterImport.affected;

/** Returns the rule as people set it. */
export const visibilityRuleOf = (stored: StoredVisibilityRule): ComponentVisibilityRule =>
  stored === "affected" || stored === visibilityAfterImport.affected ? "affected" : "always";
