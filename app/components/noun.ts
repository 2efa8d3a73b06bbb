import type { NounDefinition } from "~/nouns";

/** A part of the service that a page describes. */
export const componentNounDefinition = {
  name: "component",
  at: "components",
  tables: [{ name: "component" }],
  routes: {
    components: "components/desk/components",
    "components/new": "components/desk/component-new",
    "components/several": "components/desk/components-several",
    "components/:id": "components/desk/component",
  },
  menu: { area: "page", order: 10, name: "components", called: "Components" },
  search: { kind: "component", order: 10, called: "Component", table: "component", only: "archived_at IS NULL" },
  ways: [
    { name: "component", to: "components/new", need: "admin", order: 50, called: "New component" },
    { name: "components", to: "components/several", need: "admin", order: 60, called: "Add several components" },
  ],
  audit: {
    link: "one",
    ordinary: true,
    fields: { from: "components/rules/fields", name: "componentFields" },
    called: "Components",
    actions: {
      archive: "{{actor}} archived a component",
      bulk_archive: "{{actor}} archived several components",
      bulk_mute: "{{actor}} muted several components",
      bulk_regroup: "{{actor}} moved several components to a group",
      bulk_set_status: "{{actor}} set the status of several components manually",
      bulk_unmute: "{{actor}} unmuted several components",
      create: "{{actor}} added a component",
      manual_end: "{{actor}} ended a manual status, as scheduled",
      create_several: "{{actor}} added several components",
      restore: "{{actor}} restored an archived component",
      restate: "{{actor}} restated a component’s past figures",
      move: "{{actor}} reordered the components",
      mute: "{{actor}} muted a component",
      set_status: "{{actor}} set a component’s status manually",
      unmute: "{{actor}} unmuted a component",
      update: "{{actor}} changed a component",
    },
  },
  api: {
    routes: [{ from: "components/api/components", add: "addComponentRoutes", order: 20 }],
    operations: {
      "POST components": {
        need: "admin",
        example: { component: { name: "Checkout", description: "Cart and payment", start_date: "2026-11-01" } },
      },
      "PUT components/{id}": { need: "admin", example: { component: { name: "Checkout", showcase: true } } },
      "PATCH components/{id}": { need: "responder", example: { component: { status: "partial_outage" } } },
      "DELETE components/{id}": { need: "admin" },
    },
  },
  done: {
    "component-created": "Component added.",
    "components-created": "Components added.",
    "component-restored": "Component restored. Set up the alert rules that changed it again.",
    "component-saved": "Component saved.",
    "component-archived": "Component archived. Its history is kept.",
    "components-archived": "Components archived. Their history is kept.",
    "components-moved": "Components moved.",
    "status-set": "Status set. Visitors see it now.",
    "status-set-kept":
      "Status set. Nothing watches this component, so your team updates it manually from now on; change that under “Edit”.",
    "statuses-set-kept":
      "Status set. Components that nothing watches are updated manually by your team from now on; change that under “Edit”.",
    "status-set-overridden": "Status set. Visitors see a worse one, because something else still holds this component.",
    "statuses-set-overridden":
      "Status set. Visitors see a worse one where alerts, incidents or maintenance still hold a component: see its page.",
    "kept-answered": "Saved. Your team updates this component manually.",
    "status-cleared": "Manual status cleared.",
    "order-changed": "Order changed.",
  },
  refusals: {
    about: "Where a component or its group is chosen.",
    texts: {
      unknown: "This component isn’t on the page. Reload and choose another one.",
      no_group: "This group doesn’t exist. Reload and choose another one.",
      limit: "A page has at most {{most}} components. Archive one first.",
      name_taken: "A component called “{{name}}” already exists here. Choose another name or group.",
      name_twice: "“{{name}}” is in the list twice.",
      long_line: "“{{name}}” is too long: at most {{most}} characters per line.",
      tick_one: "Select at least one component.",
      at_once: "Select at most 500 components at once.",
      no_lines: "Enter at least one component.",
      is_watched: "“{{name}}” watches this component. Remove the component there first, or choose “Watched”.",
      started_long_ago:
        "This component wasn’t monitored then. Choose a day within the last {{most}} years, or “Updated manually”.",
    },
    notes: {
      limit: "{{most}} is a number.",
      name_taken: "{{name}} is what the other component is called.",
      name_twice: "{{name}} is a line of the list.",
      long_line: "{{name}} is the beginning of the line, {{most}} a number.",
      is_watched: "{{name}} is a monitor, heartbeat or source, as people named it.",
      started_long_ago: "{{most}} is a number.",
    },
  },
} as const satisfies NounDefinition;

/** Components under one heading; its actions begin with `group`. */
export const componentGroupNounDefinition = {
  name: "component_group",
  at: "groups",
  tables: [{ name: "component_group" }],
  routes: { "groups/new": "components/desk/group-new", "groups/:id": "components/desk/group" },
  menu: { below: "components" },
  search: { kind: "group", order: 20, called: "Group", table: "component_group" },
  ways: [{ name: "group", to: "groups/new", need: "admin", order: 70, called: "New group" }],
  audit: {
    link: "one",
    ordinary: true,
    prefix: "group",
    fields: { from: "components/rules/fields", name: "componentGroupFields" },
    called: "Groups",
    actions: {
      create: "{{actor}} added a group",
      delete: "{{actor}} deleted a group",
      move: "{{actor}} reordered the groups",
      update: "{{actor}} changed a group",
    },
  },
  api: {
    routes: [{ from: "components/api/component-groups", add: "addComponentGroupRoutes", order: 30 }],
    operations: {
      "POST component-groups": {
        need: "admin",
        example: { component_group: { name: "Shop", components: ["01m7vrt60gzx9a8q5f0p3kd2bn"] } },
      },
      "PUT, PATCH component-groups/{id}": {
        need: "admin",
        example: { component_group: { components: ["01m7vrt60gzx9a8q5f0p3kd2bn"] } },
      },
      "DELETE component-groups/{id}": { need: "admin" },
    },
  },
  done: {
    "group-created": "Group added.",
    "group-saved": "Group saved.",
    "group-deleted": "Group deleted. Its components stay, ungrouped.",
  },
} as const satisfies NounDefinition;
