import { testGuide } from "./support/guide";

testGuide("docs/add-a-mailer.md", {
  needs: ["app", "tests/support"],
  changed: ["app/mail/mailers/brevo.ts", "app/mail/registry.ts"],
  report: /brevo: whatever comes back > any answer/,
  checked: ["app/mail/mailers"],
});
