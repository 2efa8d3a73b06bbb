/** Every kind of mailer, one line each; people are offered them by title (docs/add-a-mailer.md). */
export { cloudflare } from "./mailers/cloudflare";
export { mailgun } from "./mailers/mailgun";
export { postmark } from "./mailers/postmark";
export { resend } from "./mailers/resend";
export { ses } from "./mailers/ses";
export { smtp } from "./mailers/smtp";
