import { useLoaderData } from "@remix-run/react";
import { BackupSection } from "~/backup/desk/backup-parts";
import type { RouteGuard } from "~/http/guard";
import { refusalTextFormatter } from "~/i18n/refusal-text";
import { MailersPanel, MailFailingBanner } from "~/mailers/desk/mailer-parts";
import { listMailers, moveMailer } from "~/mailers/verbs";
import { ProvidersPanel } from "~/providers/desk/provider-parts";
import { listProviders } from "~/providers/verbs";
import { RestatedUptimeSection } from "~/status-page/restating/desk/restating-list";
import { listRestatings } from "~/status-page/restating/verbs";
import { type DeskRequest, deskHandler, unwrapAllOrThrow } from "~/ui/frame/desk";
import { ManagementShell } from "~/ui/frame/shell";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { adapterWords } from "~/ui/parts/adapter-words";
import { ButtonLink } from "~/ui/parts/button";
import { Section } from "~/ui/parts/list";
import {
  formErrorsResponse,
  formResultResponse,
  type PostedForm,
  readPostedForm,
  readPostedText,
  unknownFormResponse,
} from "~/ui/parts/posted-form";
import { Sentences } from "~/ui/parts/sentences";
import {
  readGlobalpingToken,
  readOutgoingHeartbeat,
  readSelfCheckAddress,
  setGlobalpingToken,
  setOutgoingHeartbeat,
  setSelfCheckAddress,
} from "../addresses";
import { readMailLimits, readUntrustedProxies } from "../machine";
import { listSecretsUnderOldKeys } from "../sealed/list";
import { readDeploymentHealth } from "../standing";
import { readRunningVersion } from "../version";
import {
  type DeploymentAddressFormName,
  DeploymentAddressSection,
  deploymentAddressFieldName,
  deploymentAddressFormNames,
} from "./address-parts";
import { OperatorDeploymentHead } from "./deployment-head";
import { InboxBanner } from "./inbox-notice";
import { MailLimitsSection } from "./mail-limits-part";
import { BlockedNetworkAddressesSection } from "./not-allowed-part";
import { UntrustedProxySection } from "./proxy-part";
import { RenderingSection } from "./rendering-part";
import { DeploymentSecretsSection } from "./sealed-parts";
import { StorageFailureBanner } from "./storage-notice";
import { VersionSection } from "./version-parts";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";

export const handle = { hydrate: true, guard: { kind: "operator" } satisfies RouteGuard };

export const meta = translatedPageTitleMeta(wordsIn, "page.title");

const here = "/manage/deployment";

export const loader = deskHandler(async ({ ctx, language }) => {
  const [listed, heartbeat, selfCheck, globalping, providers, sealed, running, untrusted, mailLimits, past, standing] =
    await unwrapAllOrThrow(
      listMailers(ctx),
      readOutgoingHeartbeat(ctx),
      readSelfCheckAddress(ctx),
      readGlobalpingToken(ctx),
      listProviders(ctx),
      listSecretsUnderOldKeys(ctx),
      readRunningVersion(ctx),
      readUntrustedProxies(ctx),
      readMailLimits(ctx),
      listRestatings(ctx),
      readDeploymentHealth(ctx),
    );
  const [why, { row }] = [refusalTextFormatter(language), adapterWords("mailers", language)];
  const mailers = listed.mailers.map((each) => ({ ...row(each), lastError: why(each.lastError) }));
  const addresses = { heartbeat, selfCheck, globalping };
  return { ...listed, mailers, addresses, providers, sealed, running, untrusted, mailLimits, past, standing };
});

type VersionedPost = Pick<PostedForm, "version" | "commitId">;

const setters: Record<
  DeploymentAddressFormName,
  (desk: DeskRequest, text: string, given: VersionedPost) => ReturnType<typeof setOutgoingHeartbeat>
> = {
  heartbeat: ({ ctx }, url, given) => setOutgoingHeartbeat(ctx, { url, ...given }),
  "self-check": ({ ctx }, url, given) => setSelfCheckAddress(ctx, { url, ...given }),
  globalping: ({ ctx }, token, given) => setGlobalpingToken(ctx, { token, ...given }),
};

async function saveAddress(desk: DeskRequest, posted: PostedForm, name: DeploymentAddressFormName) {
  const saves = posted.intent === name;
  const field = deploymentAddressFieldName(name);
  const text = saves ? readPostedText(posted.fields, field).trim() : "";
  if (saves && text === "")
    return formErrorsResponse(posted, {
      [field]: wordsIn(posted.language).t(field === "token" ? "called.missing_token" : "called.missing"),
    });
  const { version, commitId } = posted;
  const done = await setters[name](desk, text, { version, commitId });
  return formResultResponse(posted, done, here, `${name}-address-${saves ? "saved" : "removed"}`);
}

