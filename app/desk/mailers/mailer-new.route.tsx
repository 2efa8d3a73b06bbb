import type { MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import type { Guard } from "~/http/guard";
import { valuesIn } from "~/rules/fields/fields";
import { mailerFields } from "~/rules/telling/fields";
import { createMailer } from "~/usecases/mailers/create";
import { listMailerKinds } from "~/usecases/mailers/list";
import { onDesk } from "../frame/desk";
import { Shell } from "../frame/shell";
import { KindList } from "../parts/kind-list";
import { PageHead } from "../parts/list";
import { answer, readPosted, settingsOf, typed } from "../parts/posted";
import { MailerForm } from "./mailer-form";

export { clientAction } from "../frame/client-action";

export const handle = { hydrate: true, guard: { kind: "operator" } satisfies Guard };

export const meta: MetaFunction = () => [{ title: "New mailer · Upfront" }];

export const loader = onDesk(async ({ url }) => {
  const kinds = listMailerKinds();
  return { kinds, chosen: kinds.find(({ kind }) => kind === url.searchParams.get("kind")) ?? null };
});

export const action = onDesk(async (desk) => {
  const posted = await readPosted(desk);
  const made = await createMailer(desk.ctx, {
    kind: typed(posted.fields, "kind"),
    ...valuesIn(mailerFields, posted.values),
    settings: settingsOf(posted.fields),
    commitId: posted.commitId,
  });
  return answer(posted, made, ({ id }) => `/manage/deployment/mailers/${id}`, "mailer-made");
});

export default function NewMailer() {
  const { kinds, chosen } = useLoaderData<typeof loader>();
  if (!chosen) {
    return (
      <Shell>
        <PageHead title="New mailer" note="How should emails be sent?" />
        <KindList kinds={kinds} />
      </Shell>
    );
  }
  return (
    <Shell>
      <PageHead title={`New mailer: ${chosen.title}`} note="On the next page you can send a test." />
      <MailerForm
        form="mailer"
        action={`?kind=${chosen.kind}`}
        hidden={{ kind: chosen.kind }}
        settingFields={chosen.settings}
        values={{ name: chosen.title, fromAddress: "", settings: {} }}
        submit="Add the mailer"
        primary
      />
    </Shell>
  );
}
