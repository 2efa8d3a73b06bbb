import { raiseIncidentImpact } from "~/incidents/raise";
import { id, step } from "./audit-stage";

export const raising = step("incidents/raise#raiseIncidentImpact", (given, s) =>
  raiseIncidentImpact(s.ctx(), { ...given, id: id(s, "open"), alertId: id(s, "alert"), body: "It is worse." }),
);
