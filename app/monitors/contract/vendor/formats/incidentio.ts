import { z } from "zod";
import {
  jsonVendorPageReader,
  urlOnPageHost,
  type VendorComponent,
  type VendorPageFormat,
  vendorStatusByWord,
  worseVendorStatus,
  worstVendorStatus,
} from "../page";

const impactOf = vendorStatusByWord({
  operational: "operational",
  degraded_performance: "degraded_performance",
  partial_outage: "partial_outage",
  full_outage: "major_outage",
  under_maintenance: "under_maintenance",
});

const component = z.object({
  id: z.string(),
  name: z.string(),
  group_name: z.string().nullish(),
  current_status: z.string().nullish(),
});

const event = z.object({
  name: z.string(),
  current_worst_impact: z.string().nullish(),
  affected_components: z.array(component).default([]),
});

type IncidentioEvent = z.output<typeof event>;

/** Returns each affected component with its own status, or else that of the event. */
const affected = (events: readonly IncidentioEvent[], fallback: string): VendorComponent[] =>
  events.flatMap(({ current_worst_impact, affected_components }) =>
    affected_components.map(({ id, name, group_name, current_status }) => ({
      id,
      name,
      status: impactOf(current_status ?? current_worst_impact ?? fallback),
      ...(group_name ? { also: [group_name] } : {}),
    })),
  );

/** Returns each event's own impact, for events that name no component; maintenance has no other status. */
const impacts = (events: readonly IncidentioEvent[], fallback: string): VendorComponent[] =>
  events.map(({ name, current_worst_impact }) => ({
    id: name,
    name,
    status: impactOf(current_worst_impact ?? fallback),
  }));

/**
 * incident.io's public status pages (help.incident.io, "Status page API"): current events and the components that they
 * affect.
 */
export const incidentioStatusPageFormat: VendorPageFormat = {
  key: "incidentio",
  title: "incident.io",
  address: urlOnPageHost("/api/v1/summary"),
  read: jsonVendorPageReader(
    z.object({
      page_title: z.string().nullish(),
      page_url: z.string().nullish(),
      ongoing_incidents: z.array(event),
      in_progress_maintenances: z.array(event),
    }),
    ({ page_title, ongoing_incidents, in_progress_maintenances }) => {
      const trouble = impacts(ongoing_incidents, "");
      const work = impacts(in_progress_maintenances, "under_maintenance");
      const unknown = [...trouble, ...work].some(({ status }) => status === null);
      const components = [
        ...affected(ongoing_incidents, ""),
        ...affected(in_progress_maintenances, "under_maintenance"),
      ];
      const said = worstVendorStatus([...trouble, ...work].flatMap(({ status }) => status ?? []));
      return {
        name: page_title ?? null,
        whole: unknown ? null : worseVendorStatus(said, components),
        components,
        onlyTrouble: true,
      };
    },
  ),
};
