/** Every kind of team channel, one line each, in the order in which people are offered them (docs/add-a-channel.md). */

export { slack } from "./channels/slack";
export { webhook } from "./channels/webhook";
