import { eq } from "drizzle-orm";
import { createChannel } from "~/channels/create";
import { retryDelivery } from "~/channels/retry-delivery";
import { sendPresentState } from "~/channels/send-present-state";
import { sendChannelTest } from "~/channels/send-test";
import { readBatch } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import {
  alertTable,
  channelDeliveryTable,
  identityProviderTable,
  identityTable,
  pageTable,
  passkeyTable,
} from "~/db/schema";
import { sendTestMail } from "~/mailers/send-test";
import { createMailer } from "~/mailers/verbs";
import { bulkNotices } from "~/outbox/several-notices";
import { cancelNotice, listNotices, resendNotice, resendToUnconfirmed } from "~/outbox/verbs";
import { removePageHost, requestPageHost, verifyPageHost } from "~/pages/own-host";
import { hostProofRecordName, hostProofRecordText } from "~/pages/rules/host-proof";
import { requestAddressChange } from "~/people/account";
import { removeIdentity } from "~/people/identities";
import { acceptInvitation } from "~/people/invitations/accept";
import { createInvitation } from "~/people/invitations/create";
import { removePasskey, renameMyPasskey } from "~/people/passkeys/verbs";
import { removeOwnAddress } from "~/people/remove-address";
import { requestSignIn } from "~/people/request-sign-in";
import { redeemSignInLink } from "~/people/spend-link";
import { redeemSignInCode } from "~/people/try-code";
import { deleteProvider, updateProvider } from "~/providers/verbs";
import { signFormTimeStamp } from "~/subscribers/form-time";
import { requestSubscription } from "~/subscribers/request-subscription";
import { type AuditStage, id, making, type Step, secretWord, step } from "./audit-stage";
import { good } from "./desk";
import { resolverOf } from "./resolver";
import { put } from "./scenario";
import { mailOf } from "./sign-in-mail";

const nowhere = { host: "127.0.0.1", port: 1, security: "off" };

/** Steps that call an address with no server; the attempt is logged nevertheless. */
const outgoingSteps: Step[] = [
  making("channels/create#createChannel", "far", (given, s) => {
    const settings = { url: "http://127.0.0.1:4499/hook" };
    return createChannel(s.ctx(), { ...given, kind: "webhook", name: "Far", events: ["draft_opened"], settings });
  }),
  step("channels/send-present-state#sendPresentState", async (given, s) => {
    const seen = { startedAt: 1, firstSeenAt: 1, lastSeenAt: 1, labels: {}, flags: [] };
    const about = { key: "late", state: "firing" as const, title: "Late", pageId: s.page.id, sourceId: "gone" };
    await put(s.deployment, alertTable, [{ id: "gone.late", ...about, ...seen }]);
    return sendPresentState(s.ctx(), { ...given, id: id(s, "far") });
  }),
  step("channels/send-test#sendChannelTest", (given, s) => sendChannelTest(s.ctx(), { ...given, id: id(s, "far") })),
  step("channels/retry-delivery#retryDelivery", async (given, s) => {
    const dead = { channelId: id(s, "far"), noticeId: "n1", pageId: s.page.id, state: "dead", attempts: [] };
    await put(s.deployment, channelDeliveryTable, [{ ...dead, createdAt: 1 }]);
    return retryDelivery(s.ctx(), { ...given, channelId: id(s, "far"), id: "n1" });
  }),
  making("mailers/verbs#createMailer", "post", (_, s) =>
    createMailer(s.ctx(), { kind: "smtp", name: "Post", fromAddress: "a@example.com", settings: nowhere }),
  ),
  step("mailers/send-test#sendTestMail", (_, s) => sendTestMail(s.ctx(), { id: id(s, "post"), to: "b@example.com" })),
  step("outbox/verbs#resendNotice", async (given, s) => {
    const { notices } = await good(listNotices(s.ctx(), given));
    const told = notices.find(({ canStop, canResend }) => canStop || canResend);
    if (told?.canStop) await good(cancelNotice(s.ctx(), { ...given, id: told.id }));
    s.deployment.clock.now += 1000;
    return resendNotice(s.ctx(), { ...given, id: told?.id ?? "" });
  }),
  step("outbox/verbs#resendToUnconfirmed", async (given, s) => {
    const { notices } = await good(listNotices(s.ctx(), given));
    const sql = "UPDATE notice SET outcome = 'sent', due_at = NULL, unknown = 1 WHERE id = ?1";
    await runBatch(s.ctx(), [{ sql, params: [notices[0]?.id] }]);
    return resendToUnconfirmed(s.ctx(), { ...given, id: notices[0]?.id ?? "" });
  }),
  step("outbox/several-notices#bulkNotices", async (given, s) => {
    const { notices } = await good(listNotices(s.ctx(), given));
    const ids = notices.filter(({ canStop }) => canStop).map((each) => each.id);
    return bulkNotices(s.ctx(), { ...given, ids, action: "cancel" });
  }),
  step("outbox/several-notices#bulkNotices", async (given, s) => {
    const { notices } = await good(listNotices(s.ctx(), given));
    const ids = notices.filter(({ canResend }) => canResend).map((each) => each.id);
    s.deployment.clock.now += 1000;
    return bulkNotices(s.ctx(), { ...given, ids, action: "resend" });
  }),
];

