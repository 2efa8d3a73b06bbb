/** Every kind of channel, one line each (docs/add-a-channel.md). People are offered them by title. */

export { discord } from "./channels/discord";
export { githubIssue } from "./channels/github-issue";
export { googleChat } from "./channels/google-chat";
export { gotify } from "./channels/gotify";
export { http } from "./channels/http";
export { incidentIo } from "./channels/incident-io";
export { matrix } from "./channels/matrix";
export { mattermost } from "./channels/mattermost";
export { ntfy } from "./channels/ntfy";
export { opsgenie } from "./channels/opsgenie";
export { pagerduty } from "./channels/pagerduty";
export { pushover } from "./channels/pushover";
export { rocketChat } from "./channels/rocket-chat";
export { slack } from "./channels/slack";
export { slackBot } from "./channels/slack-bot";
export { sms } from "./channels/sms";
export { teams } from "./channels/teams";
export { telegram } from "./channels/telegram";
export { twilioSms } from "./channels/twilio-sms";
export { webPush } from "./channels/web-push";
export { webhook } from "./channels/webhook";
export { zulip } from "./channels/zulip";
