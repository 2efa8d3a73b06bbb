import { phasedApiReader } from "../contract/api-phases";
import { beginWithKeyOrSite, keyHeaders } from "../contract/key-or-site";
import type { Origin } from "../contract/origin";
import { statuspageV1Phases } from "../contract/statuspage/v1-phases";
import { statuspageV2Phases } from "../contract/statuspage/v2-phases";

/** Atlassian Statuspage: its management API with a key, its public JSON and history without. */
export const statuspageOrigin: Origin = {
  name: "statuspage",
  title: "Statuspage",
  files: [],
  api: phasedApiReader({
    title: "Statuspage",
    // It allows one request a second for each key.
    pauseMs: 1000,
    headers: keyHeaders("OAuth"),
    begin: beginWithKeyOrSite("https://status.example.com"),
    phases: [...statuspageV1Phases, ...statuspageV2Phases],
  }),
};
