/** Every kind of channel, one line each (docs/add-a-channel.md). Lists for people are sorted by title. */

export { discord } from "./discord";
export { githubIssue } from "./github-issue";
export { googleChat } from "./google-chat";
export { gotify } from "./gotify";
export { http } from "./http";
export { incidentIo } from "./incident-io";
export { matrix } from "./matrix";
export { mattermost } from "./mattermost";
export { ntfy } from "./ntfy";
export { opsgenie } from "./opsgenie";
export { pagerduty } from "./pagerduty";
export { pushover } from "./pushover";
export { rocketChat } from "./rocket-chat";
export { slack } from "./slack";
export { slackBot } from "./slack-bot";
export { sms } from "./sms";
export { teams } from "./teams";
export { telegram } from "./telegram";
export { twilioSms } from "./twilio-sms";
export { webPush } from "./web-push";
export { webhook } from "./webhook";
export { zulip } from "./zulip";
