/** Every kind of monitor, one line each; forms list them by title (docs/add-a-monitor-kind.md). */
export { dnsMonitorKind } from "./dns";
export { domainMonitorKind } from "./domain";
export { httpMonitorKind } from "./http";
export { pingMonitorKind } from "./ping";
export { pushMonitorKind } from "./push";
export { tcpMonitorKind } from "./tcp";
export { tlsMonitorKind } from "./tls";
export { vendorMonitorKind } from "./vendor";
export { websocketMonitorKind } from "./websocket";
