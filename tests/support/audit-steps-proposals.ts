import { openIncident } from "~/incidents/open";
import { proposeMaintenance, proposeUpdate } from "~/proposals/propose";
import { dismissProposal, publishProposal } from "~/proposals/verbs";
import { id, making, type Step, step } from "./audit-stage";

const hour = 3600_000;

/** Proposes, publishes and dismisses, on an incident of its own. */
export const proposalSteps: Step[] = [
  making("incidents/open#openIncident", "proposing", (given, s) =>
    openIncident(s.ctx(), {
      ...given,
      title: "Checkout is slow",
      body: "We look into it.",
      impactOverride: "minor",
      visibility: "published",
    }),
  ),
  making("proposals/propose#proposeUpdate", "proposal", (given, s) =>
    proposeUpdate(s.ctx(), {
      ...given,
      incidentId: id(s, "proposing"),
      status: "identified",
      body: "A node is down.",
      components: { [s.page.components[0] ?? ""]: "degraded_performance" },
    }),
  ),
  step("proposals/verbs#publishProposal", (given, s) => publishProposal(s.ctx(), { ...given, id: id(s, "proposal") })),
  making("proposals/propose#proposeMaintenance", "work", (given, s) =>
    proposeMaintenance(s.ctx(), {
      ...given,
      title: "Upgrade",
      body: "We upgrade.",
      startsAt: s.deployment.clock.now + hour,
      endsAt: s.deployment.clock.now + 2 * hour,
    }),
  ),
  step("proposals/verbs#dismissProposal", (given, s) => dismissProposal(s.ctx(), { ...given, id: id(s, "work") })),
];
