import { data, type MetaFunction } from "@remix-run/cloudflare";
import { Link, useLoaderData } from "@remix-run/react";
import type { Guard } from "~/http/guard";
import { valuesIn } from "~/rules/fields/fields";
import { settingValues } from "~/rules/fields/setting";
import { mailerFields } from "~/rules/telling/fields";
import { deleteMailer } from "~/usecases/mailers/delete";
import { listMailers } from "~/usecases/mailers/list";
import { readMailer } from "~/usecases/mailers/read";
import { sendTestMail } from "~/usecases/mailers/send-test";
import { updateMailer } from "~/usecases/mailers/update";
import { type Desk, onDesk, orThrow, param } from "../frame/desk";
import { Shell } from "../frame/shell";
import { useFormState } from "../parts/form";
import { ButtonConflicts } from "../parts/form-part";
import { PageHead, Section } from "../parts/list";
import { Notice } from "../parts/notice";
import { NounConflict } from "../parts/noun-conflict";
import { answer, type Posted, readPosted, settingsOf, showFailure, typed } from "../parts/posted";
import { settingsAsFields } from "../parts/setting-fields";
import { unsure } from "../parts/subject-actions";
import { MailerForm } from "./mailer-form";
import { MailerDanger, MailerState, TestMailer } from "./mailer-parts";

export { clientAction } from "../frame/client-action";
export { shouldRevalidate } from "../frame/revalidate";

export const handle = { hydrate: true, guard: { kind: "operator" } satisfies Guard };

export const meta: MetaFunction = () => [{ title: "Mailer · Upfront" }];

const hereOf = (id: string) => `/manage/deployment/mailers/${id}`;

export const loader = onDesk(async (desk) => {
  const id = param(desk, "id");
  const detail = orThrow(await readMailer(desk.ctx, { id }));
  const { mailers } = orThrow(await listMailers(desk.ctx));
  return { ...detail, only: mailers.length === 1, here: hereOf(id) };
});

async function test(desk: Desk, posted: Posted) {
  const tested = await sendTestMail(desk.ctx, { id: param(desk, "id"), to: typed(posted.fields, "to") });
  if (!tested.ok) return showFailure(posted, tested.failure);
  return data({ form: posted.form, values: posted.values, errors: {}, tested: tested.value });
}

async function remove(desk: Desk, posted: Posted) {
  const refused = unsure(posted);
  if (refused) return refused;
  const { version, commitId } = posted;
  const gone = await deleteMailer(desk.ctx, { id: param(desk, "id"), version, commitId });
  return answer(posted, gone, "/manage/deployment", "mailer-deleted");
}

export const action = onDesk(async (desk) => {
  const posted = await readPosted(desk);
  if (posted.form === "test") return test(desk, posted);
  if (posted.form === "delete") return remove(desk, posted);
  const id = param(desk, "id");
  const { version, commitId } = posted;
  const fields = { ...valuesIn(mailerFields, posted.values), settings: settingsOf(posted.fields) };
  const saved = await updateMailer(desk.ctx, { id, version, ...fields, commitId });
  return answer(posted, saved, hereOf(id), "mailer-saved");
});

function EditPart() {
  const { mailer, settings, settingFields, here, only } = useLoaderData<typeof loader>();
  const conflict = useFormState("mailer")?.conflict ?? false;
  return (
    <>
      <NounConflict
        form="mailer"
        saved={{ ...mailer, ...settingValues(settingFields, settings) }}
        fields={{ ...mailerFields, ...settingsAsFields(settingFields) }}
        picks={{}}
        keepTo={here}
      />
      {conflict ? null : (
        <MailerForm
          form="mailer"
          version={mailer.version}
          values={{ ...mailer, settings }}
          settingFields={settingFields}
          submit="Save"
        />
      )}
      <ButtonConflicts forms={["delete"]} version={mailer.version} keepTo={here} />
      <MailerDanger version={mailer.version} only={only} />
    </>
  );
}

export default function Mailer() {
  const { mailer, unreadable } = useLoaderData<typeof loader>();
  return (
    <Shell>
      <PageHead
        title={mailer.name}
        note={
          <>
            {mailer.kindTitle} ·{" "}
            <Link to="/manage/deployment" className="-my-3 inline-block py-3">
              All mailers
            </Link>
          </>
        }
      />
      {unreadable ? (
        <Notice tone="warning">
          Its settings were encrypted with a secret that no longer exists. Enter them again.
        </Notice>
      ) : null}
      <MailerState mailer={mailer} />
      <Section title="Test it">
        <TestMailer />
      </Section>
      <Section title="Change it">
        <EditPart />
      </Section>
    </Shell>
  );
}
