import { componentStatusReader } from "../foreign-statuses";

export const readBetterstackStatus = componentStatusReader({
  operational: "operational",
  resolved: "operational",
  degraded: "degraded_performance",
  downtime: "major_outage",
  maintenance: "under_maintenance",
  not_monitored: "no_data",
});
