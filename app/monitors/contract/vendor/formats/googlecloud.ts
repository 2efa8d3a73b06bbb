import { z } from "zod";
import {
  jsonVendorPageReader,
  statusOfManyComponents,
  urlOnPageHost,
  type VendorComponent,
  type VendorPageFormat,
  vendorStatusByWord,
} from "../page";

/** Impacts by their names; `…_INFORMATION` is a notice without any impact. */
const impactOf = vendorStatusByWord({
  AVAILABLE: "operational",
  AVAILABLE_INFORMATION: "operational",
  SERVICE_INFORMATION: "operational",
  SERVICE_DISRUPTION: "partial_outage",
  SERVICE_OUTAGE: "major_outage",
});

const named = z.object({ id: z.string(), title: z.string() });

const incident = z.object({
  end: z.string().nullish(),
  status_impact: z.string(),
  affected_products: z.array(named).default([]),
  currently_affected_locations: z.array(named).default([]),
});

type GoogleCloudIncident = z.output<typeof incident>;

/** Returns one component per affected product; its regions are other names for it. */
const affected = ({
  status_impact,
  affected_products,
  currently_affected_locations,
}: GoogleCloudIncident): VendorComponent[] =>
  affected_products.map(({ id, title }) => ({
    id,
    name: title,
    status: impactOf(status_impact),
    also: [title, ...currently_affected_locations.flatMap((each) => [each.id, each.title])],
  }));

/**
 * status.cloud.google.com/incidents.json, by incidents.schema.json beside it: the incidents of the last months; those
 * without an end are open.
 */
export const googlecloudStatusPageFormat: VendorPageFormat = {
  key: "googlecloud",
  title: "Google Cloud",
  address: urlOnPageHost("/incidents.json"),
  read: jsonVendorPageReader(z.array(incident), (all) => {
    const open = all.filter(({ end }) => !end);
    const said = open.map(({ status_impact: word }) => ({ id: word, name: word, status: impactOf(word) }));
    return {
      name: "Google Cloud",
      whole: statusOfManyComponents(said),
      components: open.flatMap(affected),
      onlyTrouble: true,
    };
  }),
};
