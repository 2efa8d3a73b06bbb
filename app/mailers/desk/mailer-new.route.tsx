import { useLoaderData } from "@remix-run/react";
import { ok } from "~/failures/failure";
import { parseFieldValues } from "~/fields/fields";
import type { RouteGuard } from "~/http/guard";
import { mailerFields } from "~/notifications/rules/fields";
import { firstFreeName } from "~/text/proposed-name";
import { type DeskRequest, deskHandler, unwrapOrThrow } from "~/ui/frame/desk";
import { ManagementShell } from "~/ui/frame/shell";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { placeTrail } from "~/ui/frame/trail";
import { adapterWords } from "~/ui/parts/adapter-words";
import { KindTiles } from "~/ui/parts/kind-list";
import { PageHead } from "~/ui/parts/list";
import { formResultResponse, readPostedForm, readPostedSettings, readPostedText } from "~/ui/parts/posted-form";
import { withProposedName } from "~/ui/parts/proposed-name";
import { createMailer, listMailerKinds, listMailers } from "../verbs";
import { MailerForm } from "./mailer-form";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";

export const handle = { hydrate: true, guard: { kind: "operator" } satisfies RouteGuard, trail: placeTrail };

export const meta = translatedPageTitleMeta(wordsIn, "page.new");

const kindsIn = (ctx: DeskRequest["ctx"], language: string) =>
  listMailerKinds(ctx).map(adapterWords("mailers", language).kind);

async function mailerNames(ctx: DeskRequest["ctx"]) {
  const listed = await listMailers(ctx);
  return listed.ok ? ok(listed.value.mailers) : listed;
}

export const loader = deskHandler(async ({ ctx, url, language }) => {
  const kinds = kindsIn(ctx, language);
  const chosen = kinds.find(({ kind }) => kind === url.searchParams.get("kind")) ?? null;
  const { mailers } = unwrapOrThrow(await listMailers(ctx));
  return {
    kinds,
    chosen,
    name: firstFreeName(
      chosen?.title ?? "",
      mailers.map((each) => each.name),
    ),
  };
});

export const action = deskHandler(async (desk) => {
  const posted = await readPostedForm(desk);
  const { ctx } = desk;
  const kind = readPostedText(posted.fields, "kind");
  const title = kindsIn(ctx, desk.language).find((each) => each.kind === kind)?.title ?? "";
  const values = parseFieldValues(mailerFields, posted.values);
  const made = await createMailer(ctx, {
    kind,
    ...(await withProposedName(posted, values, title, () => mailerNames(ctx))),
    settings: readPostedSettings(posted.fields),
    commitId: posted.commitId,
  });
  return formResultResponse(posted, made, ({ id }) => `/manage/deployment/mailers/${id}`, "mailer-created");
});

export default function NewMailerPage() {
  const { t } = useWords();
  const { kinds, chosen, name } = useLoaderData<typeof loader>();
  if (!chosen) {
    return (
      <ManagementShell>
        <PageHead title={t("page.new")} note={t("page.which_kind")} />
        <KindTiles family="mailers" kinds={kinds} />
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
        values={{ name, fromAddress: "", settings: {} }}
        submit={t("form.add")}
        primary
      />
    </ManagementShell>
  );
}