export const action = deskHandler(async (desk) => {
  const posted = await readPostedForm(desk);
  const name = deploymentAddressFormNames.find((each) => posted.intent === each || posted.intent === `${each}-off`);
  if (name) return saveAddress(desk, posted, name);
  if (posted.intent !== "move") return unknownFormResponse(posted);
  const direction = readPostedText(posted.fields, "direction") === "up" ? "up" : "down";
  const { version, commitId } = posted;
  const moved = await moveMailer(desk.ctx, { id: readPostedText(posted.fields, "id"), version, direction, commitId });
  return formResultResponse(posted, moved, here, "order-changed");
});

type DeploymentRouteData = ReturnType<typeof useLoaderData<typeof loader>>;

const areSecretsCurrent = ({ sealed }: DeploymentRouteData) => sealed.things.length + sealed.pages.length === 0;

const isAllInReach = ({ running: { outOfReach } }: DeploymentRouteData) =>
  outOfReach.subscribers === 0 && outOfReach.things.length === 0;

/** Returns true when no notice and no section of problems is shown. */
function isDeploymentWell(data: DeploymentRouteData): boolean {
  const { failingSince, untrusted, past, standing } = data;
  const works = failingSince === null && standing.storage === null && standing.rendering === null;
  const nothingWaits = standing.held === null || standing.held.oldestAt === null;
  const nothingAsked = untrusted.proxies.length + past.length === 0;
  return works && nothingWaits && nothingAsked && areSecretsCurrent(data) && isAllInReach(data);
}

function HeadPart(data: DeploymentRouteData) {
  const { t } = useWords();
  const { failingSince, standing } = data;
  return (
    <OperatorDeploymentHead
      title={t("page.title")}
      note={
        <Sentences>
          {isDeploymentWell(data) ? t("page.well") : null}
          {t("page.about")}
        </Sentences>
      }
      notices={
        <>
          <StorageFailureBanner why={standing.storage} />
          <InboxBanner held={standing.held} />
          <MailFailingBanner since={failingSince} />
        </>
      }
    />
  );
}

function SecretPart({ sealed }: DeploymentRouteData) {
  return (
    <Section title={useWords().t("page.secret")}>
      <DeploymentSecretsSection {...sealed} />
    </Section>
  );
}

/** The parts about problems come above all settings. */
function ProblemPart(data: DeploymentRouteData) {
  const { untrusted, past, running, standing } = data;
  return (
    <>
      <UntrustedProxySection {...untrusted} />
      <BlockedNetworkAddressesSection {...running.outOfReach} />
      {areSecretsCurrent(data) ? null : <SecretPart {...data} />}
      <RestatedUptimeSection pages={past} />
      {standing.rendering ? <RenderingSection {...standing.rendering} /> : null}
    </>
  );
}

function SendingPart({ mailers, providers }: DeploymentRouteData) {
  const { t } = useWords();
  const add = (
    <ButtonLink to={`${here}/mailers/new`} look={mailers.length === 0 ? "primary" : "quiet"}>
      {t("page.new_mailer")}
    </ButtonLink>
  );
  return (
    <>
      <Section id="mailers" title={t("page.mailers")} action={add}>
        {mailers.length > 1 ? <p className="text-soft">{t("page.mailers_about")}</p> : null}
        <MailersPanel mailers={mailers} />
      </Section>
      <Section
        id="sign-in"
        title={t("page.providers")}
        action={<ButtonLink to={`${here}/providers/new`}>{t("page.new_provider")}</ButtonLink>}
      >
        <ProvidersPanel providers={providers} />
      </Section>
    </>
  );
}

function AddressPart({ addresses: { heartbeat, selfCheck, globalping } }: DeploymentRouteData) {
  const { t } = useWords();
  return (
    <>
      <Section id="watch" title={t("page.heartbeat")}>
        <DeploymentAddressSection name="heartbeat" {...heartbeat} keepTo={here} />
      </Section>
      <Section title={t("page.self_check")}>
        <DeploymentAddressSection name="self-check" {...selfCheck} keepTo={here} />
      </Section>
      <Section id="globalping" title={t("page.globalping")}>
        <DeploymentAddressSection name="globalping" {...globalping} keepTo={here} />
      </Section>
    </>
  );
}

export default function DeploymentPage() {
  const data = useLoaderData<typeof loader>();
  const { t } = useWords();
  return (
    <ManagementShell>
      <HeadPart {...data} />
      <ProblemPart {...data} />
      <SendingPart {...data} />
      <AddressPart {...data} />
      {areSecretsCurrent(data) ? <SecretPart {...data} /> : null}
      <Section id="backup" title={t("page.backup")}>
        <BackupSection />
      </Section>
      <MailLimitsSection limits={data.mailLimits} />
      <Section id="version" title={t("changes.title")}>
        <VersionSection {...data.running} />
      </Section>
    </ManagementShell>
  );
}
