import { useActionData } from "@remix-run/react";
import { Button } from "~/ui/parts/button";
import { NoticeBanner } from "~/ui/parts/notice";
import { VerbatimText } from "~/ui/parts/verbatim";
import type { ShownPlan } from "./shown-plan";
import { useWords } from "./words/words";

const hasPlan = (data: unknown): data is { plan: ShownPlan } =>
  typeof data === "object" && data !== null && "plan" in data;

/** Returns the plan of the file that was just posted; null when none was. */
export function usePostedPlan(): ShownPlan | null {
  const data = useActionData();
  return hasPlan(data) ? data.plan : null;
}

function FileErrors({ errors }: Pick<ShownPlan, "errors">) {
  const { t, say } = useWords();
  return (
    <div role="alert" className="rounded-md border border-danger bg-danger-wash p-3">
      <p className="font-semibold">{t("plan.errors")}</p>
      <ul className="mt-1 list-disc ps-5">
        {errors.map(({ message, line, column, excerpt }) => (
          <li key={`${line}:${column} ${message}`} className="wrap-anywhere">
            {say("plan.error_at", { line, column, message: <bdi lang="en">{message}</bdi> })}
            {excerpt === "" ? null : (
              <div>
                <code className="text-sm">{excerpt}</code>
              </div>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The plan of a file, with the button that applies it; part of the file's form. */
export function ConfigurationPlanSection({ plan }: { plan: ShownPlan }) {
  const { t } = useWords();
  const { digest, text, errors, isApplicable, isNew } = plan;
  return (
    <section aria-label={t("plan.title")} className="grid gap-3" data-answer tabIndex={-1}>
      <h3 className="font-semibold">{t("plan.title")}</h3>
      {isNew ? (
        <NoticeBanner tone="warning">
          <p>{t("plan.changed")}</p>
        </NoticeBanner>
      ) : null}
      {errors.length > 0 ? <FileErrors errors={errors} /> : null}
      {errors.length === 0 && !isApplicable ? <p>{t("plan.nothing")}</p> : null}
      {isApplicable ? (
        <>
          <VerbatimText label={t("plan.label")} lang="en" wraps>
            {text}
          </VerbatimText>
          <input type="hidden" name="expected" value={digest} />
          <div>
            <Button look="primary" name="intent" value="apply">
              {t("form.apply")}
            </Button>
          </div>
        </>
      ) : null}
    </section>
  );
}
