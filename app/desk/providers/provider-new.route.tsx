import type { MetaFunction } from "@remix-run/cloudflare";
import type { Guard } from "~/http/guard";
import { valuesIn } from "~/rules/fields/fields";
import { newProviderFields } from "~/rules/people/fields";
import { createProvider } from "~/usecases/providers/create";
import { onDesk } from "../frame/desk";
import { Shell } from "../frame/shell";
import { PageHead } from "../parts/list";
import { answer, readPosted } from "../parts/posted";
import { ProviderForm } from "./provider-form";

export { clientAction } from "../frame/client-action";

export const handle = { hydrate: true, guard: { kind: "operator" } satisfies Guard };

export const meta: MetaFunction = () => [{ title: "New identity provider · Upfront" }];

export const action = onDesk(async (desk) => {
  const posted = await readPosted(desk);
  const made = await createProvider(desk.ctx, {
    ...valuesIn(newProviderFields, posted.values),
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
