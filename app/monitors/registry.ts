/** Every kind of monitor, one line each, in the order in which people are offered them (docs/add-a-monitor-kind.md). */

export { dns } from "./kinds/dns";
export { http } from "./kinds/http";
export { tcp } from "./kinds/tcp";
export { vendor } from "./kinds/vendor";
