import { Fragment, type ReactNode } from "react";
import { Fold, ListRowDetail, Section } from "~/ui/parts/list";
import { ClockText, TimeText, utcTitleText } from "~/ui/parts/time-text";
import { VerbatimText } from "~/ui/parts/verbatim";
import { CheckStepsPanel } from "./monitor-steps";
import { monitorLatencyText } from "./monitor-words";
import type { TranslatedEvidence } from "./shown-evidence";
import { useWords } from "./words/words";

type EvidencePart = TranslatedEvidence["first"];

/**
 * Shows the response of one check. Each body's box is labelled with the time of its check, because two checks may be
 * shown.
 */
function AnswerPart({ answer: { told, parts }, at }: { answer: NonNullable<EvidencePart["answer"]>; at: number }) {
  const { t } = useWords();
  return (
    <>
      {told.map((each) => (
        <p key={each}>{each}</p>
      ))}
      {parts.map(({ name, text }) => (
        <Fragment key={name}>
          <h3>{name}</h3>
          <VerbatimText label={t("evidence.answer_seen", { name, at: utcTitleText(at) })} wraps>
            {text}
          </VerbatimText>
        </Fragment>
      ))}
    </>
  );
}

const Names = ({ names }: { names: readonly string[] }) =>
  names.map((name) => (
    <bdi key={name} className="block">
      {name}
    </bdi>
  ));

/** The certificate that the server presented, trusted or not. */
function CertificatePart({ certificate }: { certificate: NonNullable<EvidencePart["certificate"]> }) {
  const { t, say } = useWords();
  const { names, issuer, validFrom, validTo, fingerprint } = certificate;
  const span = say("evidence.certificate_span", { from: <TimeText at={validFrom} />, to: <TimeText at={validTo} /> });
  const parts: [string, ReactNode][] = [
    [t("evidence.certificate_names"), <Names key={1} names={names.length === 0 ? [certificate.subject] : names} />],
    [t("evidence.certificate_issuer"), <bdi key={2}>{issuer}</bdi>],
    [t("evidence.certificate_valid"), span],
    [t("evidence.certificate_fingerprint"), <code key={3}>{fingerprint}</code>],
  ];
  return (
    <section className="grid gap-2">
      <h3>{t("evidence.certificate")}</h3>
      <dl className="grid gap-x-6 gap-y-1 text-sm sm:grid-cols-[max-content_minmax(0,1fr)]">
        {parts.map(([term, value]) => (
          <Fragment key={term}>
            <dt className="text-soft">{term}</dt>
            <dd className="min-w-0 wrap-anywhere">{value}</dd>
          </Fragment>
        ))}
      </dl>
    </section>
  );
}

function SeenPart({ seen }: { seen: EvidencePart }) {
  const words = useWords();
  return (
    <div className="grid gap-3">
      <bdi className="font-medium wrap-anywhere">{seen.detail}</bdi>
      <ListRowDetail>
        <ClockText at={seen.seenAt} />
        {seen.milliseconds === null ? null : <span>{monitorLatencyText(words, seen.milliseconds)}</span>}
      </ListRowDetail>
      <CheckStepsPanel steps={seen.steps} down />
      {seen.answer && <AnswerPart answer={seen.answer} at={seen.seenAt} />}
      {seen.certificate && <CertificatePart certificate={seen.certificate} />}
    </div>
  );
}

function OneTime({ evidence: { at, first, last }, open }: { evidence: TranslatedEvidence; open: boolean }) {
  const { t, say } = useWords();
  return (
    <Fold title={say("evidence.since", { time: <ClockText at={at} /> })} open={open}>
      <SeenPart seen={first} />
      {last ? (
        <>
          <h3>{t("evidence.later")}</h3>
          <SeenPart seen={last} />
        </>
      ) : null}
    </Fold>
  );
}

/**
 * Evidence of checks that found the monitor down, newest first, for the team only; renders nothing when there is none.
 */
export function EvidenceSection({
  evidence,
  open = false,
}: {
  evidence: readonly TranslatedEvidence[];
  open?: boolean;
}) {
  const { t } = useWords();
  if (!evidence.length) return null;
  return (
    <Section title={t("evidence.section")}>
      {evidence.map((each, index) => (
        <OneTime key={each.at} evidence={each} open={open && !index} />
      ))}
      <p className="text-sm text-soft">{t("evidence.about")}</p>
    </Section>
  );
}
