import type { Drawn, DrawnLine, DrawnTone } from "~/usecases/previews/preview";
import { Verbatim } from "../parts/list";
import { useWords } from "./words";

const keyed = <T,>(items: readonly T[]) => items.map((item, place) => ({ item, place }));

/** A link is only shown as one: nobody leaves their form by a message that is not sent yet. */
const Line = ({ line }: { line: DrawnLine }) => (
  <>
    {keyed(line).map(({ item: { text, bold, url }, place }) => (
      <span key={place} className={`${bold ? "font-semibold" : ""} ${url ? "text-accent underline" : ""}`}>
        {text}
      </span>
    ))}
  </>
);

const Lines = ({ lines }: { lines: readonly DrawnLine[] }) => (
  <>
    {keyed(lines).map(({ item, place }) => (
      <p key={place} dir="auto" className="min-h-3 wrap-anywhere">
        <Line line={item} />
      </p>
    ))}
  </>
);

const edges: Record<DrawnTone, string> = {
  critical: "border-s-major",
  warning: "border-s-degraded",
  info: "border-s-maintenance",
  good: "border-s-operational",
};

const inks: Record<DrawnTone, string> = {
  critical: "text-major",
  warning: "text-degraded",
  info: "text-maintenance",
  good: "text-operational",
};

/** Who writes, as chats show it. */
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

const SlackMessage = ({ drawn }: { drawn: Drawn }) => (
  <div className="flex gap-3 p-4">
    <Avatar round={false} />
    <div className="grid min-w-0 gap-0.5">
      <Sender />
      <Lines lines={drawn.lines} />
    </div>
  </div>
);

/** Names above values, up to three beside each other. */
const DiscordMessage = ({ drawn }: { drawn: Drawn }) => (
  <div className="flex gap-3 p-4">
    <Avatar round />
    <div className="grid min-w-0 gap-1">
      <Sender />
      <div
        className={`grid max-w-md gap-2 rounded-md border border-line border-s-4 bg-sunken p-3 text-sm ${drawn.tone ? edges[drawn.tone] : ""}`}
      >
        <p dir="auto" className="text-base wrap-anywhere">
          <Line line={drawn.title} />
        </p>
        <div>
          <Lines lines={drawn.lines} />
        </div>
        {drawn.facts.length === 0 ? null : (
          <dl className="grid grid-cols-2 gap-2 sm:grid-cols-3">
            {keyed(drawn.facts).map(({ item: { name, value }, place }) => (
              <div key={place} className="min-w-0 wrap-anywhere">
                <dt className="font-semibold">
                  <Line line={name} />
                </dt>
                <dd>
                  <Line line={value} />
                </dd>
              </div>
            ))}
          </dl>
        )}
        <p className="text-xs text-soft">
          <Line line={drawn.foot} />
        </p>
      </div>
    </div>
  </div>
);

/** A card: its facts as a table, its links as buttons. */
const TeamsMessage = ({ drawn }: { drawn: Drawn }) => (
  <div className="grid gap-2 p-4">
    <Sender />
    <div className="grid gap-2 rounded-md border border-line bg-surface p-3">
      <p dir="auto" className={`text-lg wrap-anywhere ${drawn.tone ? inks[drawn.tone] : ""}`}>
        <Line line={drawn.title} />
      </p>
      <div>
        <Lines lines={drawn.lines} />
      </div>
      {drawn.facts.length === 0 ? null : (
        <dl className="grid gap-1">
          {keyed(drawn.facts).map(({ item: { name, value }, place }) => (
            <div key={place} className="flex flex-wrap gap-x-4">
              <dt className="min-w-24 font-semibold">
                <Line line={name} />
              </dt>
              <dd className="min-w-0 wrap-anywhere">
                <Line line={value} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      <p className="text-sm text-soft">
        <Line line={drawn.foot} />
      </p>
      <ul className="flex flex-wrap gap-2">
        {keyed(drawn.actions).map(({ item: { text }, place }) => (
          <li key={place} className="rounded border border-edge px-3 py-1 text-sm font-medium">
            {text}
          </li>
        ))}
      </ul>
    </div>
  </div>
);

const TextMessage = ({ drawn }: { drawn: Drawn }) => (
  <div className="m-4 max-w-sm rounded-lg bg-sunken p-3">
    <p dir="auto" className="wrap-anywhere">
      <Line line={drawn.title} />
    </p>
    <Lines lines={drawn.lines} />
  </div>
);

const plainOf = ({ lines }: Drawn) => lines.map((line) => line.map(({ text }) => text).join("")).join("\n");

const layouts = { slack: SlackMessage, discord: DiscordMessage, teams: TeamsMessage, text: TextMessage };

interface DrawnMessageProps {
  drawn: Drawn | null;
  /** Its kind, as people call it. */
  kind: string;
  /** In which it is written. */
  language: string;
}

/** A message in the layout of where it goes; nothing in it leads anywhere or runs. */
export function DrawnMessage({ drawn, kind, language }: DrawnMessageProps) {
  const { t } = useWords();
  if (!drawn) return <p className="text-soft">{t("message.impossible")}</p>;
  const label = t("message.label", { kind });
  if (drawn.layout === "data") return <Verbatim label={label}>{plainOf(drawn)}</Verbatim>;
  const Layout = layouts[drawn.layout];
  return (
    <section aria-label={label} lang={language} className="max-w-2xl rounded-lg border border-line bg-surface">
      <Layout drawn={drawn} />
    </section>
  );
}
