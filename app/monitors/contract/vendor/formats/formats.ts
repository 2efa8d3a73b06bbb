/** Every format of status pages, one line each, in the order in which forms list them (docs/add-a-monitor-kind.md). */

export { awsStatusPageFormat } from "./aws";
export { betterstackStatusPageFormat } from "./betterstack";
export { feedStatusPageFormat } from "./feed";
export { googlecloudStatusPageFormat } from "./googlecloud";
export { incidentioStatusPageFormat } from "./incidentio";
export { instatusStatusPageFormat } from "./instatus";
export { slackStatusPageFormat } from "./slack";
export { statuspageFormat } from "./statuspage";
export { upfrontStatusPageFormat } from "./upfront";
