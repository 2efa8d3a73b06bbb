import { z } from "zod";
import {
  jsonVendorPageReader,
  urlOnPageHost,
  type VendorPageFormat,
  vendorStatusByWord,
  worseVendorStatus,
} from "../page";

const statusOf = vendorStatusByWord({
  operational: "operational",
  under_maintenance: "under_maintenance",
  degraded_performance: "degraded_performance",
  partial_outage: "partial_outage",
  major_outage: "major_outage",
});

/** Meaning of the page's indicator, which is the worst impact of its incidents. */
const indicatorOf = vendorStatusByWord({
  none: "operational",
  maintenance: "under_maintenance",
  minor: "degraded_performance",
  major: "partial_outage",
  critical: "major_outage",
});

/** Reads a summary in Statuspage's format, from any address. */
export const readStatuspageSummary = jsonVendorPageReader(
  z.object({
    page: z.object({ name: z.string() }),
    status: z.object({ indicator: z.string() }),
    components: z.array(z.object({ id: z.string(), name: z.string(), status: z.string() })),
  }),
  ({ page, status, components: given }) => {
    const components = given.map(({ id, name, status: word }) => ({ id, name, status: statusOf(word) }));
    return { name: page.name, whole: worseVendorStatus(indicatorOf(status.indicator), components), components };
  },
);

/** Statuspage's public API, version 2 (metastatuspage.com/api). */
export const statuspageFormat: VendorPageFormat = {
  key: "statuspage",
  title: "Statuspage",
  address: urlOnPageHost("/api/v2/summary.json"),
  read: readStatuspageSummary,
};
