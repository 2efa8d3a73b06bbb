import { data } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { parseFieldValues } from "~/fields/fields";
import type { RouteGuard } from "~/http/guard";
import { refusalText } from "~/i18n/refusal-text";
import { missingConfirmationErrors } from "~/mutes/desk/subject-actions";
import { providerFields } from "~/people/rules/fields";
import { type DeskRequest, deskHandler, routeParam, unwrapOrThrow } from "~/ui/frame/desk";
import { ManagementShell } from "~/ui/frame/shell";
import { namedPageTitleMeta } from "~/ui/frame/title";
import { placeTrail } from "~/ui/frame/trail";
import { useFormState } from "~/ui/parts/form";
import { ButtonConflictSection } from "~/ui/parts/form-part";
import { PageHead, Section } from "~/ui/parts/list";
import { NounConflictSection } from "~/ui/parts/noun-conflict";
import {
  formFailureResponse,
  formResultResponse,
  type PostedForm,
  readPostedForm,
  unknownFormResponse,
} from "~/ui/parts/posted-form";
import { checkProvider } from "../check";
import { deleteProvider, readProvider, updateProvider } from "../verbs";
import { ProviderForm } from "./provider-form";
import { ProviderCheckForm, ProviderDangerZone } from "./provider-parts";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";
export { shouldRevalidate } from "~/ui/frame/revalidate";

export const handle = { hydrate: true, guard: { kind: "operator" } satisfies RouteGuard, trail: placeTrail };

export const meta = namedPageTitleMeta(wordsIn, "page.one", "provider.name");

const hereOf = (id: string) => `/manage/deployment/providers/${id}`;

export const loader = deskHandler(async (desk) => {
  const id = routeParam(desk, "id");
  return { ...unwrapOrThrow(await readProvider(desk.ctx, { id })), here: hereOf(id) };
});

async function check(desk: DeskRequest, posted: PostedForm) {
  const checked = await checkProvider(desk.ctx, { id: routeParam(desk, "id") });
  if (!checked.ok) return formFailureResponse(posted, checked.failure);
  const found = checked.value.found.map((each) => refusalText(each, desk.language));
  const shown = { ...checked.value, found };
  return data({ form: posted.form, values: posted.values, errors: {}, checked: shown });
}

async function remove(desk: DeskRequest, posted: PostedForm) {
  const refused = missingConfirmationErrors(posted);
  if (refused) return refused;
  const { version, commitId } = posted;
  const gone = await deleteProvider(desk.ctx, { id: routeParam(desk, "id"), version, commitId });
  return formResultResponse(posted, gone, "/manage/deployment", "provider-deleted");
}

export const action = deskHandler(async (desk) => {
  const posted = await readPostedForm(desk);
  if (posted.intent === "check") return check(desk, posted);
  if (posted.intent === "delete") return remove(desk, posted);
  if (posted.intent !== "provider") return unknownFormResponse(posted);
  const id = routeParam(desk, "id");
  const { version, commitId } = posted;
  const given = { id, version, ...parseFieldValues(providerFields, posted.values), commitId };
  const saved = await updateProvider(desk.ctx, given);
  return formResultResponse(posted, saved, hereOf(id), "provider-saved");
});

function EditPart() {
  const { provider, here } = useLoaderData<typeof loader>();
  const conflict = useFormState("provider")?.conflict ?? false;
  return (
    <>
      <NounConflictSection
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

export default function ProviderPage() {
  const { t } = useWords();
  const { provider, redirect, people, here } = useLoaderData<typeof loader>();
  return (
    <ManagementShell>
      <PageHead title={provider.name} note={<span className="break-all">{provider.issuer}</span>} />
      <Section title={t("check.section")}>
        <ProviderCheckForm redirect={redirect} />
      </Section>
      <Section title={t("form.section")}>
        <EditPart />
        <ButtonConflictSection forms={["delete"]} version={provider.version} keepTo={here} />
        <ProviderDangerZone version={provider.version} people={people} />
      </Section>
    </ManagementShell>
  );
}
