import { downloadBackup, exportPageBackup } from "~/backup/download";
import { setGlobalpingToken, setOutgoingHeartbeat, setSelfCheckAddress } from "~/deployment/addresses";
import { createMailer, deleteMailer, moveMailer, updateMailer } from "~/mailers/verbs";
import { makeConfirmToken, makeSubscriptionToken } from "~/notifications/letters/engine/subscriber-links";
import { setPageImage } from "~/pages/branding";
import { deletePage } from "~/pages/delete";
import { rotatePagePassphrase } from "~/pages/passphrase";
import { updatePage } from "~/pages/update";
import { chooseHomePage, createPage, joinPageAsOwner } from "~/pages/verbs";
import { renameMyself } from "~/people/account";
import { deriveTokenOfDeviceCode, requestDeviceCode } from "~/people/devices/request";
import { allowDevice, revokeShownToken } from "~/people/devices/verbs";
import { createInvitation } from "~/people/invitations/create";
import { resendInvitation, revokeInvitation } from "~/people/invitations/verbs";
import { changeRole, leavePage, removeMember } from "~/people/memberships/verbs";
import { revokeAllSessions, revokeSession, signOut } from "~/people/sessions";
import { createApiToken, revokeApiToken, revokeMemberApiToken } from "~/people/tokens/verbs";
import { updateMyLocale } from "~/people/update-locale";
import { addSubscriber } from "~/subscribers/add";
import { importSubscribers } from "~/subscribers/import";
import { leaveSubscription } from "~/subscribers/leave";
import { releaseSubscribers, removeSubscribers, unsubscribeSubscribers } from "~/subscribers/move";
import { resendConfirmation, resendConfirmations } from "~/subscribers/resend-confirmation";
import { setSubscriberComponents } from "~/subscribers/set-components";
import { changeSubscription, confirmSubscription } from "~/subscribers/subscription";
import { type AuditStage, id, making, type Step, secretWord, step } from "./audit-stage";
import { good } from "./desk";

const minute = 60_000;

const smtp = { host: "mail.example.com", port: 587, security: "starttls", username: "u", password: secretWord };

const mailer = (name: string) => ({ kind: "smtp", name, fromAddress: "status@example.com", settings: smtp });

const deploymentSteps: Step[] = [
  making("mailers/verbs#createMailer", "mailer", (_, s) => createMailer(s.ctx(), mailer("First"))),
  making("mailers/verbs#createMailer", "second", (_, s) => createMailer(s.ctx(), mailer("Second"))),
  step("mailers/verbs#updateMailer", (_, s) =>
    updateMailer(s.ctx(), { id: id(s, "mailer"), name: "Main", settings: { password: `${secretWord}2` } }),
  ),
  step("mailers/verbs#moveMailer", (_, s) => moveMailer(s.ctx(), { id: id(s, "second"), direction: "up" })),
  step("mailers/verbs#deleteMailer", (_, s) => deleteMailer(s.ctx(), { id: id(s, "second") })),
  step("deployment/addresses#setOutgoingHeartbeat", (_, s) =>
    setOutgoingHeartbeat(s.ctx(), { url: `https://hc.example.com/${secretWord}` }),
  ),
  step("deployment/addresses#setSelfCheckAddress", (_, s) =>
    setSelfCheckAddress(s.ctx(), { url: `https://net.example.com/${secretWord}` }),
  ),
  step("deployment/addresses#setGlobalpingToken", (_, s) => setGlobalpingToken(s.ctx(), { token: secretWord })),
  step("backup/download#downloadBackup", (_, s) => downloadBackup(s.ctx())),
  step("backup/download#exportPageBackup", (given, s) => exportPageBackup(s.ctx(), { ...given, slug: s.page.slug })),
];

/** Returns the holder of the current subscriber's links. */
const holder = (s: AuditStage) => ({ id: id(s, "subscriber"), generation: 0 });
const manage = async (s: AuditStage) => makeSubscriptionToken(s.ctx(), holder(s));

