/** What the desk wrote in Markdown: parsed and made safe at save (protocols §8), so it is printed as it is. */
export const Markup = ({ html }: { html: string }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the only HTML that is stored, made by platform/markdown alone
  <div className="md" dir="auto" dangerouslySetInnerHTML={{ __html: html }} />
);
