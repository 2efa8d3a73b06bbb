import { downloadBackup, exportPage } from "~/backup/download";
import { setGlobalping } from "~/deployment/globalping";
import { setSelfCheck } from "~/deployment/self-check";
import { setHeartbeat } from "~/deployment/set-heartbeat";
import { createMailer } from "~/mailers/create";
import { deleteMailer } from "~/mailers/delete";
import { moveMailer } from "~/mailers/move";
import { updateMailer } from "~/mailers/update";
import { confirmToken, subscriptionToken } from "~/notifications/letters/engine/subscriber-links";
import { chooseHome } from "~/pages/choose-home";
import { createPage } from "~/pages/create";
import { deletePage } from "~/pages/delete";
import { joinPage } from "~/pages/join";
import { rotatePassphrase } from "~/pages/rotate-passphrase";
import { setPageImage } from "~/pages/set-image";
import { updatePage } from "~/pages/update";
import { renameMyself } from "~/people/account";
import { createInvitation } from "~/people/invitations/create";
import { resendInvitation } from "~/people/invitations/resend";
import { revokeInvitation } from "~/people/invitations/revoke";
import { changeRole } from "~/people/memberships/change-role";
import { leavePage, removeMember } from "~/people/memberships/remove";
import { revokeAllSessions, revokeSession, signOut } from "~/people/sessions";
import { createToken } from "~/people/tokens/create";
import { revokeToken, revokeTokenOnPage } from "~/people/tokens/revoke";
import { updateMyLocale } from "~/people/update-locale";
import { addSubscriber } from "~/subscribers/add";
import { askAgain } from "~/subscribers/ask-again";
import { changeSubscription } from "~/subscribers/change";
import { confirmSubscription } from "~/subscribers/confirm";
import { importSubscribers } from "~/subscribers/import";
import { leave } from "~/subscribers/leave";
import { releaseSubscribers, removeSubscribers, unsubscribeAll } from "~/subscribers/move";
import { resendConfirmation } from "~/subscribers/resend-confirmation";
import { setComponents } from "~/subscribers/set-components";
import { type AuditStage, id, making, type Step, secretWord, step } from "./audit-stage";

const minute = 60_000;

const smtp = { host: "mail.example.com", port: 587, security: "starttls", username: "u", password: secretWord };

const mailer = (name: string) => ({ kind: "smtp", name, fromAddress: "status@example.com", settings: smtp });

const deploymentSteps: Step[] = [
  making("mailers/create#createMailer", "mailer", (_, s) => createMailer(s.ctx(), mailer("First"))),
  making("mailers/create#createMailer", "second", (_, s) => createMailer(s.ctx(), mailer("Second"))),
  step("mailers/update#updateMailer", (_, s) =>
    updateMailer(s.ctx(), { id: id(s, "mailer"), name: "Main", settings: { password: `${secretWord}2` } }),
  ),
  step("mailers/move#moveMailer", (_, s) => moveMailer(s.ctx(), { id: id(s, "second"), direction: "up" })),
  step("mailers/delete#deleteMailer", (_, s) => deleteMailer(s.ctx(), { id: id(s, "second") })),
  step("deployment/set-heartbeat#setHeartbeat", (_, s) =>
    setHeartbeat(s.ctx(), { url: `https://hc.example.com/${secretWord}` }),
  ),
  step("deployment/self-check#setSelfCheck", (_, s) =>
    setSelfCheck(s.ctx(), { url: `https://net.example.com/${secretWord}` }),
  ),
  step("deployment/globalping#setGlobalping", (_, s) => setGlobalping(s.ctx(), { token: secretWord })),
  step("backup/download#downloadBackup", (_, s) => downloadBackup(s.ctx())),
  step("backup/download#exportPage", (given, s) => exportPage(s.ctx(), { ...given, slug: s.page.slug })),
];

/** Returns the holder of the current subscriber's links. */
const holder = (s: AuditStage) => ({ id: id(s, "subscriber"), generation: 0 });
const manage = async (s: AuditStage) => subscriptionToken(s.ctx(), holder(s));