async function provenHost(s: AuditStage, host: string): Promise<void> {
  const ctx = s.deployment.ctx();
  const [[row]] = await readBatch(ctx, ctx.db.select().from(pageTable).where(eq(pageTable.id, s.page.id)));
  s.deployment.way.outbound = resolverOf(
    new Map([[hostProofRecordName(host), [hostProofRecordText(row?.hostProof ?? "")]]]),
  );
}

const host = "status.acme-shop.org";

const hostSteps: Step[] = [
  step("pages/own-host#requestPageHost", (given, s) => requestPageHost(s.ctx(), { ...given, host })),
  step("pages/own-host#verifyPageHost", async (given, s) => {
    await provenHost(s, host);
    return verifyPageHost(s.ctx(), given);
  }),
  step("pages/own-host#removePageHost", (given, s) => removePageHost(s.ctx(), given)),
];

const visitor = { browser: null, userAgent: null };

const signInSteps: Step[] = [
  step(null, async (_, s) => {
    const asking = { address: "ada@example.com", from: "192.0.2.1", browser: null };
    s.ids.request = (await good(requestSignIn(s.deployment.ctx(), asking))).request;
    await s.deployment.settled();
    return undefined;
  }),
  step("people/spend-link#redeemSignInLink", async (_, s) => {
    const { token } = await mailOf(s.deployment);
    return redeemSignInLink(s.deployment.ctx(), { ...visitor, token, request: id(s, "request") });
  }),
  step(null, async (_, s) => {
    const asking = { address: "new@example.com", browser: null };
    s.ids.request = (await good(requestAddressChange(s.ctx(), asking))).request;
    return undefined;
  }),
  step("people/try-code#redeemSignInCode", async (_, s) => {
    const { code } = await mailOf(s.deployment);
    return redeemSignInCode(s.deployment.ctx(), { ...visitor, code, request: id(s, "request") });
  }),
  step(null, async (given, s) => {
    const { link } = await good(createInvitation(s.ctx(), { ...given, role: "viewer" }));
    s.ids.invited = link?.split("/").at(-1) ?? "";
    return undefined;
  }),
  step("people/invitations/accept#acceptInvitation", (_, s) =>
    acceptInvitation(s.deployment.ctx(), { token: id(s, "invited"), name: "Zoe", userAgent: null }),
  ),
  step(null, async (given, s) => {
    const since = await signFormTimeStamp(s.ctx());
    s.deployment.clock.now += 10_000;
    const from = { clientAddress: "192.0.2.1", trap: "", since };
    return requestSubscription(s.deployment.ctx(), { ...given, ...from, email: "joan@example.com" });
  }),
];

const credentialSteps: Step[] = [
  step(null, async (_, s) => {
    const made = { personId: "ada", createdAt: 1 };
    const keys = ["k1", "k2"].map((key) => ({ ...made, id: key, credentialId: key, name: key, transports: [] }));
    await put(
      s.deployment,
      passkeyTable,
      keys.map((key) => ({ ...key, publicKey: secretWord })),
    );
    const secretSealed = await s.ctx().secrets.seal(secretWord);
    const issuer = "https://id.example.com";
    const provider = { id: "p1", name: "Id", issuer, clientId: "c", secretSealed, createdAt: 1, updatedAt: 1 };
    await put(s.deployment, identityProviderTable, [provider]);
    await put(s.deployment, identityTable, [{ ...made, providerId: "p1", subject: "sub", id: "i1" }]);
    return undefined;
  }),
  step("people/passkeys/verbs#renameMyPasskey", (_, s) => renameMyPasskey(s.ctx(), { id: "k1", name: "Phone" })),
  step("people/passkeys/verbs#removePasskey", (_, s) => removePasskey(s.ctx(), { id: "k1" })),
  step("people/identities#removeIdentity", (_, s) => removeIdentity(s.ctx(), { id: "i1" })),
  step("people/remove-address#removeOwnAddress", (_, s) => removeOwnAddress(s.ctx(), {})),
  step("providers/verbs#updateProvider", (_, s) =>
    updateProvider(s.ctx(), { id: "p1", name: "Login", clientSecret: `${secretWord}2` }),
  ),
  step("providers/verbs#deleteProvider", (_, s) => deleteProvider(s.ctx(), { id: "p1" })),
];

export const doorSteps: Step[] = [...outgoingSteps, ...hostSteps, ...signInSteps, ...credentialSteps];
