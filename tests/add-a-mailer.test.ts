import { testGuide } from "./support/guide";

testGuide("docs/add-a-mailer.md", {
  needs: ["app", "tests/support"],
  changed: ["app/mail/mailers/postmark.ts", "app/mail/registry.ts"],
  report: /postmark: whatever comes back > any answer/,
  checked: ["app/mail/mailers"],
});
