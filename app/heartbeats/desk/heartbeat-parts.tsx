import { DeleteWatcherSection } from "~/alert-rules/desk/watch-notes";
import { offsetSuffix } from "~/i18n/offset-text";
import { NewAddressForm } from "~/ui/parts/form-part";
import { Fold } from "~/ui/parts/list";
import { hydrationDifferenceProps } from "~/ui/parts/time-text";
import { VerbatimText } from "~/ui/parts/verbatim";
import { useViewer } from "~/ui/parts/viewer";
import type { PingSnippet } from "../snippets";
import { useWords } from "./words/words";

interface PingAddressSectionProps {
  pingUrl: string;
  slugUrl: string | null;
  mailAddress: string | null;
  snippets: PingSnippet[];
  /** True when it has no ping yet, so that the instructions come first. */
  isNew: boolean;
}

const suffixes = [
  ["/start", "start"],
  ["/fail", "fail"],
  ["/0 … /255", "exit"],
  ["/log", "log"],
  ["?rid=UUID", "run"],
] as const;

/** Suffixes of the address and their meanings. */
function Suffixes() {
  const { t } = useWords();
  return (
    <Fold title={t("suffix.title")}>
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[max-content_1fr]">
        <div className="contents">
          <dt className="font-mono text-sm leading-6">{t("suffix.itself")}</dt>
          <dd>{t("suffix.itself_about")}</dd>
        </div>
        {suffixes.map(([suffix, meaning]) => (
          <div key={suffix} className="contents">
            <dt dir="ltr" className="font-mono text-sm leading-6">
              {suffix}
            </dt>
            <dd>{t(`suffix.${meaning}_about`)}</dd>
          </div>
        ))}
      </dl>
      <p className="text-soft">{t("suffix.body")}</p>
    </Fold>
  );
}

const programs = new Set<string>(["python", "node", "go", "ruby", "php"]);

const isProgram = (tool: PingSnippet["tool"]): tool is "python" | "node" | "go" | "ruby" | "php" => programs.has(tool);

function SnippetFold({ tool, paste }: PingSnippet) {
  const { t } = useWords();
  const title = t(`snippet.${tool}`);
  return (
    <Fold title={title}>
      <p className="text-soft">{t(isProgram(tool) ? "snippet.program_about" : `snippet.${tool}_about`)}</p>
      <VerbatimText label={title}>{paste}</VerbatimText>
    </Fold>
  );
}

/** All snippets in one fold, to keep the rest of the page together. */
function Snippets({ snippets, open }: { snippets: PingSnippet[]; open: boolean }) {
  const { t } = useWords();
  return (
    <Fold title={t("snippet.title")} open={open}>
      {snippets.map((each) => (
        <SnippetFold key={each.tool} {...each} />
      ))}
    </Fold>
  );
}

export function PingAddressSection({ pingUrl, slugUrl, mailAddress, snippets, isNew }: PingAddressSectionProps) {
  const { t } = useWords();
  return (
    <div className="grid gap-3">
      <VerbatimText label={t("address.by_uuid")}>{pingUrl}</VerbatimText>
      {slugUrl ? <VerbatimText label={t("address.by_slug")}>{slugUrl}</VerbatimText> : null}
      {mailAddress ? <VerbatimText label={t("address.by_mail")}>{mailAddress}</VerbatimText> : null}
      <Suffixes />
      {snippets.length > 0 ? <Snippets snippets={snippets} open={isNew} /> : null}
    </div>
  );
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns the format of dates, with the 24-hour clock, as in all of management. */
function formatOf(tag: string, timeZone: string): Intl.DateTimeFormat {
  const name = `${tag} ${timeZone}`;
  const style = {
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  } as const;
  const format = formats.get(name) ?? new Intl.DateTimeFormat(tag, { ...style, timeZone });
  formats.set(name, format);
  return format;
}

/** Lists each run by the clocks of all zones, first the schedule's own; a zone with two names is shown once. */
export function ScheduledRunsSection({ label, runs, zones }: { label: string; runs: number[]; zones: string[] }) {
  const { t } = useWords();
  const { dates } = useViewer();
  if (runs.length === 0) return <p className="text-soft">{t("runs.none")}</p>;
  const clocks = [...new Set(zones.map((zone) => (zone === "Etc/UTC" ? "UTC" : zone)))];
  return (
    <ol aria-label={label} className="divide-y divide-line rounded-lg border border-line bg-surface">
      {runs.map((at) => (
        <li key={at} className="grid px-4 py-2 tabular-nums [&>*+*]:text-sm [&>*+*]:text-soft">
          {clocks.map((zone) => (
            <span key={zone} className="flex flex-wrap gap-x-2">
              <time dateTime={new Date(at).toISOString()} {...hydrationDifferenceProps}>
                {formatOf(dates, zone).format(at) + offsetSuffix(dates, zone, at)}
              </time>
              <span className="text-soft">{zone}</span>
            </span>
          ))}
        </li>
      ))}
    </ol>
  );
}

/** Props of the deletion; `alone` lists the components that nothing else watches. */
interface HeartbeatDangerZoneProps {
  version: number;
  alone: readonly string[];
  staying: readonly string[];
}

export function HeartbeatDangerZone({ version, alone, staying }: HeartbeatDangerZoneProps) {
  const { t } = useWords();
  const texts = { title: t("delete.title"), label: t("delete.sure"), button: t("delete.button") };
  return (
    <>
      <NewAddressForm version={version} />
      <DeleteWatcherSection version={version} alone={alone} staying={staying} {...texts} />
    </>
  );
}
