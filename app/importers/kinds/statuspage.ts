import { phasedApiReader } from "../contract/api-phases";
import type { Origin } from "../contract/origin";
import { originRefusal } from "../contract/origin-texts";
import { statuspageV1Phases } from "../contract/statuspage/v1-phases";
import { statuspageV2Phases } from "../contract/statuspage/v2-phases";
import { httpsOriginOf } from "../contract/web-address";

/** Atlassian Statuspage: its management API with a key, its public JSON and history without. */
export const statuspageOrigin: Origin = {
  name: "statuspage",
  title: "Statuspage",
  files: [],
  api: phasedApiReader({
    title: "Statuspage",
    // It allows one request a second for each key.
    pauseMs: 1000,
    headers: ({ key }) => ({
      accept: "application/json",
      ...(key.trim() === "" ? {} : { authorization: `OAuth ${key.trim()}` }),
    }),
    begin({ url, key }) {
      if (key.trim() !== "") return { ok: true, value: { way: "v1" } };
      const site = httpsOriginOf(url);
      if (site) return { ok: true, value: { way: "v2", site } };
      return originRefusal(
        "not_found",
        "Enter the page’s address, such as https://status.example.com, or a key of the API.",
      );
    },
    phases: [...statuspageV1Phases, ...statuspageV2Phases],
  }),
};
