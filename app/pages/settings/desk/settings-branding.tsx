import type { LineFieldDefinition } from "~/fields/fields";
import { fieldText } from "~/i18n/field-text";
import type { PageImageKind } from "~/text/image-type";
import { Button, PreviewButton } from "~/ui/parts/button";
import { FileField, fieldRowClass, TextField } from "~/ui/parts/field";
import { ButtonForm, PostForm, useFormState } from "~/ui/parts/form";
import { Card } from "~/ui/parts/list";
import { NounFieldControl } from "~/ui/parts/noun-fields";
import { useLanguage } from "~/ui/parts/viewer";
import { pageBrandingFields } from "../../rules/fields";
import {
  maxPageLinks,
  type PageLink,
  pageLinkFields,
  pageLinkRowIndexes,
  parsePageLinks,
} from "../../rules/link-fields";
import { AccentField } from "./accent-field";
import { AccentSwatch } from "./accent-swatch";
import { useWords } from "./words/words";

export interface BrandingValues {
  accent: string;
  logoNamed: boolean;
  links: PageLink[];
  /** Markdown. */
  footer: string;
}

type PreviewedBranding = Omit<BrandingValues, "footer">;

/**
 * Returns the address that draws the head of the page with these values, or the whole page; the answer is the whole
 * picture, made on the server.
 */
function brandingPreviewUrl(
  slug: string,
  { accent, logoNamed, links }: PreviewedBranding,
  part: "head" | "whole",
): string {
  const query = new URLSearchParams({ accent, part, ...(logoNamed ? { named: "on" } : {}) });
  for (const { label, url } of links.slice(0, maxPageLinks)) query.append("link", `${url} ${label}`);
  return `/manage/${slug}/settings/branding/preview?${query}`;
}

/** Shows the head of the public page as visitors would see it with these values; nothing of it is saved. */
export function BrandingPreviewPanel({ slug, values }: { slug: string; values: PreviewedBranding }) {
  const { t } = useWords();
  return (
    <figure className="grid gap-2">
      <figcaption className="text-sm text-soft">{t("branding.preview")}</figcaption>
      <iframe
        title={t("branding.frame")}
        src={brandingPreviewUrl(slug, values, "head")}
        sandbox=""
        className="h-44 w-full rounded-md border border-line bg-surface"
      />
      <a
        href={brandingPreviewUrl(slug, values, "whole")}
        target="_blank"
        rel="noreferrer"
        className="inline-flex min-h-hit items-center justify-self-start"
      >
        {t("branding.whole")}
      </a>
    </figure>
  );
}

function LinkFields({ links }: { links: BrandingValues["links"] }) {
  const language = useLanguage();
  const { t } = useWords();
  const state = useFormState("branding");
  const last = state ? Math.max(-1, ...parsePageLinks(state.values).map(({ place }) => place)) + 1 : links.length;
  const rows = Math.min(maxPageLinks, Math.max(last, links.length) + 2);
  return (
    <fieldset className="grid gap-4">
      <legend className="font-semibold">{t("branding.links")}</legend>
      <p className="text-sm text-soft">{t("branding.links_hint", { limit: maxPageLinks })}</p>
      {pageLinkRowIndexes.slice(0, rows).map((place) => (
        <div key={place} className={fieldRowClass}>
          <NounFieldControl fields={pageLinkFields} name={`links.${place}.label`} value={links[place]?.label ?? ""} />
          <TextField
            name={`links.${place}.url`}
            label={fieldText(pageLinkFields[`links.${place}.url`] as LineFieldDefinition, language).label}
            value={links[place]?.url ?? ""}
            spellCheck="false"
            placeholder="https://"
          />
        </div>
      ))}
    </fieldset>
  );
}

/** An unticked box is not posted. */
const typedBranding = (posted: Record<string, string>, { accent }: BrandingValues): PreviewedBranding => ({
  accent: posted.accent ?? accent,
  logoNamed: posted.logoNamed === "on",
  links: parsePageLinks(posted),
});

interface BrandingFormProps {
  slug: string;
  version: number;
  values: BrandingValues;
}

export function BrandingForm({ slug, version, values }: BrandingFormProps) {
  const { t } = useWords();
  const state = useFormState("branding");
  const typed = state ? typedBranding(state.values, values) : values;
  return (
    <>
      <BrandingPreviewPanel slug={slug} values={typed} />
      <PostForm name="branding" fields={{ ...pageBrandingFields, ...pageLinkFields }} version={version}>
        <Card>
          <AccentField accent={values.accent} />
          <AccentSwatch accent={typed.accent} />
          <NounFieldControl fields={pageBrandingFields} name="logoNamed" value={values.logoNamed} />
          <LinkFields links={values.links} />
          <NounFieldControl fields={pageBrandingFields} name="footer" value={values.footer} />
          <div className="flex flex-wrap gap-3">
            <Button look="primary">{t("page.save")}</Button>
            <PreviewButton />
          </div>
        </Card>
      </PostForm>
    </>
  );
}

interface PageImageFormProps {
  kind: PageImageKind;
  version: number;
  /** Address of the present image; null when there is none. */
  shown: string | null;
}

export function PageImageForm({ kind, version, shown }: PageImageFormProps) {
  const { t } = useWords();
  return (
    <div className="grid gap-4 rounded-lg border border-line bg-surface p-4">
      <PostForm name={kind} version={version} files className="grid gap-4" hidden={{ intent: "image" }}>
        <FileField
          name={kind}
          label={t(`image.${kind}`)}
          hint={t(`image.${kind}_hint`)}
          accept="image/png,image/jpeg,image/webp,image/svg+xml"
        />
        <div className="flex flex-wrap items-center gap-3">
          <Button label={t(`image.${kind}_upload`)}>{t("branding.upload")}</Button>
          {shown ? (
            <img src={shown} alt={t(`image.${kind}_shown`)} className="max-h-8 max-w-48" />
          ) : (
            <span className="text-sm text-soft">{t("branding.none")}</span>
          )}
        </div>
      </PostForm>
      {shown ? (
        <ButtonForm name={`${kind}-off`} version={version} hidden={{ intent: "image-off", kind }}>
          <Button look="danger" label={t(`image.${kind}_remove`)}>
            {t("branding.remove")}
          </Button>
        </ButtonForm>
      ) : null}
    </div>
  );
}
