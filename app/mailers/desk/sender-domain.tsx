import { useActionData } from "@remix-run/react";
import { Button } from "~/ui/parts/button";
import { CopyButton } from "~/ui/parts/copy-button";
import { TextField } from "~/ui/parts/field";
import { PostForm } from "~/ui/parts/form";
import { Tag } from "~/ui/parts/status-mark";
import { VerbatimText } from "~/ui/parts/verbatim";
import type { SenderDomainCheck } from "../check-domain";
import type { DnsRecordFinding } from "../rules/sender-records";
import { useWords } from "./words/words";

const answerOf = (data: unknown): SenderDomainCheck | null =>
  typeof data === "object" && data !== null && "domain" in data ? (data.domain as SenderDomainCheck) : null;

const names = { spf: "SPF", dkim: "DKIM", dmarc: "DMARC" };
const tones = { good: "good", missing: "alarm", wrong: "alarm", unknown: "neutral" } as const;

function Finding({ finding: { what, state, name, found, set } }: { finding: DnsRecordFinding }) {
  const { t, say } = useWords();
  const title = names[what];
  return (
    <li className="grid gap-2">
      <h3 className="flex flex-wrap items-center gap-2 font-medium">
        {title}
        <Tag tone={tones[state]}>{t(`domain.${state}`)}</Tag>
      </h3>
      {found.length > 0 ? (
        <VerbatimText label={t("domain.found", { record: title })}>{found.join("\n")}</VerbatimText>
      ) : null}
      {set === null ? null : (
        <>
          <div className="flex flex-wrap items-center justify-between gap-x-3">
            <p className="text-sm">{say("domain.set", { name: <code className="wrap-anywhere">{name}</code> })}</p>
            <CopyButton what={name} text={name} />
          </div>
          <VerbatimText label={t("domain.to_set", { record: title })}>{set}</VerbatimText>
        </>
      )}
      {set === null && state !== "good" ? (
        <p className="text-sm">{say(`domain.hint_${what}`, { name: <code className="wrap-anywhere">{name}</code> })}</p>
      ) : null}
    </li>
  );
}

/** Checks the domain's DNS records and shows what to set. */
export function SenderDomainCheckForm() {
  const { t } = useWords();
  const answer = answerOf(useActionData());
  return (
    <>
      {answer ? (
        <ul role="status" className="grid gap-5">
          {answer.findings.map((finding) => (
            <Finding key={finding.what} finding={finding} />
          ))}
        </ul>
      ) : null}
      <PostForm name="domain">
        <TextField
          name="selector"
          label={t("domain.selector")}
          hint={t("domain.selector_hint")}
          value={answer?.selector ?? ""}
        />
        <div>
          <Button>{t("domain.button")}</Button>
        </div>
      </PostForm>
    </>
  );
}
