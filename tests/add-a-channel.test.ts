import { testGuide } from "./support/guide";

testGuide("docs/add-a-channel.md", {
  needs: ["app/notify", "app/rules"],
  changed: ["app/notify/channels/webex.ts", "app/notify/registry.ts"],
  report: /webex > whatever strangers wrote/,
  checked: ["app/notify/channels"],
});
