import { data } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { answerTakeOver, isTakeOverIntent } from "~/configuration/managed/desk/managed-actions";
import { ManagedByFilesBanner } from "~/configuration/managed/desk/managed-notice";
import { readManagingFilesOfDeployment, takeOverThingOfDeployment } from "~/configuration/managed/managed-thing";
import { parseFieldValues } from "~/fields/fields";
import { settingValues } from "~/fields/setting";
import type { RouteGuard } from "~/http/guard";
import { refusalText, refusalTextFormatter } from "~/i18n/refusal-text";
import { missingConfirmationErrors } from "~/mutes/desk/subject-actions";
import { mailerFields } from "~/notifications/rules/fields";
import { type DeskRequest, deskHandler, routeParam, unwrapAllOrThrow } from "~/ui/frame/desk";
import { ManagementShell } from "~/ui/frame/shell";
import { namedPageTitleMeta } from "~/ui/frame/title";
import { placeTrail } from "~/ui/frame/trail";
import { adapterWords } from "~/ui/parts/adapter-words";
import { useFormState } from "~/ui/parts/form";
import { ButtonConflictSection } from "~/ui/parts/form-part";
import { PageHead, Section } from "~/ui/parts/list";
import { NoticeBanner } from "~/ui/parts/notice";
import { NounConflictSection } from "~/ui/parts/noun-conflict";
import {
  formFailureResponse,
  formResultResponse,
  type PostedForm,
  readPostedForm,
  readPostedSettings,
  readPostedText,
  unknownFormResponse,
} from "~/ui/parts/posted-form";
import { useSettingFields } from "~/ui/parts/setting-fields";
import { VerbatimText } from "~/ui/parts/verbatim";
import { checkSenderDomain } from "../check-domain";
import { sendTestMail } from "../send-test";
import { deleteMailer, listMailers, readMailer, updateMailer } from "../verbs";
import { MailerForm } from "./mailer-form";
import { DeleteMailerSection, MailerStateText, TestMailerForm } from "./mailer-parts";
import { SenderDomainCheckForm } from "./sender-domain";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";
export { shouldRevalidate } from "~/ui/frame/revalidate";

export const handle = { hydrate: true, guard: { kind: "operator" } satisfies RouteGuard, trail: placeTrail };

export const meta = namedPageTitleMeta(wordsIn, "page.one", "mailer.name");

const hereOf = (id: string) => `/manage/deployment/mailers/${id}`;

export const loader = deskHandler(async (desk) => {
  const id = routeParam(desk, "id");
  const [detail, { mailers }, managing] = await unwrapAllOrThrow(
    readMailer(desk.ctx, { id }),
    listMailers(desk.ctx),
    readManagingFilesOfDeployment(desk.ctx, { id }),
  );
  const words = adapterWords("mailers", desk.language);
  const mailer = {
    ...words.row(detail.mailer),
    lastError: refusalTextFormatter(desk.language)(detail.mailer.lastError),
  };
  const settingFields = words.settings(mailer.kind, detail.settingFields);
  return { ...detail, mailer, settingFields, only: mailers.length === 1, here: hereOf(id), managing };
});

async function test(desk: DeskRequest, posted: PostedForm) {
  const tested = await sendTestMail(desk.ctx, { id: routeParam(desk, "id"), to: readPostedText(posted.fields, "to") });
  if (!tested.ok) return formFailureResponse(posted, tested.failure);
  const answered = { ...tested.value, answer: refusalText(tested.value.answer, desk.language) };
  return data({ form: posted.form, values: posted.values, errors: {}, tested: answered });
}

async function checkDomain(desk: DeskRequest, posted: PostedForm) {
  const id = routeParam(desk, "id");
  const checked = await checkSenderDomain(desk.ctx, { id, selector: readPostedText(posted.fields, "selector") ?? "" });
  if (!checked.ok) return formFailureResponse(posted, checked.failure);
  return data({ form: posted.form, values: posted.values, errors: {}, domain: checked.value });
}

async function remove(desk: DeskRequest, posted: PostedForm) {
  const refused = missingConfirmationErrors(posted);
  if (refused) return refused;
  const { version, commitId } = posted;
  const gone = await deleteMailer(desk.ctx, { id: routeParam(desk, "id"), version, commitId });
  return formResultResponse(posted, gone, "/manage/deployment", "mailer-deleted");
}

export const action = deskHandler(async (desk) => {
  const posted = await readPostedForm(desk);
  if (isTakeOverIntent(posted))
    return answerTakeOver(posted, "/manage/deployment", (given) => takeOverThingOfDeployment(desk.ctx, given));
  if (posted.intent === "test") return test(desk, posted);
  if (posted.intent === "domain") return checkDomain(desk, posted);
  if (posted.intent === "delete") return remove(desk, posted);
  if (posted.intent !== "mailer") return unknownFormResponse(posted);
  const id = routeParam(desk, "id");
  const { version, commitId } = posted;
  const fields = { ...parseFieldValues(mailerFields, posted.values), settings: readPostedSettings(posted.fields) };
  const saved = await updateMailer(desk.ctx, { id, version, ...fields, commitId });
  return formResultResponse(posted, saved, hereOf(id), "mailer-saved");
});

function EditPart() {
  const { t } = useWords();
  const { mailer, settings, settingFields, here, only, managing } = useLoaderData<typeof loader>();
  const conflict = useFormState("mailer")?.conflict ?? false;
  return (
    <>
      <ManagedByFilesBanner files={managing} action={here} />
      <NounConflictSection
        form="mailer"
        saved={{ ...mailer, ...settingValues(settingFields, settings) }}
        fields={{ ...mailerFields, ...useSettingFields(settingFields) }}
        picks={{}}
        keepTo={here}
      />
      {conflict ? null : (
        <MailerForm
          form="mailer"
          version={mailer.version}
          values={{ ...mailer, settings }}
          settingFields={settingFields}
          submit={t("form.save")}
        />
      )}
      <ButtonConflictSection forms={["delete"]} version={mailer.version} keepTo={here} />
      <DeleteMailerSection version={mailer.version} only={only} />
    </>
  );
}

export default function MailerPage() {
  const { t, say } = useWords();
  const { mailer, unreadable, eventsAddress, bounceAddress, settingFields } = useLoaderData<typeof loader>();
  const signsBy = settingFields.find(({ name }) => /^webhook/.test(name))?.title;
  return (
    <ManagementShell>
      <PageHead title={mailer.name} note={mailer.kindTitle} />
      {unreadable ? <NoticeBanner tone="warning">{t("page.unreadable")}</NoticeBanner> : null}
      <MailerStateText mailer={mailer} />
      <Section title={t("test.section")}>
        <TestMailerForm />
      </Section>
      <Section title={t("domain.section")}>
        <SenderDomainCheckForm />
      </Section>
      <Section title={t("form.section")}>
        <EditPart />
      </Section>
      {eventsAddress === null ? null : (
        <Section title={t("bounces.section")}>
          <p className="text-sm">{t("bounces.about")}</p>
          <VerbatimText label={t("bounces.address")}>{eventsAddress}</VerbatimText>
          {signsBy === undefined ? null : (
            <p className="text-sm">{say("bounces.sign", { setting: <q>{signsBy}</q> })}</p>
          )}
        </Section>
      )}
      {bounceAddress === null ? null : (
        <Section title={t("reports.section")}>
          <p className="text-sm">{t("reports.about")}</p>
          <VerbatimText label={t("reports.address")}>{bounceAddress}</VerbatimText>
        </Section>
      )}
    </ManagementShell>
  );
}
