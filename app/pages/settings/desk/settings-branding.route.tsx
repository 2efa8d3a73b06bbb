import { useLoaderData } from "@remix-run/react";
import type { Failure } from "~/failures/failure";
import type { Refusal } from "~/failures/refusal";
import { parseFieldValues } from "~/fields/fields";
import { commitIdOfContent } from "~/http/commit-id";
import type { RouteGuard } from "~/http/guard";
import { type PageImageKind, pageImageKinds } from "~/text/image-type";
import { type PageDeskRequest, pageDeskHandler, unwrapOrThrow } from "~/ui/frame/desk";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { EditConflictSection } from "~/ui/parts/conflict";
import { useFormState } from "~/ui/parts/form";
import { PageHead, Section } from "~/ui/parts/list";
import { NounConflictSection } from "~/ui/parts/noun-conflict";
import {
  formFailureResponse,
  formPreviewResponse,
  formResultResponse,
  type PostedForm,
  readPostedForm,
  readPostedText,
  readUploadedBytes,
  redirectWithNotice,
  unknownFormResponse,
} from "~/ui/parts/posted-form";
import { checkBranding, setPageImage } from "../../branding";
import { pageBrandingFields } from "../../rules/fields";
import { pageLinkFields, pageLinkValues, parsePageLinks } from "../../rules/link-fields";
import { readPostedAccent } from "../../rules/picked-accent";
import { updatePage } from "../../update";
import { readPageWithImages } from "../../verbs";
import { BrandingForm, PageImageForm } from "./settings-branding";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";
export { shouldRevalidate } from "~/ui/frame/revalidate";

export const handle = { guard: { kind: "member", role: "admin" } satisfies RouteGuard };

export const meta = translatedPageTitleMeta(wordsIn, "nav.branding");

export const loader = pageDeskHandler(async ({ ctx, pageId, slug }) => {
  const { page, images } = unwrapOrThrow(await readPageWithImages(ctx, { pageId }));
  const addressOf = (kind: string) => {
    const image = images.find((each) => each.kind === kind);
    return image ? `/${page.slug}/images/${image.hash}` : null;
  };
  const { accent, logoNamed, links, footer, version } = page;
  const shown = { logo: addressOf("logo"), logoDark: addressOf("logo_dark"), favicon: addressOf("favicon") };
  return {
    accent,
    logoNamed,
    links,
    footer,
    version,
    ...shown,
    slug,
    publicSlug: page.slug,
    here: `/manage/${slug}/settings/branding`,
  };
});

/** Returns another commit id for another file from the same form, as after going back. */
const commitIdOfFile = ({ ctx }: PageDeskRequest, { commitId }: PostedForm, bytes: Uint8Array): Promise<string> => {
  const head = `${bytes.length} ${bytes.subarray(0, 4096).join(" ")} ${bytes.subarray(-4096).join(" ")}`;
  return commitIdOfContent(ctx, commitId, `${commitId}\n${head}`);
};

async function setImage(desk: PageDeskRequest, posted: PostedForm, bytes: Uint8Array | null) {
  const kind = bytes ? posted.form : readPostedText(posted.fields, "kind");
  const commitId = bytes ? await commitIdOfFile(desk, posted, bytes) : posted.commitId;
  const given = { pageId: desk.pageId, version: posted.version, commitId, kind: kind as PageImageKind, bytes };
  const saved = await setPageImage(desk.ctx, given);
  const here = `/manage/${desk.slug}/settings/branding`;
  return formResultResponse(posted, saved, here, bytes ? "image-saved" : "image-removed");
}

/** Moves a message about the n-th given link to the row in which it was typed. */
function placed(errors: Record<string, Refusal>, places: readonly number[]): Record<string, Refusal> {
  const nameOf = (name: string) => name.replace(/^links\.(\d+)/, (_, at) => `links.${places[Number(at)] ?? at}`);
  return Object.fromEntries(Object.entries(errors).map(([name, message]) => [nameOf(name), message]));
}

/** Shows what is wrong with a link beside the row in which it was typed. */
function refuseBranding(posted: PostedForm, failure: Failure, rows: readonly { place: number }[]) {
  if (failure.name !== "invalid") return formFailureResponse(posted, failure);
  const places = rows.map(({ place }) => place);
  return formFailureResponse(posted, { ...failure, fields: placed(failure.fields, places) });
}

/** Returns the posted form with the picked colour in place of the typed colour, if only the picker was changed. */
function withPickedAccent(posted: PostedForm): PostedForm {
  const accent = readPostedAccent(posted.values);
  return accent === undefined ? posted : { ...posted, values: { ...posted.values, accent } };
}

export const action = pageDeskHandler(async (desk) => {
  const bytes = await readUploadedBytes(desk, pageImageKinds);
  const posted = withPickedAccent(await readPostedForm(desk));
  if (posted.intent === "image") return setImage(desk, posted, bytes);
  if (posted.intent === "image-off") return setImage(desk, posted, null);
  const previews = posted.intent === "preview";
  if (!previews && posted.intent !== "branding") return unknownFormResponse(posted);
  const rows = parsePageLinks(posted.values);
  const links = rows.map(({ label, url }) => ({ label, url }));
  const given = { pageId: desk.pageId, ...parseFieldValues(pageBrandingFields, posted.values), links };
  const { version, commitId } = posted;
  if (previews) {
    const checked = checkBranding(desk.ctx, given);
    return checked.ok
      ? formPreviewResponse(posted, checked.value.footerHtml)
      : refuseBranding(posted, checked.failure, rows);
  }
  const saved = await updatePage(desk.ctx, { ...given, version, commitId });
  return saved.ok
    ? redirectWithNotice(`/manage/${desk.slug}/settings/branding`, "branding-saved")
    : refuseBranding(posted, saved.failure, rows);
});

const { accent: accentField, logoNamed: namedField, footer: footerField } = pageBrandingFields;
const fields = { accent: accentField, logoNamed: namedField, ...pageLinkFields, footer: footerField };

export default function BrandingSettingsPage() {
  const { t } = useWords();
  const { accent, logoNamed, links, footer, version, logo, logoDark, favicon, slug, publicSlug, here } =
    useLoaderData<typeof loader>();
  const conflict = useFormState("branding")?.conflict ?? false;
  const saved = { accent, logoNamed, footer, ...pageLinkValues(links), version };
  return (
    <>
      <PageHead title={t("nav.branding")} />
      <NounConflictSection form="branding" saved={saved} fields={fields} picks={{}} keepTo={here} />
      {conflict ? null : <BrandingForm slug={slug} version={version} values={{ accent, logoNamed, links, footer }} />}
      <p>
        <a href={`/${publicSlug}/elsewhere`}>{t("branding.elsewhere")}</a>
      </p>
      <Section title={t("branding.images")}>
        {pageImageKinds
          .flatMap((kind) => [kind, `${kind}-off`])
          .map((form) => (
            <EditConflictSection key={form} form={form} version={version} fields={[]} keepTo={here} />
          ))}
        <div className="grid gap-4 md:grid-cols-2">
          <PageImageForm kind="logo" version={version} shown={logo} />
          <PageImageForm kind="logo_dark" version={version} shown={logoDark} />
          <PageImageForm kind="favicon" version={version} shown={favicon} />
        </div>
      </Section>
    </>
  );
}
