import { z } from "zod";
import {
  jsonVendorPageReader,
  overallVendorStatus,
  urlOnPageHost,
  type VendorPageFormat,
  vendorStatusByWord,
} from "../page";

const statusOf = vendorStatusByWord({
  operational: "operational",
  undermaintenance: "under_maintenance",
  degradedperformance: "degraded_performance",
  minoroutage: "partial_outage",
  partialoutage: "partial_outage",
  majoroutage: "major_outage",
});

/**
 * instatus.com/help/api: the components of a page. Its summary has no components, and the components give the whole
 * status.
 */
export const instatusStatusPageFormat: VendorPageFormat = {
  key: "instatus",
  title: "Instatus",
  address: urlOnPageHost("/v2/components.json"),
  read: jsonVendorPageReader(
    // A page without components gives no status at all.
    z.object({ components: z.array(z.object({ id: z.string(), name: z.string(), status: z.string() })).min(1) }),
    ({ components: given }) => {
      const components = given.map(({ id, name, status }) => ({ id, name, status: statusOf(status.toLowerCase()) }));
      return { name: null, whole: overallVendorStatus(components), components };
    },
  ),
};
