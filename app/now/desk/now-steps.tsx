import type { PageSetupSteps } from "~/status-page/rules/page-duties";
import { Link } from "~/ui/parts/link";
import { ListRow, ListRowDetail } from "~/ui/parts/list";
import { Tag } from "~/ui/parts/status-mark";
import { useViewer } from "~/ui/parts/viewer";
import { TrustedProxyLink } from "./proxy-link";
import type english from "./words/en.json";
import { useWords } from "./words/words";

interface FirstStep {
  name: keyof PageSetupSteps;
  /** Path below the page's own address, unless it starts with a slash. */
  ways: { to: string; thing: keyof typeof english.way }[];
  /** The person who does the step, if not an admin of the page. */
  who?: "operator" | "anybody";
}

const steps: readonly FirstStep[] = [
  { name: "components", ways: [{ to: "components/several", thing: "component" }] },
  {
    name: "origins",
    ways: [
      { to: "sources/new", thing: "source" },
      { to: "monitors/new", thing: "monitor" },
    ],
  },
  { name: "report", ways: [{ to: "sources", thing: "sources" }] },
  { name: "mailer", ways: [{ to: "/manage/deployment/mailers/new", thing: "mailer" }], who: "operator" },
  {
    name: "account",
    ways: [
      { to: "/manage/account#address", thing: "address" },
      { to: "/manage/account#passkeys", thing: "passkey" },
    ],
    who: "anybody",
  },
  {
    name: "alert",
    ways: [
      { to: "sources", thing: "rules" },
      { to: "channels/new", thing: "channel" },
    ],
  },
  { name: "team", ways: [{ to: "people", thing: "person" }] },
  { name: "subscribers", ways: [{ to: "subscribers/new", thing: "subscriber" }] },
];

interface SetupFacts {
  /** True when a channel is connected. */
  hasChannel: boolean;
  /** Id of a source from which nothing has arrived yet; null = there is none. */
  unheardId: string | null;
}

interface FirstStepsProps extends SetupFacts {
  /** The steps that are done. */
  done: PageSetupSteps;
  slug: string;
  /** True when the viewer may do them. */
  admin: boolean;
  untrustedProxy: boolean;
}

/** Shows a step that comes before all others: until it is done, all visitors share the limits of one. */
function ProxyStep() {
  const { t } = useWords();
  const { operator } = useViewer();
  return (
    <ListRow actions={operator ? <TrustedProxyLink /> : null}>
      <p className="flex flex-wrap items-center gap-2 font-medium">
        <Tag tone="waiting">{t("health.check")}</Tag>
        {t("proxy.title")}
      </p>
      <ListRowDetail>
        <span className="max-w-prose">{t("proxy.untrusted")}</span>
      </ListRowDetail>
    </ListRow>
  );
}

/** The way to the first delivery is the set-up of the source that waits for it; a second channel is not asked for. */
function waysOf({ name, ways }: FirstStep, { unheardId, hasChannel }: SetupFacts): FirstStep["ways"] {
  if (name === "report" && unheardId !== null) return [{ to: `sources/${unheardId}/setup`, thing: "setup" }];
  return hasChannel ? ways.filter(({ thing }) => thing !== "channel") : ways;
}

/** Lists the steps of a new page in their order, with those that are done ticked. */
export function FirstStepsPanel({ done, slug, admin, untrustedProxy, ...facts }: FirstStepsProps) {
  const { t } = useWords();
  const { operator } = useViewer();
  const may = { admin, operator, anybody: true };
  return (
    <ol className="divide-y divide-line rounded-lg border border-line bg-surface">
      {untrustedProxy ? <ProxyStep /> : null}
      {steps.map((step, index) => (
        <ListRow
          key={step.name}
          actions={
            may[step.who ?? "admin"] && !done[step.name]
              ? waysOf(step, facts).map(({ to, thing }) => (
                  <Link
                    key={to}
                    to={to.startsWith("/") ? to : `/manage/${slug}/${to}`}
                    className="inline-flex min-h-hit items-center"
                  >
                    {t(`way.${thing}`)}
                  </Link>
                ))
              : null
          }
        >
          <p className="flex flex-wrap items-center gap-2 font-medium">
            {done[step.name] ? (
              <Tag tone="good">{t("step.done")}</Tag>
            ) : (
              <Tag>{t("step.number", { number: index + 1 })}</Tag>
            )}
            {t(`step.${step.name}_title`)}
          </p>
          <ListRowDetail>
            <span className="max-w-prose">
              {t(step.name === "alert" && facts.hasChannel ? "step.alert_why_connected" : `step.${step.name}_why`)}
            </span>
          </ListRowDetail>
        </ListRow>
      ))}
    </ol>
  );
}
