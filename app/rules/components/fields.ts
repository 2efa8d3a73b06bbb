import { choice, type Fields, type ValueOf, type ValuesOf } from "../fields/fields";

/** What an admin says about a component. */
export const componentFields = {
  name: { kind: "line", label: "Name", hint: "A part of your service, as visitors know it.", required: true },
  description: { kind: "text", label: "Description", rows: 2, longest: 2000 },
  groupId: { kind: "pick", label: "Group", none: "No group" },
  startDate: { kind: "day", label: "Start date", hint: "The page shows “No data” before this day." },
  shownWhen: choice({
    label: "Shown",
    choices: { always: "Always", affected: "Only when it is affected" },
    initial: "always",
    api: "only_show_if_degraded",
    apiFlag: "affected",
  }),
  showUptime: { kind: "tick", label: "Show uptime", initial: true, api: "showcase" },
} as const satisfies Fields;

/** What an admin says about a group of components. */
export const groupFields = {
  name: { kind: "line", label: "Name", required: true },
  description: { kind: "text", label: "Description", rows: 2, longest: 2000 },
  collapsed: choice({
    label: "On the page",
    choices: {
      unless_affected: "Collapsed unless a component is affected",
      always: "Always collapsed",
      never: "Always open",
    },
    initial: "unless_affected",
  }),
} as const satisfies Fields;

export type ComponentSettings = ValuesOf<typeof componentFields>;
export type ShownWhen = ValueOf<typeof componentFields.shownWhen>;
export type Collapsed = ValueOf<typeof groupFields.collapsed>;
