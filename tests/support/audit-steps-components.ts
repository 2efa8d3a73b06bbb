import { arrangeComponents } from "~/components/arrange";
import { bulkChangeComponents } from "~/components/bulk";
import { createComponent } from "~/components/create";
import { createComponents } from "~/components/create-several";
import {
  createComponentGroup,
  deleteComponentGroup,
  moveComponentGroup,
  updateComponentGroup,
} from "~/components/groups/verbs";
import { setComponentStatus } from "~/components/set-status";
import { updateComponent } from "~/components/update";
import { archiveComponent, moveComponent, restoreComponent } from "~/components/verbs";
import { id, making, type Step, step } from "./audit-stage";

/** Steps about components and their groups. */
export const componentSteps: Step[] = [
  making("components/create#createComponent", "component", (given, s) =>
    createComponent(s.ctx(), { ...given, name: "Search" }),
  ),
  step("components/update#updateComponent", (given, s) =>
    updateComponent(s.ctx(), { ...given, id: id(s, "component"), name: "Find" }),
  ),
  step("components/verbs#moveComponent", (given, s) =>
    moveComponent(s.ctx(), { ...given, id: id(s, "component"), direction: "up" }),
  ),
  step("components/set-status#setComponentStatus", (given, s) =>
    setComponentStatus(s.ctx(), { ...given, id: id(s, "component"), status: "partial_outage", reason: "Slow" }),
  ),
  ...[
    { action: "set_status", status: "degraded_performance", until: null },
    { action: "mute", minutes: "30" },
    { action: "unmute" },
  ].map((change) =>
    step("components/bulk#bulkChangeComponents", (given, s) =>
      bulkChangeComponents(s.ctx(), { ...given, ids: [id(s, "component")], ...change }),
    ),
  ),
  making("components/groups/verbs#createComponentGroup", "group", (given, s) =>
    createComponentGroup(s.ctx(), { ...given, name: "Shop", components: [id(s, "component")] }),
  ),
  step("components/groups/verbs#updateComponentGroup", (given, s) =>
    updateComponentGroup(s.ctx(), { ...given, id: id(s, "group"), name: "Store" }),
  ),
  step("components/create-several#createComponents", (given, s) =>
    createComponents(s.ctx(), { ...given, lines: "Platform:\nAPI\nQueue" }),
  ),
  step("components/bulk#bulkChangeComponents", (given, s) =>
    bulkChangeComponents(s.ctx(), { ...given, ids: [id(s, "component")], action: "regroup", groupId: id(s, "group") }),
  ),
  step("components/groups/verbs#moveComponentGroup", (given, s) =>
    moveComponentGroup(s.ctx(), { ...given, id: id(s, "group"), direction: "down" }),
  ),
  step("components/arrange#arrangeComponents", (given, s) =>
    arrangeComponents(s.ctx(), { ...given, ids: [id(s, "component"), ...s.page.components] }),
  ),
  step("components/groups/verbs#deleteComponentGroup", (given, s) =>
    deleteComponentGroup(s.ctx(), { ...given, id: id(s, "group") }),
  ),
  step("components/verbs#archiveComponent", (given, s) =>
    archiveComponent(s.ctx(), { ...given, id: id(s, "component") }),
  ),
  step("components/verbs#restoreComponent", (given, s) =>
    restoreComponent(s.ctx(), { ...given, id: id(s, "component") }),
  ),
  step("components/bulk#bulkChangeComponents", (given, s) =>
    bulkChangeComponents(s.ctx(), { ...given, ids: [id(s, "component")], action: "archive" }),
  ),
  step("components/verbs#restoreComponent", (given, s) =>
    restoreComponent(s.ctx(), { ...given, id: id(s, "component") }),
  ),
];
