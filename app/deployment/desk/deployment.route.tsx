import { useLoaderData } from "@remix-run/react";
import { BackupPart } from "~/backup/desk/backup-parts";
import type { RouteGuard } from "~/http/guard";
import { refusalTextIn } from "~/i18n/refusal-text";
import { MailerList, MailFailingNotice } from "~/mailers/desk/mailer-parts";
import { listMailers, moveMailer } from "~/mailers/verbs";
import { ProviderList } from "~/providers/desk/provider-parts";
import { listProviders } from "~/providers/verbs";
import { RestatingList } from "~/status-page/restating/desk/restating-list";
import { listRestatings } from "~/status-page/restating/verbs";
import { allOrThrow, type Desk, onDesk } from "~/ui/frame/desk";
import { Shell } from "~/ui/frame/shell";
import { translatedPageTitle } from "~/ui/frame/title";
import { adapterWords } from "~/ui/parts/adapter-words";
import { ButtonLink } from "~/ui/parts/button";
import { PageHead, Section } from "~/ui/parts/list";
import {
  answerForm,
  type PostedForm,
  readPostedForm,
  refuseUnknown,
  showErrors,
  typedText,
} from "~/ui/parts/posted-form";
import { readGlobalping, readHeartbeat, readSelfCheck, setGlobalping, setHeartbeat, setSelfCheck } from "../addresses";
import { readMailLimits, readUntrustedProxies } from "../machine";
import { listSealedSecrets } from "../sealed/list";
import { readStanding } from "../standing";
import { readVersion } from "../version";
import { type AddressFormName, AddressPart, addressField, addressForms } from "./address-parts";
import { InboxNotice } from "./inbox-notice";
import { MailLimitsPart } from "./mail-limits-part";
import { UntrustedProxyPart } from "./proxy-part";
import { RenderingPart } from "./rendering-part";
import { DeploymentSecrets } from "./sealed-parts";
import { StorageNotice } from "./storage-notice";
import { VersionPart } from "./version-parts";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";

export const handle = { hydrate: true, guard: { kind: "operator" } satisfies RouteGuard };

export const meta = translatedPageTitle(wordsIn, "page.title");

const here = "/manage/deployment";

export const loader = onDesk(async ({ ctx, language }) => {
  const [listed, heartbeat, selfCheck, globalping, providers, sealed, running, untrusted, mailLimits, past, standing] =
    await allOrThrow(
      listMailers(ctx),
      readHeartbeat(ctx),
      readSelfCheck(ctx),
      readGlobalping(ctx),
      listProviders(ctx),
      listSealedSecrets(ctx),
      readVersion(ctx),
      readUntrustedProxies(ctx),
      readMailLimits(ctx),
      listRestatings(ctx),
      readStanding(ctx),
    );
  const [why, { row }] = [refusalTextIn(language), adapterWords("mailers", language)];
  const mailers = listed.mailers.map((each) => ({ ...row(each), lastError: why(each.lastError) }));
  const addresses = { heartbeat, selfCheck, globalping };
  return { ...listed, mailers, addresses, providers, sealed, running, untrusted, mailLimits, past, standing };
});

type VersionedPost = Pick<PostedForm, "version" | "commitId">;

const setters: Record<
  AddressFormName,
  (desk: Desk, text: string, given: VersionedPost) => ReturnType<typeof setHeartbeat>
> = {
  heartbeat: ({ ctx }, url, given) => setHeartbeat(ctx, { url, ...given }),
  "self-check": ({ ctx }, url, given) => setSelfCheck(ctx, { url, ...given }),
  globalping: ({ ctx }, token, given) => setGlobalping(ctx, { token, ...given }),
};

async function saveAddress(desk: Desk, posted: PostedForm, name: AddressFormName) {
  const saves = posted.intent === name;
  const field = addressField(name);
  const text = saves ? typedText(posted.fields, field).trim() : "";
  if (saves && text === "")
    return showErrors(posted, {
      [field]: wordsIn(posted.language).t(field === "token" ? "called.missing_token" : "called.missing"),
    });
  const { version, commitId } = posted;
  const done = await setters[name](desk, text, { version, commitId });
  return answerForm(posted, done, here, `${name}-address-${saves ? "saved" : "removed"}`);
}

export const action = onDesk(async (desk) => {
  const posted = await readPostedForm(desk);
  const name = addressForms.find((each) => posted.intent === each || posted.intent === `${each}-off`);
  if (name) return saveAddress(desk, posted, name);
  if (posted.intent !== "move") return refuseUnknown(posted);
  const direction = typedText(posted.fields, "direction") === "up" ? "up" : "down";
  const { version, commitId } = posted;
  const moved = await moveMailer(desk.ctx, { id: typedText(posted.fields, "id"), version, direction, commitId });
  return answerForm(posted, moved, here, "order-changed");
});

export default function Deployment() {
  const {
    mailers,
    failingSince,
    addresses,
    providers,
    sealed,
    running,
    untrusted,
    mailLimits,
    past,
    standing: { rendering, storage, held },
  } = useLoaderData<typeof loader>();
  const { heartbeat, selfCheck, globalping } = addresses;
  const { t } = useWords();
  const add = (
    <ButtonLink to={`${here}/mailers/new`} look={mailers.length === 0 ? "primary" : "quiet"}>
      {t("page.new_mailer")}
    </ButtonLink>
  );
  return (
    <Shell>
      <PageHead
        title={t("page.title")}
        note={t("page.about")}
        action={
          <span className="flex flex-wrap gap-2">
            <ButtonLink to={`${here}/people`}>{t("page.people")}</ButtonLink>
            <ButtonLink to={`${here}/audit`}>{t("page.audit")}</ButtonLink>
            <ButtonLink to={`${here}/outbox`}>{t("page.outbox")}</ButtonLink>
          </span>
        }
      />
      <StorageNotice why={storage} />
      <InboxNotice held={held} />
      <UntrustedProxyPart {...untrusted} />
      <RestatingList pages={past} />
      {rendering ? <RenderingPart {...rendering} /> : null}
      <Section id="mailers" title={t("page.mailers")} action={add}>
        <MailFailingNotice since={failingSince} />
        {mailers.length > 1 ? <p className="text-soft">{t("page.mailers_about")}</p> : null}
        <MailerList mailers={mailers} />
      </Section>
      <Section
        id="sign-in"
        title={t("page.providers")}
        action={<ButtonLink to={`${here}/providers/new`}>{t("page.new_provider")}</ButtonLink>}
      >
        <ProviderList providers={providers} />
      </Section>
      <Section id="watch" title={t("page.heartbeat")}>
        <AddressPart name="heartbeat" {...heartbeat} keepTo={here} />
      </Section>
      <Section title={t("page.self_check")}>
        <AddressPart name="self-check" {...selfCheck} keepTo={here} />
      </Section>
      <Section id="globalping" title={t("page.globalping")}>
        <AddressPart name="globalping" {...globalping} keepTo={here} />
      </Section>
      <Section title={t("page.secret")}>
        <DeploymentSecrets {...sealed} />
      </Section>
      <Section id="backup" title={t("page.backup")}>
        <BackupPart />
      </Section>
      <MailLimitsPart limits={mailLimits} />
      <Section id="version" title={t("changes.title")}>
        <VersionPart {...running} />
      </Section>
    </Shell>
  );
}
