import { raiseIncident } from "~/incidents/raise";
import { id, step } from "./audit-stage";

export const raising = step("incidents/raise#raiseIncident", (given, s) =>
  raiseIncident(s.ctx(), { ...given, id: id(s, "open"), alertId: id(s, "alert"), body: "It is worse." }),
);
