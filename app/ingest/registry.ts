/** Every kind of source, one line each, in the order in which people are offered them (docs/add-a-source.md). */
export { alertmanager } from "./sources/alertmanager";
export { standardWebhooks } from "./sources/standard-webhooks";
