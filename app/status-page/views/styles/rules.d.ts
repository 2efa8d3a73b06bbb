/** A sheet split into rules to choose from (scripts/bundle/sheet-rules). */
declare module "*.css?rules" {
  export const mark: string;
  const rules: readonly import("../frame/first-sheet").StylesheetRule[];
  export default rules;
}
