/** Every kind of monitor, one line each; people are offered them by title (docs/add-a-monitor-kind.md). */
export { dns } from "./kinds/dns";
export { domain } from "./kinds/domain";
export { http } from "./kinds/http";
export { ping } from "./kinds/ping";
export { push } from "./kinds/push";
export { tcp } from "./kinds/tcp";
export { tls } from "./kinds/tls";
export { vendor } from "./kinds/vendor";
export { websocket } from "./kinds/websocket";
