/** Every kind of monitor, one line each; forms list them by title (docs/add-a-monitor-kind.md). */
export { dns } from "./dns";
export { domain } from "./domain";
export { http } from "./http";
export { ping } from "./ping";
export { push } from "./push";
export { tcp } from "./tcp";
export { tls } from "./tls";
export { vendor } from "./vendor";
export { websocket } from "./websocket";
