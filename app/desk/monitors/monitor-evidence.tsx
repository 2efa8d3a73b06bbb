import { Fragment, type ReactNode } from "react";
import { Detail, Fold, List, Row, Section } from "../parts/list";
import { Tag } from "../parts/status-mark";
import { TimeText, utcText } from "../parts/time-text";
import { Verbatim } from "../parts/verbatim";
import { latencyText } from "./monitor-words";
import type { ShownEvidence } from "./shown-evidence";
import { useWords } from "./words";

type Seen = ShownEvidence["first"];

/** What came back, with its headers above, as it is read on the wire. */
function AnswerPart({ answer }: { answer: NonNullable<Seen["answer"]> }) {
  const { t } = useWords();
  return (
    <>
      <p>{t("evidence.status", { status: String(answer.status) })}</p>
      {answer.headers === "" ? null : <Verbatim label={t("evidence.headers")}>{answer.headers}</Verbatim>}
      {answer.body === "" ? (
        <p className="text-soft">{t("evidence.no_body")}</p>
      ) : (
        <Verbatim label={t("evidence.body")}>{answer.body}</Verbatim>
      )}
    </>
  );
}

const Names = ({ names }: { names: readonly string[] }) =>
  names.map((name) => (
    <bdi key={name} className="block">
      {name}
    </bdi>
  ));

/** What the server showed, whoever made it. */
function CertificatePart({ certificate }: { certificate: NonNullable<Seen["certificate"]> }) {
  const { t, say } = useWords();
  const { names, issuer, validFrom, validTo, fingerprint } = certificate;
  const span = say("evidence.certificate_span", { from: <TimeText at={validFrom} />, to: <TimeText at={validTo} /> });
  const parts: [string, ReactNode][] = [
    [t("evidence.certificate_names"), <Names key="names" names={names.length === 0 ? [certificate.subject] : names} />],
    [t("evidence.certificate_issuer"), <bdi key="issuer">{issuer}</bdi>],
    [t("evidence.certificate_valid"), span],
    [t("evidence.certificate_fingerprint"), <code key="fingerprint">{fingerprint}</code>],
  ];
  return (
    <section className="grid gap-2">
      <h3 className="font-semibold">{t("evidence.certificate")}</h3>
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

function SeenPart({ seen }: { seen: Seen }) {
  const words = useWords();
  const { t } = words;
  return (
    <div className="grid gap-3">
      <Detail>
        <TimeText at={seen.seenAt} />
        {seen.milliseconds === null ? null : <span>{latencyText(words, seen.milliseconds)}</span>}
        <bdi>{seen.detail}</bdi>
      </Detail>
      <List>
        {seen.steps.map((step) => (
          <Row
            key={`${step.title} ${step.detail}`}
            actions={<Tag tone={step.ok ? "good" : "alarm"}>{t(step.ok ? "check.step_ok" : "check.step_failed")}</Tag>}
          >
            <span className="font-medium wrap-anywhere">{step.title}</span>
            <bdi className="min-w-0 text-sm wrap-anywhere text-soft">{step.detail}</bdi>
          </Row>
        ))}
      </List>
      {seen.answer ? <AnswerPart answer={seen.answer} /> : null}
      {seen.certificate ? <CertificatePart certificate={seen.certificate} /> : null}
    </div>
  );
}

function OneTime({ evidence: { at, first, last }, open }: { evidence: ShownEvidence; open: boolean }) {
  const { t, say } = useWords();
  return (
    <div className="grid gap-2">
      <p className="font-medium">{say("evidence.since", { time: <TimeText at={at} /> })}</p>
      <Fold title={t("evidence.show")} about={utcText(at)} open={open}>
        <SeenPart seen={first} />
        {last ? (
          <>
            <h3 className="font-semibold">{t("evidence.later")}</h3>
            <SeenPart seen={last} />
          </>
        ) : null}
      </Fold>
    </div>
  );
}

/** What checks saw that found it down, for the team alone; nothing where there is none. */
export function EvidenceSection({ evidence, open = false }: { evidence: readonly ShownEvidence[]; open?: boolean }) {
  const { t } = useWords();
  if (evidence.length === 0) return null;
  return (
    <Section title={t("evidence.section")}>
      <p className="text-soft">{t("evidence.about")}</p>
      <div className="grid gap-3">
        {evidence.map((each) => (
          <OneTime key={each.at} evidence={each} open={open} />
        ))}
      </div>
    </Section>
  );
}
