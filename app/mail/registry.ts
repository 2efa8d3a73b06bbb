/** Every kind of mailer, one line each, in the order in which people are offered them (docs/add-a-mailer.md). */
export { resend } from "./mailers/resend";
export { smtp } from "./mailers/smtp";
