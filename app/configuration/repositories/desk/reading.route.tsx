import { redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { missingFailure } from "~/failures/failure";
import type { RouteGuard } from "~/http/guard";
import { refusalText } from "~/i18n/refusal-text";
import { pageDeskHandler, routeParam, unwrapOrThrow } from "~/ui/frame/desk";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { Button } from "~/ui/parts/button";
import { CheckboxField } from "~/ui/parts/field";
import { PostForm } from "~/ui/parts/form";
import { Link } from "~/ui/parts/link";
import { Card, PageHead, Section } from "~/ui/parts/list";
import {
  formFailureResponse,
  isCheckboxTicked,
  readPostedForm,
  redirectWithNotice,
  unknownFormResponse,
} from "~/ui/parts/posted-form";
import { TimeText } from "~/ui/parts/time-text";
import { usePageRefresh } from "~/ui/parts/use-refresh";
import { VerbatimText } from "~/ui/parts/verbatim";
import { configurationPath } from "../../desk/configuration-paths";
import { readRepository } from "../verbs";
import { ReadingStateBadge } from "./reading-state";
import { repositoryPath, repositoryReadingTrail, shortSha } from "./repository-paths";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";
export { shouldRevalidate } from "~/ui/frame/revalidate";

export const handle = { guard: { kind: "member", role: "admin" } satisfies RouteGuard, trail: repositoryReadingTrail };

export const meta = translatedPageTitleMeta(wordsIn, "page.one");

export const loader = pageDeskHandler(async (desk) => {
  const { ctx, pageId, slug, language } = desk;
  const repositoryId = routeParam(desk, "id");
  const { readings } = unwrapOrThrow(await readRepository(ctx, { pageId, id: repositoryId }));
  const reading = readings.find(({ id }) => id === routeParam(desk, "reading"));
  if (!reading) return unwrapOrThrow<never>(missingFailure);
  const { refusal, ...shown } = reading;
  const reason = refusal === null ? "" : refusalText(refusal, language);
  return { reading: shown, reason, slug, repositoryId };
});

export const action = pageDeskHandler(async (desk) => {
  const posted = await readPostedForm(desk);
  if (posted.intent !== "apply") return unknownFormResponse(posted);
  const { applyReading } = await import("../apply-reading");
  const id = routeParam(desk, "id");
  const done = await applyReading(desk.ctx, {
    pageId: desk.pageId,
    id,
    readingId: routeParam(desk, "reading"),
    prune: isCheckboxTicked(posted.fields, "prune"),
    commitId: posted.commitId,
  });
  if (!done.ok) return formFailureResponse(posted, done.failure);
  const { job } = done.value;
  if (job === null) return redirectWithNotice(repositoryPath(desk.slug, id), "repository-unchanged");
  return redirect(`${configurationPath(desk.slug)}/jobs/${job.id}`, 303);
});

function ErrorList() {
  const { reading } = useLoaderData<typeof loader>();
  const { t, say } = useWords();
  if (reading.errors.length === 0) return null;
  return (
    <Section title={t("plan.errors")}>
      <ul className="list-disc ps-5">
        {reading.errors.map(({ message, line, column }) => (
          <li key={`${line}:${column} ${message}`} className="wrap-anywhere">
            {say("plan.error_at", { line, column, message: <bdi lang="en">{message}</bdi> })}
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** The plan of a reading that waits, with the button that applies it. */
function PlanSection() {
  const { reading } = useLoaderData<typeof loader>();
  const { t } = useWords();
  if (reading.state !== "pending") return null;
  const isLeaving = reading.leaving.length > 0;
  return (
    <Section title={t("plan.title")}>
      <VerbatimText label={t("plan.label")} lang="en" wraps>
        {reading.planText}
      </VerbatimText>
      <PostForm name="apply">
        <Card>
          {isLeaving ? <p className="max-w-prose">{t(reading.canPrune ? "plan.leaving" : "plan.shared")}</p> : null}
          {reading.canPrune ? <CheckboxField name="prune" label={t("plan.prune")} checked={false} /> : null}
          <div>
            <Button look="primary">{t("plan.apply")}</Button>
          </div>
        </Card>
      </PostForm>
    </Section>
  );
}

export default function ReadingPage() {
  const { reading, reason, slug } = useLoaderData<typeof loader>();
  const { t, say } = useWords();
  const { commitSha, author, title, state, jobId, createdAt } = reading;
  usePageRefresh(state === "waiting" ? 5 : 60);
  const head = commitSha === "" ? t("readings.newest") : t("page.reading", { commit: shortSha(commitSha) });
  return (
    <>
      <PageHead title={head} note={title === "" ? null : <bdi className="wrap-anywhere">{title}</bdi>} />
      <h2 aria-live="polite" className="text-lg font-semibold">
        <ReadingStateBadge state={state} />
      </h2>
      <p className="flex flex-wrap gap-x-3 text-soft">
        {author === "" ? null : <span>{say("readings.by", { author: <bdi>{author}</bdi> })}</span>}
        <TimeText at={createdAt} />
      </p>
      {reason === "" ? null : <p className="max-w-prose wrap-anywhere">{reason}</p>}
      {jobId === null ? null : (
        <Link
          to={`${configurationPath(slug)}/jobs/${jobId}`}
          className="inline-flex min-h-hit items-center justify-self-start"
        >
          {t("readings.job")}
        </Link>
      )}
      <ErrorList />
      <PlanSection />
    </>
  );
}
