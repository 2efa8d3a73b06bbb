import { data } from "@remix-run/cloudflare";
import { Link, useLoaderData } from "@remix-run/react";
import { valuesIn } from "~/fields/fields";
import type { RouteGuard } from "~/http/guard";
import { refusalText } from "~/i18n/refusal-text";
import { unsure } from "~/mutes/desk/subject-actions";
import { providerFields } from "~/people/rules/fields";
import { type Desk, onDesk, orThrow, param } from "~/ui/frame/desk";
import { Shell } from "~/ui/frame/shell";
import { translatedPageTitle } from "~/ui/frame/title";
import { useFormState } from "~/ui/parts/form";
import { ButtonConflicts } from "~/ui/parts/form-part";
import { PageHead, Section } from "~/ui/parts/list";
import { NounConflict } from "~/ui/parts/noun-conflict";
import { answerForm, type PostedForm, readPostedForm, refuseUnknown, showFailure } from "~/ui/parts/posted-form";
import { checkProvider } from "../check";
import { deleteProvider, readProvider, updateProvider } from "../verbs";
import { ProviderForm } from "./provider-form";
import { CheckProvider, ProviderDanger } from "./provider-parts";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";
export { shouldRevalidate } from "~/ui/frame/revalidate";

export const handle = { hydrate: true, guard: { kind: "operator" } satisfies RouteGuard };

export const meta = translatedPageTitle(wordsIn, "page.one");

const hereOf = (id: string) => `/manage/deployment/providers/${id}`;

export const loader = onDesk(async (desk) => {
  const id = param(desk, "id");
  return { ...orThrow(await readProvider(desk.ctx, { id })), here: hereOf(id) };
});

async function check(desk: Desk, posted: PostedForm) {
  const checked = await checkProvider(desk.ctx, { id: param(desk, "id") });
  if (!checked.ok) return showFailure(posted, checked.failure);
  const found = checked.value.found.map((each) => refusalText(each, desk.language));
  const shown = { ...checked.value, found };
  return data({ form: posted.form, values: posted.values, errors: {}, checked: shown });
}

async function remove(desk: Desk, posted: PostedForm) {
  const refused = unsure(posted);
  if (refused) return refused;
  const { version, commitId } = posted;
  const gone = await deleteProvider(desk.ctx, { id: param(desk, "id"), version, commitId });
  return answerForm(posted, gone, "/manage/deployment", "provider-deleted");
}

export const action = onDesk(async (desk) => {
  const posted = await readPostedForm(desk);
  if (posted.intent === "check") return check(desk, posted);
  if (posted.intent === "delete") return remove(desk, posted);
  if (posted.intent !== "provider") return refuseUnknown(posted);
  const id = param(desk, "id");
  const { version, commitId } = posted;
  const given = { id, version, ...valuesIn(providerFields, posted.values), commitId };
  const saved = await updateProvider(desk.ctx, given);
  return answerForm(posted, saved, hereOf(id), "provider-saved");
});

function EditPart() {
  const { provider, here } = useLoaderData<typeof loader>();
  const conflict = useFormState("provider")?.conflict ?? false;
  return (
    <>
      <NounConflict
        form="provider"
        saved={{ ...provider, clientSecret: "" }}
        fields={providerFields}
        picks={{}}
        keepTo={here}
      />
      {conflict ? null : <ProviderForm form="provider" version={provider.version} provider={provider} />}
    </>
  );
}

export default function Provider() {
  const { t, say } = useWords();
  const { provider, redirect, people, here } = useLoaderData<typeof loader>();
  const issuer = <span className="break-all">{provider.issuer}</span>;
  const link = (
    <Link to="/manage/deployment" className="-my-3 inline-block py-3">
      {t("page.deployment")}
    </Link>
  );
  return (
    <Shell>
      <PageHead title={provider.name} note={say("page.issuer_and_all", { issuer, link })} />
      <Section title={t("check.section")}>
        <CheckProvider redirect={redirect} />
      </Section>
      <Section title={t("form.section")}>
        <EditPart />
        <ButtonConflicts forms={["delete"]} version={provider.version} keepTo={here} />
        <ProviderDanger version={provider.version} people={people} />
      </Section>
    </Shell>
  );
}
