import { z } from "zod";
import {
  jsonVendorPageReader,
  statusOfManyComponents,
  urlOnPageHost,
  type VendorComponent,
  type VendorPageFormat,
  vendorStatusByWord,
} from "../page";

/** Status codes: 1 = an open issue, 2 = slower than usual, 3 = disrupted; 0 is resolved. */
const statusOf = vendorStatusByWord({
  "0": "operational",
  "1": "degraded_performance",
  "2": "degraded_performance",
  "3": "major_outage",
});

const code = z.union([z.string(), z.number()]).transform(String);

const event = z.object({
  service: z.string(),
  service_name: z.string().nullish(),
  region_name: z.string().nullish(),
  status: code,
  end_time: z.union([z.string(), z.number()]).nullish(),
  impacted_services: z.record(z.string(), z.object({ service_name: z.string().nullish(), current: code })).nullish(),
});

type AwsEvent = z.output<typeof event>;

/** Returns the region: `ec2-us-east-1` → `us-east-1`; a global service has none. */
const regionOf = (service: string): string[] =>
  /-([a-z]{2}(?:-[a-z]{1,20}){1,3}-\d{1,3})$/.exec(service.slice(-80))?.slice(1) ?? [];

function componentOf(id: string, name: string | null | undefined, region: AwsEvent["region_name"], status: string) {
  const title = name ?? id;
  const shown = region ? `${title} (${region})` : title;
  const also = [title, ...(region ? [region] : []), ...regionOf(id)];
  return { id, name: shown, status: statusOf(status), also } satisfies VendorComponent;
}

/** Returns the event's own service and each service that it affects. */
const affected = ({ service, service_name, region_name, status, impacted_services }: AwsEvent): VendorComponent[] => [
  componentOf(service, service_name, region_name, status),
  ...Object.entries(impacted_services ?? {}).map(([id, { service_name: name, current }]) =>
    componentOf(id, name, region_name, current),
  ),
];

/**
 * health.aws.amazon.com/public/currentevents, which AWS's own dashboard reads: JSON in UTF-16; it may still list
 * resolved events.
 */
export const awsStatusPageFormat: VendorPageFormat = {
  key: "aws",
  title: "AWS",
  address: urlOnPageHost("/public/currentevents"),
  read: jsonVendorPageReader(z.array(event), (all) => {
    const open = all.filter(({ status, end_time }) => status !== "0" && !end_time);
    const components = open.flatMap(affected);
    return { name: "AWS", whole: statusOfManyComponents(components), components, onlyTrouble: true };
  }),
};
