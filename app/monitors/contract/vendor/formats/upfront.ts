import { z } from "zod";
import type { VendorPage, VendorPageFormat } from "../page";
import { readStatuspageSummary } from "./statuspage";

const marks = z.object({ not_up_to_date_since: z.string().optional(), stale_since: z.string().optional() });

const isOutdated = (text: string) => {
  const read = marks.safeParse(JSON.parse(text));
  return !read.success || read.data.not_up_to_date_since !== undefined || read.data.stale_since !== undefined;
};

/** Returns the page with every status unknown, for a page that says that it is out of date. */
const unproven = ({ name, components }: VendorPage): VendorPage => ({
  name,
  whole: null,
  components: components.map((each) => ({ ...each, status: null })),
});

/** Another Upfront page, at a domain or a path: Statuspage's summary, with marks for parts that are out of date. */
export const upfrontStatusPageFormat: VendorPageFormat = {
  key: "upfront",
  title: "Upfront",
  address: (url) => {
    const page = new URL(url);
    return `${page.origin}${page.pathname.replace(/(?<!\/)\/+$/, "")}/api/v2/summary.json`;
  },
  read(text) {
    const page = readStatuspageSummary(text);
    return page && isOutdated(text) ? unproven(page) : page;
  },
};
