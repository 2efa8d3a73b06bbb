import { ticked, typed } from "../parts/posted";

/** The fields of a component's form, new or old; the use case's schema judges them. */
export function componentFields(fields: FormData) {
  const startDate = typed(fields, "startDate");
  return {
    name: typed(fields, "name"),
    description: typed(fields, "description"),
    groupId: typed(fields, "groupId") || null,
    ...(startDate === "" ? {} : { startDate }),
    shownWhen: typed(fields, "shownWhen"),
    showUptime: ticked(fields, "showUptime"),
  };
}

export const groupFields = (fields: FormData) => ({
  name: typed(fields, "name"),
  description: typed(fields, "description"),
  collapsed: typed(fields, "collapsed"),
});
