/** Every kind of mailer, one line each; lists for people are sorted by title (docs/add-a-mailer.md). */
export { cloudflare } from "./cloudflare";
export { mailgun } from "./mailgun";
export { postmark } from "./postmark";
export { resend } from "./resend";
export { ses } from "./ses";
export { smtp } from "./smtp";
