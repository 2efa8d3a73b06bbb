/** Every format of status pages, one line each; people are offered them in this order (docs/add-a-monitor-kind.md). */

export { aws } from "./formats/aws";
export { betterstack } from "./formats/betterstack";
export { feed } from "./formats/feed";
export { googlecloud } from "./formats/googlecloud";
export { incidentio } from "./formats/incidentio";
export { instatus } from "./formats/instatus";
export { slack } from "./formats/slack";
export { statuspage } from "./formats/statuspage";
export { upfront } from "./formats/upfront";
