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
  maintenance: "under_maintenance",
  degraded: "degraded_performance",
  downtime: "major_outage",
});

const resource = z.object({
  id: z.union([z.string(), z.number()]),
  type: z.string(),
  attributes: z.object({ public_name: z.string().nullish(), status: z.string().nullish() }),
});

/** betterstack.com/docs/uptime/api: a status page with its resources, as JSON:API. */
export const betterstackStatusPageFormat: VendorPageFormat = {
  key: "betterstack",
  title: "Better Stack",
  address: urlOnPageHost("/index.json"),
  read: jsonVendorPageReader(
    z.object({
      data: z.object({ attributes: z.object({ company_name: z.string().nullish(), aggregate_state: z.string() }) }),
      included: z.array(resource).default([]),
    }),
    ({ data: { attributes }, included }) => {
      const components = included
        .filter(({ type }) => type === "status_page_resource")
        .map(({ id, attributes: { public_name, status } }) => ({
          id: String(id),
          name: public_name ?? String(id),
          status: status ? statusOf(status) : null,
        }));
      const whole = worseVendorStatus(statusOf(attributes.aggregate_state), components);
      return { name: attributes.company_name ?? null, whole, components };
    },
  ),
};
