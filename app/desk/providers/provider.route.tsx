import { data, type MetaFunction } from "@remix-run/cloudflare";
import { Link, useLoaderData } from "@remix-run/react";
import type { Guard } from "~/http/guard";
import { checkProvider } from "~/usecases/providers/check";
import { deleteProvider } from "~/usecases/providers/delete";
import { readProvider } from "~/usecases/providers/list";
import { updateProvider } from "~/usecases/providers/update";
import { type Desk, onDesk, orThrow, param } from "../frame/desk";
import { Shell } from "../frame/shell";
import { Conflict } from "../parts/conflict";
import { useFormState } from "../parts/form";
import { PageHead, Section } from "../parts/list";
import { answer, type Posted, readPosted, refuse, refuseFields, ticked, typed } from "../parts/posted";
import { ProviderForm } from "./provider-form";
import { CheckProvider, ProviderDanger } from "./provider-parts";

export { clientAction } from "../frame/client-action";
export { shouldRevalidate } from "../frame/revalidate";

export const handle = { hydrate: true, guard: { kind: "operator" } satisfies Guard };

export const meta: MetaFunction = () => [{ title: "Identity provider · Upfront" }];

const hereOf = (id: string) => `/manage/deployment/providers/${id}`;

export const loader = onDesk(async (desk) => {
  const id = param(desk, "id");
  return { ...orThrow(await readProvider(desk.ctx, { id })), here: hereOf(id) };
});

async function check(desk: Desk, posted: Posted) {
  const checked = await checkProvider(desk.ctx, { id: param(desk, "id") });
  if (!checked.ok) return refuse(posted, checked.failure);
  return data({ form: posted.form, values: posted.values, errors: {}, checked: checked.value });
}

async function remove(desk: Desk, posted: Posted) {
  if (!ticked(posted.fields, "sure")) return refuseFields(posted, { sure: "Tick the box to go on." });
  const { version, commitId } = posted;
  const gone = await deleteProvider(desk.ctx, { id: param(desk, "id"), version, commitId });
  return answer(posted, gone, "/manage/deployment", "provider-deleted");
}

export const action = onDesk(async (desk) => {
  const posted = await readPosted(desk);
  if (posted.form === "check") return check(desk, posted);
  if (posted.form === "delete") return remove(desk, posted);
  const id = param(desk, "id");
  const { version, commitId } = posted;
  const known = { name: typed(posted.fields, "name"), clientId: typed(posted.fields, "clientId") };
  const clientSecret = typed(posted.fields, "clientSecret");
  const saved = await updateProvider(desk.ctx, { id, version, ...known, clientSecret, commitId });
  return answer(posted, saved, hereOf(id), "provider-saved");
});

function EditPart() {
  const { provider, here } = useLoaderData<typeof loader>();
  const conflict = useFormState("provider")?.conflict ?? false;
  const fields = [
    { name: "name", label: "Name", theirs: provider.name },
    { name: "clientId", label: "Client id", theirs: provider.clientId },
  ];
  return (
    <>
      <Conflict form="provider" version={provider.version} fields={fields} keepTo={here} />
      {conflict ? null : <ProviderForm form="provider" version={provider.version} provider={provider} />}
    </>
  );
}

export default function Provider() {
  const { provider, redirect, people, here } = useLoaderData<typeof loader>();
  return (
    <Shell>
      <PageHead
        title={provider.name}
        note={
          <>
            <span className="break-all">{provider.issuer}</span> ·{" "}
            <Link to="/manage/deployment" className="-my-3 inline-block py-3">
              Deployment
            </Link>
          </>
        }
      />
      <Section title="Set it up there">
        <CheckProvider redirect={redirect} />
      </Section>
      <Section title="Change it">
        <EditPart />
        <Conflict form="delete" version={provider.version} fields={[]} keepTo={here} />
        <ProviderDanger version={provider.version} people={people} />
      </Section>
    </Shell>
  );
}
