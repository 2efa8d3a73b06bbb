/** Every kind of channel, one line each (docs/add-a-channel.md). Lists for people are sorted by title. */

export { discordChannelAdapter } from "./discord";
export { githubIssueChannelAdapter } from "./github-issue";
export { googleChatChannelAdapter } from "./google-chat";
export { gotifyChannelAdapter } from "./gotify";
export { httpChannelAdapter } from "./http";
export { incidentIoChannelAdapter } from "./incident-io";
export { matrixChannelAdapter } from "./matrix";
export { mattermostChannelAdapter } from "./mattermost";
export { ntfyChannelAdapter } from "./ntfy";
export { opsgenieChannelAdapter } from "./opsgenie";
export { pagerdutyChannelAdapter } from "./pagerduty";
export { pushoverChannelAdapter } from "./pushover";
export { rocketChatChannelAdapter } from "./rocket-chat";
export { slackChannelAdapter } from "./slack";
export { slackBotChannelAdapter } from "./slack-bot";
export { smsChannelAdapter } from "./sms";
export { teamsChannelAdapter } from "./teams";
export { telegramChannelAdapter } from "./telegram";
export { twilioSmsChannelAdapter } from "./twilio-sms";
export { webPushChannelAdapter } from "./web-push";
export { webhookChannelAdapter } from "./webhook";
export { zulipChannelAdapter } from "./zulip";
