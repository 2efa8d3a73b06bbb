import { ButtonLink } from "~/ui/parts/button";
import { Card } from "~/ui/parts/list";
import { NoticeBanner } from "~/ui/parts/notice";
import { TimeText } from "~/ui/parts/time-text";
import { usePageRefresh } from "~/ui/parts/use-refresh";
import { useWords } from "./words/words";

interface ArrivedDelivery {
  id: string;
  receivedAt: number;
  first: boolean;
  hasAlert: boolean;
}

interface FirstDeliveryProps {
  /** The last delivery that the tool itself sent; null = none yet. */
  last: ArrivedDelivery | null;
  /** Path of the source. */
  here: string;
  /** True when its fields are mapped; null for a kind without a mapping. */
  mapped: boolean | null;
  /** Form of the first rule; null when a rule changes components already. */
  rulePath: string | null;
  /** Form of a channel; null when the page has one. */
  channelPath: string | null;
}

/** The next step after a delivery: the mapping that it needs, else the first rule, else a channel. */
function NextStep({ last, here, mapped, rulePath, channelPath }: FirstDeliveryProps & { last: ArrivedDelivery }) {
  const { t } = useWords();
  const needsMapping = mapped === false || (mapped === true && !last.hasAlert);
  const step = needsMapping
    ? { to: `${here}/mapping?delivery=${last.id}`, name: t(mapped ? "mapping.check" : "mapping.begin") }
    : rulePath !== null
      ? { to: rulePath, name: t("arrival.next") }
      : channelPath !== null && last.hasAlert
        ? { to: channelPath, name: t("arrival.channel") }
        : null;
  return (
    <>
      {rulePath !== null && !needsMapping ? <p className="max-w-prose">{t("arrival.next_about")}</p> : null}
      <div className="flex flex-wrap gap-3">
        {step ? (
          <ButtonLink to={step.to} look="primary">
            {step.name}
          </ButtonLink>
        ) : null}
        <ButtonLink to={`${here}/deliveries/${last.id}`}>{t("arrival.see")}</ButtonLink>
      </div>
    </>
  );
}

function Waiting({ here }: Pick<FirstDeliveryProps, "here">) {
  const { t } = useWords();
  return (
    <Card>
      <div className="grid justify-items-start gap-3">
        <p className="font-medium">{t("arrival.waiting")}</p>
        <p className="text-soft">{t("arrival.waiting_about")}</p>
        <ButtonLink to={`${here}/setup`}>{t("arrival.look_again")}</ButtonLink>
      </div>
    </Card>
  );
}

/** Notice of the first delivery, which refreshes automatically when script runs, otherwise by a link. */
export function FirstDeliveryBanner(props: FirstDeliveryProps) {
  const { t, say } = useWords();
  const { last, here, mapped } = props;
  usePageRefresh(last ? 30 : 5);
  if (!last) {
    return (
      <div role="status">
        <Waiting here={here} />
      </div>
    );
  }
  return (
    <div role="status">
      <NoticeBanner tone={last.hasAlert ? "good" : "warning"}>
        <div className="grid justify-items-start gap-3">
          <p className="font-medium">
            {say(last.first ? "arrival.first" : "arrival.last", { at: <TimeText at={last.receivedAt} exact /> })}
          </p>
          {last.hasAlert ? null : (
            <p className="max-w-prose">{t(mapped === null ? "arrival.no_alert" : "arrival.unread")}</p>
          )}
          <NextStep {...props} last={last} />
        </div>
      </NoticeBanner>
    </div>
  );
}
