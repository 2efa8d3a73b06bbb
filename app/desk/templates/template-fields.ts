import { statusesOf, typed } from "../parts/posted";

/** The form of a template; "" = left open. */
export const templateFields = (fields: FormData) => ({
  name: typed(fields, "name"),
  title: typed(fields, "title"),
  body: typed(fields, "body"),
  status: typed(fields, "status") || null,
  impactOverride: typed(fields, "impactOverride") || null,
  components: statusesOf(fields),
});