const subscriberSteps: Step[] = [
  making("subscribers/add#addSubscriber", "subscriber", (given, s) =>
    addSubscriber(s.ctx(), { ...given, email: "grace@example.com" }),
  ),
  step("subscribers/resend-confirmation#resendConfirmation", (given, s) => {
    s.deployment.clock.now += 15 * minute;
    return resendConfirmation(s.ctx(), { ...given, id: id(s, "subscriber") });
  }),
  step("subscribers/ask-again#askAgain", (given, s) => {
    s.deployment.clock.now += 15 * minute;
    return askAgain(s.ctx(), { ...given, ids: [id(s, "subscriber")] });
  }),
  step("subscribers/confirm#confirmSubscription", async (given, s) => {
    const expiresAt = s.deployment.clock.now + minute;
    return confirmSubscription(s.ctx(), { ...given, token: await confirmToken(s.ctx(), { ...holder(s), expiresAt }) });
  }),
  step("subscribers/set-components#setComponents", (given, s) =>
    setComponents(s.ctx(), { ...given, id: id(s, "subscriber"), componentIds: [s.page.components[0] as string] }),
  ),
  step("subscribers/change#changeSubscription", async (given, s) =>
    changeSubscription(s.ctx(), { ...given, token: await manage(s), scope: "page" }),
  ),
  step("subscribers/leave#leave", async (given, s) => leave(s.ctx(), { ...given, token: await manage(s) })),
  step("subscribers/import#importSubscribers", (given, s) =>
    importSubscribers(s.ctx(), { ...given, file: "email\nalan@example.com\n", agreement: "given" } as never),
  ),
  ...(
    [
      ["unsubscribeAll", unsubscribeAll],
      ["releaseSubscribers", releaseSubscribers],
      ["removeSubscribers", removeSubscribers],
    ] as const
  ).map(([name, run]) =>
    step(`subscribers/move#${name}`, (given, s) => run(s.ctx(), { ...given, ids: [id(s, "subscriber")] })),
  ),
];

const image = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>');

const pageSteps: Step[] = [
  step("pages/update#updatePage", (given, s) => updatePage(s.ctx(), { ...given, name: "Acme Shop" })),
  step(null, (given, s) => updatePage(s.ctx(), { ...given, visibility: "passphrase" } as never)),
  step("pages/rotate-passphrase#rotatePassphrase", (given, s) => rotatePassphrase(s.ctx(), given)),
  step("pages/set-image#setPageImage", (given, s) =>
    setPageImage(s.ctx(), { ...given, kind: "logo", bytes: image } as never),
  ),
  step("pages/choose-home#chooseHome", (given, s) => chooseHome(s.ctx(), given)),
  making("pages/create#createPage", "page", (_, s) => createPage(s.ctx(), { name: "Other", slug: "other" })),
];

const peopleSteps: Step[] = [
  making("people/invitations/create#createInvitation", "invitation", (given, s) =>
    createInvitation(s.ctx(), { ...given, role: "viewer" }),
  ),
  step("people/invitations/resend#resendInvitation", (given, s) =>
    resendInvitation(s.ctx(), { ...given, id: id(s, "invitation") }),
  ),
  step("people/invitations/revoke#revokeInvitation", (given, s) =>
    revokeInvitation(s.ctx(), { ...given, id: id(s, "invitation") }),
  ),
  step("people/memberships/change-role#changeRole", (given, s) =>
    changeRole(s.ctx(), { ...given, personId: "eve", role: "responder" }),
  ),
  step("people/memberships/remove#removeMember", (given, s) => removeMember(s.ctx(), { ...given, personId: "eve" })),
  step("people/update-locale#updateMyLocale", (_, s) =>
    updateMyLocale(s.ctx(), { language: "de-CH", timeZone: "Europe/Zurich" }),
  ),
  step("people/account#renameMyself", (_, s) => renameMyself(s.ctx(), { name: "Ada Lovelace" })),
  making("people/tokens/create#createToken", "token", (_, s) =>
    createToken(s.ctx(), { name: "CI", role: "admin", readOnly: false, life: "90" as never }),
  ),
  step("people/tokens/revoke#revokeToken", (_, s) => revokeToken(s.ctx(), { id: id(s, "token") })),
  making("people/tokens/create#createToken", "otherToken", (_, s) =>
    createToken(s.ctx(), { name: "CD", role: "admin", readOnly: true, life: "90" as never }),
  ),
  step("people/tokens/revoke#revokeTokenOnPage", (given, s) =>
    revokeTokenOnPage(s.ctx(), { ...given, id: id(s, "otherToken") }),
  ),
  step("people/sessions#revokeSession", (_, s) => revokeSession(s.ctx(), { id: "s" })),
  step("people/sessions#revokeAllSessions", (_, s) => revokeAllSessions(s.ctx())),
  step("people/sessions#signOut", (_, s) => signOut(s.ctx())),
  step("people/memberships/remove#leavePage", (given, s) => leavePage(s.ctx(), given)),
  step("pages/join#joinPage", (given, s) => joinPage(s.ctx(), given)),
  step("pages/delete#deletePage", (given, s) => deletePage(s.ctx(), { ...given, name: "Acme Shop" })),
];

export const peopleAndPageSteps: Step[] = [...deploymentSteps, ...subscriberSteps, ...pageSteps, ...peopleSteps];
