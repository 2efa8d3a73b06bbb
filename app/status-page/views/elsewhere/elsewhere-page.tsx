/** @jsxImportSource ~/html */
import type { HtmlChild } from "~/html/jsx-runtime";
import {
  type BadgeStyle,
  badgePath,
  badgeStyles,
  calendarPath,
  embedPath,
  feedFormats,
  feedPath,
} from "~/pages/rules/page-links";
import type { ServedPage } from "../../rules/seen-page";
import type { SnapshotComponent } from "../../rules/snapshot-document";
import { PublicPageLayout } from "../frame/layout";
import { pageStateText, visiblePageHeadline } from "../parts/field-text";
import type { RenderContext } from "../parts/frame";
import { StateBadge } from "../parts/state";
import { ApiFormatLinks } from "./api-formats";
import { SnippetField } from "./snippet";
import { badgeHtml, badgeMarkdown, cardEmbedSnippet, type EmbedSnippetTarget, statusLineEmbedHtml } from "./snippets";

interface EmbedOptionsPageProps {
  frame: RenderContext;
  page: ServedPage;
  /** The component of the badge, calendar and feeds; null = the whole page's. */
  component: SnapshotComponent | null;
  style: BadgeStyle;
}

const Part = ({ heading, about, children }: { heading: string; about?: string; children: HtmlChild }) => (
  <section class="two">
    <h2>{heading}</h2>
    <div class="f">
      {about === undefined ? null : <p>{about}</p>}
      {children}
    </div>
  </section>
);

/** A plain form; the server renders the examples. */
function Choice({ frame, page, component, style }: EmbedOptionsPageProps) {
  const { t } = frame.words;
  return (
    <form class="f range" action={`${frame.prefix}/elsewhere`}>
      <div>
        <label for="component">{t("elsewhere.of")}</label>
        <select id="component" name="component">
          <option value="">{t("elsewhere.whole")}</option>
          {page.snapshot.components.map(({ id, name }) => (
            <option key={id} value={id} dir="auto" lang={frame.written} selected={id === component?.id}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <div>
        <label for="style">{t("elsewhere.style")}</label>
        <select id="style" name="style">
          {badgeStyles.map((each) => (
            <option key={each} value={each} selected={each === style}>
              {each}
            </option>
          ))}
        </select>
      </div>
      <button type="submit">{t("elsewhere.show")}</button>
    </form>
  );
}

function shownOf({ page, component, style }: EmbedOptionsPageProps): EmbedSnippetTarget {
  const { name, url } = page.snapshot.page;
  return { url, name: component?.name ?? name, component: component?.id ?? null, style };
}

function Badge(props: EmbedOptionsPageProps) {
  const { frame, component, style } = props;
  const { t } = frame.words;
  const shown = shownOf(props);
  return (
    <Part heading={t("elsewhere.badge")}>
      <p>
        <img src={`${frame.prefix}${badgePath(component?.id, style)}`} alt={t("badge.link")} />
      </p>
      <SnippetField frame={frame} id="badge-html" label={t("elsewhere.badge_html")} text={badgeHtml(shown)} />
      <SnippetField
        frame={frame}
        id="badge-markdown"
        label={t("elsewhere.badge_markdown")}
        text={badgeMarkdown(shown)}
      />
    </Part>
  );
}

/** Addresses for programs. */
function Addresses({ frame, page, component }: EmbedOptionsPageProps) {
  const { t } = frame.words;
  const { url } = page.snapshot.page;
  const addressOf = (what: string) => t("elsewhere.address_of", { what });
  return (
    <>
      <Part heading={t("layout.calendar")} about={t("elsewhere.calendar_about")}>
        <SnippetField
          frame={frame}
          id="calendar"
          label={addressOf(t("layout.calendar"))}
          text={`${url}${calendarPath(component?.id)}`}
        />
      </Part>
      <Part heading={t("elsewhere.feeds")}>
        {feedFormats.map((format) => (
          <SnippetField
            key={format}
            frame={frame}
            id={format}
            label={addressOf(t(`feed.${format}`))}
            text={`${url}${feedPath(format, component?.id)}`}
          />
        ))}
      </Part>
    </>
  );
}

function Examples(props: EmbedOptionsPageProps) {
  const { frame, page } = props;
  const { t } = frame.words;
  const shown = shownOf({ ...props, component: null });
  const { letter, state } = visiblePageHeadline(page);
  return (
    <>
      <Choice {...props} />
      <Badge {...props} />
      <Addresses {...props} />
      <Part heading={t("elsewhere.card")} about={t("elsewhere.card_about")}>
        <iframe
          class="preview"
          src={`${frame.prefix}${embedPath}`}
          title={t("card.link")}
          width="360"
          height="260"
          loading="lazy"
        />
        <SnippetField frame={frame} id="card" label={t("elsewhere.html")} text={cardEmbedSnippet(shown)} />
        <p class="more">
          <a href={`${frame.prefix}/embed`}>{t("card.link")}</a>
        </p>
      </Part>
      <Part heading={t("elsewhere.line")} about={t("elsewhere.line_about")}>
        <p>
          <a href={frame.prefix || "/"}>
            <StateBadge letter={letter}>{pageStateText(frame.words, state)}</StateBadge>
          </a>
        </p>
        <SnippetField frame={frame} id="line" label={t("elsewhere.line_html")} text={statusLineEmbedHtml(shown)} />
      </Part>
      <Part heading={t("elsewhere.api")} about={t("elsewhere.api_about")}>
        <ApiFormatLinks frame={frame} />
      </Part>
    </>
  );
}

/** Shows everything that embeds the page's state elsewhere, ready to copy. */
export function EmbedOptionsPage(props: EmbedOptionsPageProps) {
  const { frame, page } = props;
  const { t } = frame.words;
  return (
    <PublicPageLayout frame={frame} page={page} back>
      <h1 class="own">{t("layout.elsewhere")}</h1>
      <p class="about">{t(page.isPrivate ? "elsewhere.private" : "elsewhere.about")}</p>
      {page.isPrivate ? null : <Examples {...props} />}
    </PublicPageLayout>
  );
}
