/** Lists every kind of mailer, one on each line. Lists for people are sorted by title (docs/add-a-mailer.md). */
export { cloudflareMailerAdapter } from "./cloudflare";
export { mailgunMailerAdapter } from "./mailgun";
export { postmarkMailerAdapter } from "./postmark";
export { resendMailerAdapter } from "./resend";
export { sesMailerAdapter } from "./ses";
export { smtpMailerAdapter } from "./smtp";
