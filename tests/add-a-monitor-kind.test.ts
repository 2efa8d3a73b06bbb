import { testGuide } from "./support/guide";

testGuide("docs/add-a-monitor-kind.md", {
  needs: ["app", "tests/support"],
  changed: ["app/monitors/kinds/redis.ts", "app/monitors/registry.ts"],
  report: /redis: whatever comes back > any answer/,
  checked: ["app/monitors/kinds/redis.ts", "app/monitors/registry.ts"],
});
