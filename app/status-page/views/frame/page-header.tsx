/** @jsxImportSource ~/html */
import type { SnapshotPage } from "../../rules/snapshot-document";
import type { Frame } from "../parts/frame";
import { Logo, type Logos } from "../parts/logo";

type HeadOf = Pick<SnapshotPage, "name" | "about" | "links" | "logoNamed">;

/** Where the page leads besides itself: its makers' own addresses. */
export const Links = ({ frame, links }: { frame: Frame; links: HeadOf["links"] }) =>
  links?.length ? (
    <nav class="links" aria-label={frame.words.t("layout.links")}>
      {links.map((link) => (
        <a key={link.url} href={link.url} dir="auto" lang={frame.written} rel="noopener">
          {link.label}
        </a>
      ))}
    </nav>
  ) : null;

export const About = ({ frame, about }: { frame: Frame; about: string }) =>
  about === "" ? null : (
    <p class="about" dir="auto" lang={frame.written}>
      {about}
    </p>
  );

/** In characters: beside a button it would take more than two lines of a phone. */
const longName = 40;

interface PageHeaderProps {
  frame: Frame;
  page: HeadOf;
  /** Null = the accent's own mark. */
  logos: Logos | null;
  /** What the page is about stands at its foot: on all pages but the front one, and there when something is wrong. */
  short: boolean;
}

/** Whose page this is, and how to follow it. */
export function PageHeader({ frame, page: { name, about, links, logoNamed }, logos, short }: PageHeaderProps) {
  const { t } = frame.words;
  const speaks = logos !== null && logoNamed === true;
  return (
    <header>
      <p class={!logos && name.length > longName ? "brand long" : "brand"}>
        <a href={frame.prefix || "/"} dir="auto" aria-label={t("layout.home", { name })}>
          {logos ? <Logo logos={logos} theme={frame.theme} name={speaks ? name : ""} /> : null}
          {speaks ? null : frame.written === undefined ? name : <span lang={frame.written}>{name}</span>}
        </a>
      </p>
      {short ? null : <Links frame={frame} links={links} />}
      <p class="follow">
        <a href={`${frame.prefix}/subscribe`}>{t("layout.subscribe")}</a>
      </p>
      {short ? null : <About frame={frame} about={about} />}
    </header>
  );
}
