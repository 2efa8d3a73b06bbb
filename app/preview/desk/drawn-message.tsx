import type { ReactNode } from "react";
import { VerbatimText } from "~/ui/parts/verbatim";
import type { ChannelMessagePreview, PreviewMessageTone, PreviewTextLine } from "../preview";
import { useWords } from "./words/words";

const keyed = <T,>(items: readonly T[]) => items.map((item, place) => ({ item, place }));

/** Links are only drawn, so that an unsent message does not lead away from the form. */
const Line = ({ line }: { line: PreviewTextLine }) => (
  <>
    {keyed(line).map(({ item: { text, bold, url }, place }) => (
      <span key={place} className={`${bold ? "font-semibold" : ""} ${url ? "text-accent underline" : ""}`}>
        {text}
      </span>
    ))}
  </>
);

const Lines = ({ lines }: { lines: readonly PreviewTextLine[] }) => (
  <>
    {keyed(lines).map(({ item, place }) => (
      <p key={place} dir="auto" className="min-h-3 wrap-anywhere">
        <Line line={item} />
      </p>
    ))}
  </>
);

const edges: Record<PreviewMessageTone, string> = {
  critical: "border-s-major",
  warning: "border-s-degraded",
  info: "border-s-maintenance",
  good: "border-s-operational",
};

const inks: Record<PreviewMessageTone, string> = {
  critical: "text-major",
  warning: "text-degraded",
  info: "text-maintenance",
  good: "text-operational",
};

/** The sender, as chats show it. */
const Sender = () => (
  <p className="flex items-center gap-2">
    <span className="font-semibold">Upfront</span>
    <span className="rounded bg-sunken px-1 text-xs text-soft">{useWords().t("message.app")}</span>
  </p>
);

const Avatar = ({ round }: { round: boolean }) => (
  <span
    aria-hidden="true"
    className={`grid size-9 flex-none place-items-center bg-accent font-semibold text-on-accent ${round ? "rounded-full" : "rounded-md"}`}
  >
    U
  </span>
);

/** Facts as pairs, laid out like the chat's. */
const Facts = ({ facts, list, fact }: { facts: ChannelMessagePreview["facts"]; list: string; fact: string }) =>
  facts.length === 0 ? null : (
    <dl className={list}>
      {keyed(facts).map(({ item: { name, value }, place }) => (
        <div key={place} className={fact}>
          <dt className="min-w-24 font-semibold">
            <Line line={name} />
          </dt>
          <dd className="min-w-0 wrap-anywhere">
            <Line line={value} />
          </dd>
        </div>
      ))}
    </dl>
  );

const SlackMessage = ({ drawn }: { drawn: ChannelMessagePreview }) => (
  <div className="flex gap-3 p-4">
    <Avatar round={false} />
    <div className="grid min-w-0 gap-0.5">
      <Sender />
      <Lines lines={drawn.lines} />
    </div>
  </div>
);

interface CardLook {
  /** Classes of its edge or background, by its tone. */
  box: string;
  spacing: string;
  title: string;
  facts: string;
  fact: string;
}

/** The parts that Discord and Teams share: title, text, facts and footer. */
const Card = ({ drawn, look, children }: { drawn: ChannelMessagePreview; look: CardLook; children?: ReactNode }) => (
  <div className={`grid gap-2 rounded-md border border-line p-3 ${look.box} ${look.spacing}`}>
    <p dir="auto" className={`wrap-anywhere ${look.title}`}>
      <Line line={drawn.title} />
    </p>
    <div>
      <Lines lines={drawn.lines} />
    </div>
    <Facts facts={drawn.facts} list={look.facts} fact={look.fact} />
    <p className="text-xs text-soft">
      <Line line={drawn.foot} />
    </p>
    {children}
  </div>
);

/** Discord's layout: names above values, up to three columns. */
function DiscordMessage({ drawn }: { drawn: ChannelMessagePreview }) {
  const look = {
    box: drawn.tone ? edges[drawn.tone] : "border-s-edge",
    spacing: "max-w-md border-s-4 bg-sunken text-sm",
    title: "text-base",
    facts: "grid grid-cols-2 gap-2 sm:grid-cols-3",
    fact: "min-w-0 wrap-anywhere",
  };
  return (
    <div className="flex gap-3 p-4">
      <Avatar round />
      <div className="grid min-w-0 gap-1">
        <Sender />
        <Card drawn={drawn} look={look} />
      </div>
    </div>
  );
}

/** Teams' layout: facts as a table, links as buttons. */
function TeamsMessage({ drawn }: { drawn: ChannelMessagePreview }) {
  const title = drawn.tone ? inks[drawn.tone] : "text-ink";
  const look = { box: "bg-surface", spacing: "text-base", title, facts: "grid gap-1", fact: "flex flex-wrap gap-x-4" };
  return (
    <div className="grid gap-2 p-4">
      <Sender />
      <Card drawn={drawn} look={look}>
        <ul className="flex flex-wrap gap-2">
          {keyed(drawn.actions).map(({ item: { text }, place }) => (
            <li key={place} className="rounded border border-edge px-3 py-1 text-sm font-medium">
              {text}
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}

const TextMessage = ({ drawn }: { drawn: ChannelMessagePreview }) => (
  <div className="m-4 max-w-sm rounded-lg bg-sunken p-3">
    <p dir="auto" className="wrap-anywhere">
      <Line line={drawn.title} />
    </p>
    <Lines lines={drawn.lines} />
  </div>
);

const plainOf = ({ lines }: ChannelMessagePreview) =>
  lines.map((line) => line.map(({ text }) => text).join("")).join("\n");

const layouts = { slack: SlackMessage, discord: DiscordMessage, teams: TeamsMessage, text: TextMessage };

interface MessagePreviewProps {
  drawn: ChannelMessagePreview | null;
  /** Title of its kind. */
  kind: string;
  /** Language of the message. */
  language: string;
}

/** A message in the layout of its channel; its links lead nowhere and nothing in it runs. */
export function MessagePreviewPanel({ drawn, kind, language }: MessagePreviewProps) {
  const { t } = useWords();
  if (!drawn) return <p className="text-soft">{t("message.impossible")}</p>;
  const label = t("message.label", { kind });
  if (drawn.layout === "data") return <VerbatimText label={label}>{plainOf(drawn)}</VerbatimText>;
  const Layout = layouts[drawn.layout];
  return (
    <section aria-label={label} lang={language} className="max-w-2xl rounded-lg border border-line bg-surface">
      <Layout drawn={drawn} />
    </section>
  );
}
