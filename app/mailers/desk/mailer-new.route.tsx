import { useLoaderData } from "@remix-run/react";
import { parseFieldValues } from "~/fields/fields";
import type { RouteGuard } from "~/http/guard";
import { mailerFields } from "~/notifications/rules/fields";
import { deskHandler } from "~/ui/frame/desk";
import { ManagementShell } from "~/ui/frame/shell";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { placeTrail } from "~/ui/frame/trail";
import { adapterWords } from "~/ui/parts/adapter-words";
import { KindList } from "~/ui/parts/kind-list";
import { PageHead } from "~/ui/parts/list";
import { formResultResponse, postedSettingsOf, postedText, readPostedForm } from "~/ui/parts/posted-form";
import { createMailer, listMailerKinds } from "../verbs";
import { MailerForm } from "./mailer-form";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";

export const handle = { hydrate: true, guard: { kind: "operator" } satisfies RouteGuard, trail: placeTrail };

export const meta = translatedPageTitleMeta(wordsIn, "page.new");

export const loader = deskHandler(async ({ ctx, url, language }) => {
  const kinds = listMailerKinds(ctx).map(adapterWords("mailers", language).kind);
  return { kinds, chosen: kinds.find(({ kind }) => kind === url.searchParams.get("kind")) ?? null };
});

export const action = deskHandler(async (desk) => {
  const posted = await readPostedForm(desk);
  const made = await createMailer(desk.ctx, {
    kind: postedText(posted.fields, "kind"),
    ...parseFieldValues(mailerFields, posted.values),
    settings: postedSettingsOf(posted.fields),
    commitId: posted.commitId,
  });
  return formResultResponse(posted, made, ({ id }) => `/manage/deployment/mailers/${id}`, "mailer-created");
});

export default function NewMailerPage() {
  const { t } = useWords();
  const { kinds, chosen } = useLoaderData<typeof loader>();
  if (!chosen) {
    return (
      <ManagementShell>
        <PageHead title={t("page.new")} note={t("page.which_kind")} />
        <KindList family="mailers" kinds={kinds} />
      </ManagementShell>
    );
  }
  return (
    <ManagementShell>
      <PageHead title={t("page.new_of_kind", { kind: chosen.title })} note={t("page.test_next")} />
      <MailerForm
        form="mailer"
        action={`?kind=${chosen.kind}`}
        hidden={{ kind: chosen.kind }}
        settingFields={chosen.settings}
        values={{ name: chosen.title, fromAddress: "", settings: {} }}
        submit={t("form.add")}
        primary
      />
    </ManagementShell>
  );
}
