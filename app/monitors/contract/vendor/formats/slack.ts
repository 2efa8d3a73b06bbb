import { z } from "zod";
import {
  jsonVendorPageReader,
  urlOnPageHost,
  type VendorPageFormat,
  vendorStatusByWord,
  worstVendorStatus,
} from "../page";

const kindOf = vendorStatusByWord({
  notice: "operational",
  maintenance: "under_maintenance",
  incident: "partial_outage",
  outage: "major_outage",
});

/** Services that can be followed. The page only names services with trouble, so each unnamed service is operational. */
const services = [
  "Login/SSO",
  "Connectivity",
  "Messaging",
  "Files",
  "Notifications",
  "Huddles",
  "Search",
  "Apps/Integrations/APIs",
  "Workspace/Org Administration",
  "Workflows",
  "Canvases",
];

/** api.slack.com/docs/slack-status */
export const slackStatusPageFormat: VendorPageFormat = {
  key: "slack",
  title: "Slack",
  address: urlOnPageHost("/api/v2.0.0/current"),
  read: jsonVendorPageReader(
    z.object({
      status: z.enum(["ok", "active"]),
      active_incidents: z
        .array(z.object({ type: z.string(), status: z.string(), services: z.array(z.string()).default([]) }))
        .default([]),
    }),
    ({ status: current, active_incidents }) => {
      const open = active_incidents.filter(({ status }) => !/^(?:resolved|completed|cancelled)$/.test(status));
      const troubled = new Map(
        open.flatMap(({ type, services: named }) => named.map((name) => [name, kindOf(type)] as const)),
      );
      const said = open.map(({ type }) => kindOf(type));
      const isUnsaid = current === "active" && active_incidents.length === 0;
      return {
        name: "Slack",
        whole: isUnsaid || said.includes(null) ? null : worstVendorStatus(said.flatMap((each) => each ?? [])),
        components: [...new Set([...services, ...troubled.keys()])].map((name) => ({
          id: name,
          name,
          status: troubled.has(name) ? (troubled.get(name) ?? null) : "operational",
        })),
      };
    },
  ),
};
