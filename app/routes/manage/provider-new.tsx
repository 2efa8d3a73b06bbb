import type { MetaFunction } from "@remix-run/cloudflare";
import type { Guard } from "~/http/guard";
import { PageHead } from "~/ui/manage/list";
import { ProviderForm } from "~/ui/manage/provider-form";
import { Shell } from "~/ui/manage/shell";
import { createProvider } from "~/usecases/providers/create";
import { onDesk } from "./desk";
import { answer, readPosted, typed } from "./posted";

export { clientAction } from "./client-action";

export const handle = { hydrate: true, guard: { kind: "operator" } satisfies Guard };

export const meta: MetaFunction = () => [{ title: "New identity provider · Upfront" }];

export const action = onDesk(async (desk) => {
  const posted = await readPosted(desk);
  const made = await createProvider(desk.ctx, {
    name: typed(posted.fields, "name"),
    issuer: typed(posted.fields, "issuer"),
    clientId: typed(posted.fields, "clientId"),
    clientSecret: typed(posted.fields, "clientSecret"),
    commitId: posted.commitId,
  });
  return answer(posted, made, ({ id }) => `/manage/deployment/providers/${id}`, "provider-made");
});

export default function NewProvider() {
  return (
    <Shell>
      <PageHead
        title="New identity provider"
        note="Register a web application there first. The redirect address it asks for is shown on the next page."
      />
      <ProviderForm form="provider" provider={null} />
    </Shell>
  );
}
