import { useLoaderData } from "@remix-run/react";
import type { RouteGuard } from "~/http/guard";
import { throwFailureResponse } from "~/http/page-failure";
import { type DeskRequest, pageDeskHandler, routeParam } from "~/ui/frame/desk";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { Fold, PageHead } from "~/ui/parts/list";
import { formResultResponse, readPostedForm, readPostedText, unknownFormResponse } from "~/ui/parts/posted-form";
import { VerbatimText } from "~/ui/parts/verbatim";
import { createImport } from "../create";
import { pageImportCommand } from "../rules/import-command";
import { maxImportUploadMegabytes } from "../rules/import-input";
import { findOriginForm, type OriginFormDefinition, originGuidePath } from "../rules/origin-forms";
import { ImportForm, newImportFormName } from "./import-form";
import { importsPath } from "./import-links";
import { importsTrail } from "./import-trail";
import { commitIdOfFiles, originChoicesInForm, readImportFiles } from "./import-upload";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";

export const handle = {
  guard: { kind: "member", role: "owner" } satisfies RouteGuard,
  trail: importsTrail,
  /** Files of 2 MB, and what a form carries around them. */
  maxFormBytes: 3_000_000,
};

export const meta = translatedPageTitleMeta(wordsIn, "form.title_plain");

const formOf = (desk: DeskRequest): OriginFormDefinition =>
  findOriginForm(routeParam(desk, "origin")) ?? throwFailureResponse({ name: "missing" });

export const loader = pageDeskHandler(async (desk) => ({
  origin: formOf(desk).name,
  slug: desk.slug,
  url: desk.url.searchParams.get("url") ?? "",
  most: maxImportUploadMegabytes,
  timeZone: desk.pageZone,
  timeZones: Intl.supportedValuesOf("timeZone"),
  command: pageImportCommand(formOf(desk), { deployment: desk.ctx.config.origin, slug: desk.slug }),
}));

export const action = pageDeskHandler(async (desk) => {
  const { files, encoding } = await readImportFiles(desk);
  const posted = await readPostedForm(desk);
  if (posted.intent !== newImportFormName) return unknownFormResponse(posted);
  const form = formOf(desk);
  const made = await createImport(desk.ctx, {
    pageId: desk.pageId,
    commitId: await commitIdOfFiles(desk, posted, files),
    origin: form.name,
    url: readPostedText(posted.fields, "url").trim(),
    key: readPostedText(posted.fields, "key").trim(),
    timeZone: readPostedText(posted.fields, "timeZone").trim() || desk.pageZone,
    choices: { ...originChoicesInForm(posted, form), ...(encoding !== null && { encoding }) },
    files,
  });
  return formResultResponse(posted, made, ({ id }) => `${importsPath(desk.slug)}/${id}`, "import-started");
});

/** Lists what of the product comes and what does not, and names the document with all fields. */
function TakenThings({ form }: { form: OriginFormDefinition }) {
  const { t, say, list } = useWords();
  const { takes, leaves } = form;
  return (
    <ul className="grid max-w-prose list-disc gap-1 ps-5">
      <li>{t("form.takes", { things: list(takes.map((noun) => t(`noun.${noun}`))) })}</li>
      <li>{t("form.leaves", { things: list(leaves.map((each) => t(`stays.${each}`))) })}</li>
      <li>{say("form.fields", { file: <code className="wrap-anywhere">{originGuidePath(form)}</code> })}</li>
    </ul>
  );
}

export default function NewImportPage() {
  const { origin, url, most, timeZone, timeZones, command } = useLoaderData<typeof loader>();
  const { t } = useWords();
  const form = findOriginForm(origin);
  if (form === null) return null;
  return (
    <>
      <PageHead title={t("form.title", { product: form.title })} />
      <TakenThings form={form} />
      <ImportForm form={form} url={url} most={most} timeZone={timeZone} timeZones={timeZones} />
      <Fold title={t("form.large")}>
        <p className="max-w-prose">{t("form.large_about")}</p>
        <VerbatimText label={t("form.large_command")}>{command}</VerbatimText>
      </Fold>
    </>
  );
}