const subscriberSteps: Step[] = [
  making("subscribers/add#addSubscriber", "subscriber", (given, s) =>
    addSubscriber(s.ctx(), { ...given, email: "grace@example.com" }),
  ),
  step("subscribers/resend-confirmation#resendConfirmation", (given, s) => {
    s.deployment.clock.now += 15 * minute;
    return resendConfirmation(s.ctx(), { ...given, id: id(s, "subscriber") });
  }),
  step("subscribers/resend-confirmation#resendConfirmations", (given, s) => {
    s.deployment.clock.now += 15 * minute;
    return resendConfirmations(s.ctx(), { ...given, ids: [id(s, "subscriber")] });
  }),
  step("subscribers/subscription#confirmSubscription", async (given, s) => {
    const expiresAt = s.deployment.clock.now + minute;
    return confirmSubscription(s.ctx(), {
      ...given,
      token: await makeConfirmToken(s.ctx(), { ...holder(s), expiresAt }),
    });
  }),
  step("subscribers/set-components#setSubscriberComponents", (given, s) =>
    setSubscriberComponents(s.ctx(), {
      ...given,
      id: id(s, "subscriber"),
      componentIds: [s.page.components[0] as string],
    }),
  ),
  step("subscribers/subscription#changeSubscription", async (given, s) =>
    changeSubscription(s.ctx(), { ...given, token: await manage(s), scope: "page" }),
  ),
  step("subscribers/leave#leaveSubscription", async (given, s) =>
    leaveSubscription(s.ctx(), { ...given, token: await manage(s) }),
  ),
  step("subscribers/import#importSubscribers", (given, s) =>
    importSubscribers(s.ctx(), { ...given, file: "email\nalan@example.com\n", agreement: "given" } as never),
  ),
  ...(
    [
      ["unsubscribeSubscribers", unsubscribeSubscribers],
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
  step("pages/passphrase#rotatePagePassphrase", (given, s) => rotatePagePassphrase(s.ctx(), given)),
  step("pages/branding#setPageImage", (given, s) =>
    setPageImage(s.ctx(), { ...given, kind: "logo", bytes: image } as never),
  ),
  step("pages/verbs#chooseHomePage", (given, s) => chooseHomePage(s.ctx(), given)),
  making("pages/verbs#createPage", "page", (_, s) => createPage(s.ctx(), { name: "Other", slug: "other" })),
];

const peopleSteps: Step[] = [
  making("people/invitations/create#createInvitation", "invitation", (given, s) =>
    createInvitation(s.ctx(), { ...given, role: "viewer" }),
  ),
  step("people/invitations/verbs#resendInvitation", (given, s) =>
    resendInvitation(s.ctx(), { ...given, id: id(s, "invitation") }),
  ),
  step("people/invitations/verbs#revokeInvitation", (given, s) =>
    revokeInvitation(s.ctx(), { ...given, id: id(s, "invitation") }),
  ),
  step("people/memberships/verbs#changeRole", (given, s) =>
    changeRole(s.ctx(), { ...given, personId: "eve", role: "responder" }),
  ),
  step("people/memberships/verbs#removeMember", (given, s) => removeMember(s.ctx(), { ...given, personId: "eve" })),
  step("people/update-locale#updateMyLocale", (_, s) =>
    updateMyLocale(s.ctx(), { language: "de-CH", timeZone: "Europe/Zurich" }),
  ),
  step("people/account#renameMyself", (_, s) => renameMyself(s.ctx(), { name: "Ada Lovelace" })),
  making("people/tokens/verbs#createApiToken", "token", (_, s) =>
    createApiToken(s.ctx(), { name: "CI", role: "admin", readOnly: false, life: "90" as never }),
  ),
  making("people/devices/verbs#allowDevice", "deviceToken", async (_, s) => {
    const tool = { client: "upfront-cli", name: "upfront on build-7", from: "203.0.113.7", place: "" };
    const { deviceCode, userCode } = await good(requestDeviceCode(s.deployment.ctx(), tool));
    s.ids.shownToken = await deriveTokenOfDeviceCode(s.deployment.ctx(), deviceCode);
    return allowDevice(s.ctx(), { userCode, role: "admin", readOnly: true, life: "90" as never });
  }),
  step("people/devices/verbs#revokeShownToken", (_, s) =>
    revokeShownToken(s.deployment.ctx(), { token: id(s, "shownToken") }),
  ),
  step("people/tokens/verbs#revokeApiToken", (_, s) => revokeApiToken(s.ctx(), { id: id(s, "token") })),
  making("people/tokens/verbs#createApiToken", "otherToken", (_, s) =>
    createApiToken(s.ctx(), { name: "CD", role: "admin", readOnly: true, life: "90" as never }),
  ),
  step("people/tokens/verbs#revokeMemberApiToken", (given, s) =>
    revokeMemberApiToken(s.ctx(), { ...given, id: id(s, "otherToken") }),
  ),
  step("people/sessions#revokeSession", (_, s) => revokeSession(s.ctx(), { id: "s" })),
  step("people/sessions#revokeAllSessions", (_, s) => revokeAllSessions(s.ctx())),
  step("people/sessions#signOut", (_, s) => signOut(s.ctx())),
  step("people/memberships/verbs#leavePage", (given, s) => leavePage(s.ctx(), given)),
  step("pages/verbs#joinPageAsOwner", (given, s) => joinPageAsOwner(s.ctx(), given)),
  step("pages/delete#deletePage", (given, s) => deletePage(s.ctx(), { ...given, name: "Acme Shop" })),
];

export const peopleAndPageSteps: Step[] = [...deploymentSteps, ...subscriberSteps, ...pageSteps, ...peopleSteps];
