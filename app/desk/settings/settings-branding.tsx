import { brandingFields } from "~/rules/pages/fields";
import { linkFields, linkPlaces, linksLimit, type PageLink, typedLinks } from "~/rules/pages/link-fields";
import { Button } from "../parts/button";
import { FileField, TextField } from "../parts/field";
import { ButtonForm, PostForm, useFormState } from "../parts/form";
import { Card } from "../parts/list";
import { NounField } from "../parts/noun-fields";

export interface BrandingValues {
  accent: string;
  links: PageLink[];
  /** Markdown. */
  footer: string;
}

/** Where the head of the page is drawn with these values; the answer is the whole picture, made on the server. */
export function previewSource(slug: string, { accent, links }: Pick<BrandingValues, "accent" | "links">): string {
  const query = new URLSearchParams({ accent });
  for (const { label, url } of links.slice(0, linksLimit)) query.append("link", `${url} ${label}`);
  return `/manage/${slug}/settings/branding/preview?${query}`;
}

/** The head of the public page as visitors would see it with these values; nothing of it is saved. */
export const BrandPreview = ({ slug, values }: { slug: string; values: Pick<BrandingValues, "accent" | "links"> }) => (
  <figure className="grid gap-2">
    <figcaption className="text-sm text-soft">
      Preview of the page header with these values. Nothing changes until you save.
    </figcaption>
    <iframe
      title="The head of the page as visitors would see it"
      src={previewSource(slug, values)}
      sandbox=""
      className="h-44 w-full rounded-md border border-line bg-surface"
    />
  </figure>
);

function LinkFields({ links }: { links: BrandingValues["links"] }) {
  const state = useFormState("branding");
  const last = state ? Math.max(-1, ...typedLinks(state.values).map(({ place }) => place)) + 1 : links.length;
  const rows = Math.min(linksLimit, Math.max(last, links.length) + 2);
  return (
    <fieldset className="grid gap-4">
      <legend className="font-semibold">Header links</legend>
      <p className="text-sm text-soft">
        Up to {linksLimit}, for example your website or support. Clear a row to remove it; save to add more.
      </p>
      {linkPlaces.slice(0, rows).map((place) => (
        <div key={place} className="grid gap-3 sm:grid-cols-2">
          <NounField fields={linkFields} name={`links.${place}.label`} value={links[place]?.label ?? ""} />
          <TextField
            name={`links.${place}.url`}
            label={linkFields[`links.${place}.url`]?.label ?? ""}
            value={links[place]?.url ?? ""}
            spellCheck={false}
            placeholder="https://"
          />
        </div>
      ))}
    </fieldset>
  );
}

interface BrandingProps {
  slug: string;
  version: number;
  values: BrandingValues;
}

export function BrandingForm({ slug, version, values }: BrandingProps) {
  const state = useFormState("branding");
  const typed = state ? { accent: state.values.accent ?? values.accent, links: typedLinks(state.values) } : values;
  return (
    <>
      <BrandPreview slug={slug} values={typed} />
      <PostForm name="branding" version={version}>
        <Card>
          <NounField fields={brandingFields} name="accent" value={values.accent} />
          <LinkFields links={values.links} />
          <NounField fields={brandingFields} name="footer" value={values.footer} />
        </Card>
        <div className="flex flex-wrap gap-3">
          <Button look="primary">Save</Button>
          <Button name="intent" value="preview">
            Preview
          </Button>
        </div>
      </PostForm>
    </>
  );
}

const imageWords = {
  logo: { title: "Logo", hint: "Beside the name, 32 pixels high." },
  logo_dark: { title: "Dark-mode logo", hint: "Used in dark mode. If not set, the standard logo is used." },
  favicon: { title: "Icon", hint: "Browser tab icon, shown instead of the status icon. Square." },
} as const;

interface ImageFormProps {
  kind: keyof typeof imageWords;
  version: number;
  /** Address of the one that is set; null = none. */
  shown: string | null;
}

export function ImageForm({ kind, version, shown }: ImageFormProps) {
  const { title, hint } = imageWords[kind];
  return (
    <div className="grid gap-4 rounded-lg border border-line bg-surface p-4">
      <PostForm name={kind} version={version} files className="grid gap-4" hidden={{ intent: "image" }}>
        <FileField
          name={kind}
          label={title}
          hint={`${hint} PNG, JPEG, WebP or SVG, at most 256 KB.`}
          accept="image/png,image/jpeg,image/webp,image/svg+xml"
        />
        <div className="flex flex-wrap items-center gap-3">
          <Button label={`Upload the ${title.toLowerCase()}`}>Upload</Button>
          {shown ? (
            <img src={shown} alt={`The ${title.toLowerCase()} that is shown now`} className="max-h-8 max-w-48" />
          ) : (
            <span className="text-sm text-soft">None is set.</span>
          )}
        </div>
      </PostForm>
      {shown ? (
        <ButtonForm name={`${kind}-off`} version={version} hidden={{ intent: "image-off", kind }}>
          <Button look="danger" label={`Remove the ${title.toLowerCase()}`}>
            Remove
          </Button>
        </ButtonForm>
      ) : null}
    </div>
  );
}
