import { useLoaderData } from "@remix-run/react";
import type { RouteGuard } from "~/http/guard";
import { refusalTexts } from "~/i18n/refusal-text";
import { pageDeskHandler, routeParam, unwrapOrThrow } from "~/ui/frame/desk";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { ListPanel, ListRow, ListRowDetail, PageHead, Section } from "~/ui/parts/list";
import { ReloadingWithoutScript, stopReloadParam } from "~/ui/parts/reload-without-script";
import { usePageRefresh } from "~/ui/parts/use-refresh";
import { configurationPath, configurationTrail } from "./configuration-paths";
import { JobCountsText, JobStateBadge } from "./job-state";
import { useWords, wordsIn } from "./words/words";

export { shouldRevalidate } from "~/ui/frame/revalidate";

export const handle = { guard: { kind: "member", role: "admin" } satisfies RouteGuard, trail: configurationTrail };

export const meta = translatedPageTitleMeta(wordsIn, "page.title");

/** Seconds after which the page of a job that works is read again. */
const reloadSeconds = 5;

export const loader = pageDeskHandler(async (desk) => {
  const { readConfigurationJob } = await import("../read-jobs");
  const job = unwrapOrThrow(await readConfigurationJob(desk.ctx, { id: routeParam(desk, "id") }));
  const refusals = job.refusals.map(({ messages, ...refusal }) => ({
    ...refusal,
    messages: Object.entries(refusalTexts(messages, desk.language)).map(([field, message]) =>
      field === "" ? message : wordsIn(desk.language).t("job.message", { field, message }),
    ),
  }));
  const here = `${configurationPath(desk.slug)}/jobs/${job.id}`;
  return {
    job: { ...job, refusals: [] },
    refusals,
    slug: desk.slug,
    here,
    isStill: desk.url.searchParams.has(stopReloadParam),
  };
});

type LoadedRefusal = ReturnType<typeof useLoaderData<typeof loader>>["refusals"][number];

function ProgressPart() {
  const { job, here, isStill } = useLoaderData<typeof loader>();
  const { t } = useWords();
  const seconds = reloadSeconds;
  const texts = { reloads: t("job.reloads", { seconds }), still: t("job.still"), reload: t("job.reload") };
  usePageRefresh(seconds);
  return (
    <div className="grid justify-items-start gap-3">
      <p className="font-medium tabular-nums">{t("job.progress", { done: job.position, total: job.total })}</p>
      <p className="text-soft">{t("job.leave")}</p>
      <ReloadingWithoutScript here={here} seconds={seconds} isStill={isStill} texts={texts} />
    </div>
  );
}

function RefusalRow({ refusal: { noun, key, messages } }: { refusal: LoadedRefusal }) {
  return (
    <ListRow>
      <div>
        <code>
          {noun} {key}
        </code>
      </div>
      <ListRowDetail>
        {messages.map((message) => (
          <span key={message} className="wrap-anywhere">
            {message}
          </span>
        ))}
      </ListRowDetail>
    </ListRow>
  );
}

function RefusalsSection() {
  const { job, refusals } = useLoaderData<typeof loader>();
  const { t } = useWords();
  if (refusals.length === 0) return null;
  return (
    <Section title={t("job.refused")}>
      <p className="max-w-prose">{t("job.refused_about")}</p>
      <ListPanel>
        {refusals.map((refusal) => (
          <RefusalRow key={`${refusal.slug} ${refusal.noun} ${refusal.key}`} refusal={refusal} />
        ))}
      </ListPanel>
      {job.counts.skipped > 0 ? <p>{t("job.skipped", { number: job.counts.skipped })}</p> : null}
    </Section>
  );
}

export default function ConfigurationJobPage() {
  const { job, refusals } = useLoaderData<typeof loader>();
  const { t } = useWords();
  const shown = { state: job.state, refusals: refusals.map((each) => ({ ...each, messages: {} })) };
  return (
    <>
      <PageHead title={t("page.job", { file: job.file })} note={job.ref === "" ? null : <bdi>{job.ref}</bdi>} />
      <h2 aria-live="polite" className="text-lg font-semibold">
        <JobStateBadge job={shown} />
      </h2>
      {job.state === "applying" ? (
        <ProgressPart />
      ) : (
        <p className="tabular-nums">
          <JobCountsText job={job} />
        </p>
      )}
      <RefusalsSection />
    </>
  );
}
