import { useRef } from "react";
import { TextArea } from "./field";
import { useForm } from "./form";
import { useWords } from "./part-words";
import { useLivePreview } from "./use-live-preview";

interface MarkdownFieldProps {
  name: string;
  label: string;
  value?: string;
  rows?: number;
  required?: boolean;
}

/** Markdown field with a preview: after the form was sent with "Preview", or while typing where script runs. */
export function MarkdownField({ name, label, value = "", rows = 6, required = true }: MarkdownFieldProps) {
  const { state } = useForm();
  const { t } = useWords();
  const ref = useRef<HTMLDivElement>(null);
  const html = useLivePreview(ref) ?? state?.previewHtml;
  return (
    <div ref={ref} className="markdown-field grid gap-2">
      <TextArea name={name} label={label} hint={t("markdown.hint")} value={value} rows={rows} required={required} />
      {html === undefined || html === "" ? null : <Preview html={html} />}
    </div>
  );
}

function Preview({ html }: { html: string }) {
  const { t } = useWords();
  return (
    <section aria-label={t("markdown.preview")} className="max-w-2xl rounded-md border border-line bg-sunken p-3">
      <p className="text-sm text-soft">{t("markdown.preview_about")}</p>
      <SafeHtml html={html} />
    </section>
  );
}

/** HTML that Upfront rendered from Markdown on saving: raw HTML is disabled there and links are checked. */
export function SafeHtml({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: made by platform/markdown, never by a person
  return <div dir="auto" className="prose" dangerouslySetInnerHTML={{ __html: html }} />;
}
