/** Every format of status pages, one line each, in the order in which forms list them (docs/add-a-monitor-kind.md). */

export { aws } from "./aws";
export { betterstack } from "./betterstack";
export { feed } from "./feed";
export { googlecloud } from "./googlecloud";
export { incidentio } from "./incidentio";
export { instatus } from "./instatus";
export { slack } from "./slack";
export { statuspage } from "./statuspage";
export { upfront } from "./upfront";
