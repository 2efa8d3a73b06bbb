/** @jsxImportSource ~/html */
import type { SnapshotPage } from "../../rules/snapshot-document";
import type { RenderContext } from "../parts/frame";
import { Logo, type PageLogos } from "../parts/logo";

type HeaderFields = Pick<SnapshotPage, "name" | "about" | "links" | "logoNamed">;

/** Links of the page's owners to their own sites. */
export const OwnerSiteLinks = ({ frame, links }: { frame: RenderContext; links: HeaderFields["links"] }) =>
  links?.length ? (
    <nav class="links" aria-label={frame.words.t("layout.links")}>
      {links.map((link) => (
        <a key={link.url} href={link.url} dir="auto" lang={frame.written} rel="noopener">
          {link.label}
        </a>
      ))}
    </nav>
  ) : null;

export const PageDescriptionText = ({ frame, about }: { frame: RenderContext; about: string }) =>
  about === "" ? null : (
    <p class="about" dir="auto" lang={frame.written}>
      {about}
    </p>
  );

/** Number of characters; a longer name beside a button would take more than two lines on a phone. */
const longNameChars = 40;

interface PageHeaderProps {
  frame: RenderContext;
  page: HeaderFields;
  /** Null = the mark in the accent colour. */
  logos: PageLogos | null;
  /** True when the description is at the foot: on all pages except the front, and there when something is wrong. */
  short: boolean;
}

/** Shows the page's name and how to subscribe. */
export function PageHeader({ frame, page: { name, about, links, logoNamed }, logos, short }: PageHeaderProps) {
  const { t } = frame.words;
  const speaks = logos !== null && logoNamed === true;
  return (
    <header>
      <p class={!logos && name.length > longNameChars ? "brand long" : "brand"}>
        <a href={frame.prefix || "/"} dir="auto" aria-label={t("layout.home", { name })}>
          {logos ? <Logo logos={logos} theme={frame.theme} name={speaks ? name : ""} /> : null}
          {speaks ? null : frame.written === undefined ? name : <span lang={frame.written}>{name}</span>}
        </a>
      </p>
      {short ? null : <OwnerSiteLinks frame={frame} links={links} />}
      <p class="follow">
        <a href={`${frame.prefix}/subscribe`}>{t("layout.subscribe")}</a>
      </p>
      {short ? null : <PageDescriptionText frame={frame} about={about} />}
    </header>
  );
}
