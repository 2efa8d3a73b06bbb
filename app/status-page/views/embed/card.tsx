/** @jsxImportSource ~/html */

import { type JSX, trustedHtml } from "~/html/jsx-runtime";
import { localiseTitle } from "~/i18n/said-title";
import { timeZoneName } from "~/i18n/zone-text";
import type { StateLetter } from "~/status/state-letter";
import type { Snapshot, SnapshotIncident, SnapshotMaintenance } from "../../rules/snapshot-document";
import { LiveRegion, LiveScript, type LiveScriptFacts } from "../frame/live";
import { AsOfText } from "../parts/as-of-note";
import { cachedPageHeadline } from "../parts/field-text";
import type { RenderContext } from "../parts/frame";

/** Number of incident titles for which a card has room. */
const maxIncidents = 2;

export interface EmbedCardContent {
  frame: Pick<RenderContext, "words" | "dates" | "written" | "now">;
  /** Absent = the card does not update itself. */
  live?: LiveScriptFacts;
  snapshot: Snapshot;
  letter: StateLetter;
  state: string;
  style: string;
}

function Out({ card, href, children }: { card: EmbedCardContent; href: string; children: JSX.Element | string }) {
  const { t } = card.frame.words;
  return (
    <a href={href} target="_blank" rel="noopener" title={t("card.new_tab")}>
      {children}
    </a>
  );
}

/** Returns open incidents, worst first, announcements last. */
function openOf(snapshot: Snapshot): SnapshotIncident[] {
  const { lead, rest, announcements } = cachedPageHeadline(snapshot);
  const news = [...(lead ? [lead] : []), ...rest];
  return [...news.flatMap((each) => (each.kind === "incident" ? each.incident : [])), ...announcements];
}

function Incidents({ card }: { card: EmbedCardContent }) {
  const { page } = card.snapshot;
  const incidents = openOf(card.snapshot);
  const rest = incidents.length - maxIncidents;
  if (incidents.length === 0) return null;
  return (
    <ul>
      {incidents.slice(0, maxIncidents).map((each) => (
        <li key={each.id}>
          <Out card={card} href={`${page.url}/incidents/${each.id}`}>
            <bdi lang={each.titleSaid ? undefined : card.frame.written}>{localiseTitle(card.frame.words, each)}</bdi>
          </Out>
        </li>
      ))}
      {rest > 0 ? <li>{card.frame.words.t("card.more", { count: rest })}</li> : null}
    </ul>
  );
}

function Next({ card, next }: { card: EmbedCardContent; next: SnapshotMaintenance }) {
  const { words, dates } = card.frame;
  const link = (
    <Out card={card} href={`${card.snapshot.page.url}/maintenances/${next.id}`}>
      <bdi lang={card.frame.written}>{next.title}</bdi>
    </Out>
  );
  const time = dates.datedSpan(next.startsAt, next.endsAt, card.snapshot.builtAt);
  const values = { time, zone: timeZoneName(dates.zone) };
  return <p class="next">{words.parts("card.next", values, { title: link })}</p>;
}

function Document({ language, direction, title, style, live = null, children }: EmbedCardDocument) {
  return (
    <html lang={language} dir={direction}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{title}</title>
        <link rel="icon" href="data:," />
        <style>{trustedHtml(style)}</style>
        <LiveScript live={live} />
      </head>
      <body>
        {children}
        <LiveRegion live={live} />
      </body>
    </html>
  );
}

interface EmbedCardDocument {
  language: string;
  direction: "ltr" | "rtl";
  title: string;
  style: string;
  live?: LiveScriptFacts | null;
  children: JSX.Element;
}

const printed = (element: JSX.Element) => `<!doctype html>${element?.text}`;

/** Renders the page's state in a few lines for a frame on another site; every link opens outside the frame. */
export function embedCardHtml(card: EmbedCardContent): string {
  const { frame, snapshot, letter, state, style, live = null } = card;
  const { page, maintenances } = snapshot;
  const { t, language, direction } = frame.words;
  const next = maintenances.find(({ status }) => status === "scheduled");
  return printed(
    <Document
      language={language}
      direction={direction}
      style={style}
      live={live}
      title={t("badge.whole", { name: page.name, state })}
    >
      <main aria-label={page.name}>
        <h1>
          <bdi lang={frame.written}>{page.name}</bdi>
        </h1>
        <p class={`s ${letter}`}>{state}</p>
        <Incidents card={card} />
        {next ? <Next card={card} next={next} /> : null}
        <AsOfText frame={frame} />
        <p class="all">
          <Out card={card} href={page.url}>
            {t("card.all")}
          </Out>
        </p>
      </main>
    </Document>,
  );
}

/** Renders a card when nothing is known of the page: neither database nor copy. */
export function unknownEmbedCardHtml({ words }: Pick<RenderContext, "words">, style: string): string {
  const { t, language, direction } = words;
  const state = t("badge.unknown");
  return printed(
    <Document language={language} direction={direction} style={style} title={state}>
      <main>
        <p class="s n">{state}</p>
      </main>
    </Document>,
  );
}
