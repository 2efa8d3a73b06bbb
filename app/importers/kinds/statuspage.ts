import { phasedApiReader } from "../contract/api-phases";
import { beginWithKeyOrSite, originKeyHeaders } from "../contract/key-or-site";
import type { ImportOrigin } from "../contract/origin";
import { statuspageV1ReadPhases } from "../contract/statuspage/v1-phases";
import { statuspageV2ReadPhases } from "../contract/statuspage/v2-phases";

/** Atlassian Statuspage: its management API with a key, its public JSON and history without. */
export const statuspageOrigin: ImportOrigin = {
  name: "statuspage",
  title: "Statuspage",
  files: [],
  api: phasedApiReader({
    title: "Statuspage",
    // It allows one request a second for each key.
    pauseMs: 1000,
    headers: originKeyHeaders("OAuth"),
    begin: beginWithKeyOrSite("https://status.example.com"),
    phases: [...statuspageV1ReadPhases, ...statuspageV2ReadPhases],
  }),
};
