import { useLoaderData } from "@remix-run/react";
import type { RouteGuard } from "~/http/guard";
import type { Ctx } from "~/platform/ctx";
import { pageDeskHandler, unwrapOrThrow } from "~/ui/frame/desk";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { placeTrail } from "~/ui/frame/trail";
import { Button } from "~/ui/parts/button";
import { CheckboxField, FileField, TextArea } from "~/ui/parts/field";
import { PostForm } from "~/ui/parts/form";
import { Link } from "~/ui/parts/link";
import { Card, ListPanel, ListRow, ListRowDetail, PageHead, RowLink, Section } from "~/ui/parts/list";
import { TimeText } from "~/ui/parts/time-text";
import { VerbatimText } from "~/ui/parts/verbatim";
import type { ConfigurationJobView } from "../read-jobs";
import { maxFileKilobytesByPlan } from "../rules/file-size";
import { handleConfigurationPost } from "./configuration-actions";
import { configurationPath } from "./configuration-paths";
import { ConfigurationPlanSection, usePostedPlan } from "./configuration-plan";
import { configurationFormName } from "./form-names";
import { JobCountsText, JobStateBadge } from "./job-state";
import { RepositoriesSection } from "./repositories-section";
import { SecretsSection } from "./secret-forms";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";

export const handle = {
  guard: { kind: "member", role: "admin" } satisfies RouteGuard,
  trail: placeTrail,
  /** A file of 1 MB, and what a form carries around it. */
  maxFormBytes: 1_200_000,
};

export const meta = translatedPageTitleMeta(wordsIn, "page.title");

/** Parameter by which the page is shown as a file. */
const exportParam = "file";

async function exportedText(ctx: Ctx, pageId: string): Promise<string> {
  const { exportConfiguration } = await import("../export-configuration");
  return unwrapOrThrow(await exportConfiguration(ctx, { pageId })).text;
}

export const loader = pageDeskHandler(async ({ ctx, pageId, slug, url }) => {
  const { listConfigurationJobs } = await import("../read-jobs");
  const { listPageSecrets } = await import("../page-secrets");
  const { listRepositories } = await import("../repositories/verbs");
  const [jobs, secrets, repositories] = await Promise.all([
    listConfigurationJobs(ctx, { pageId }),
    listPageSecrets(ctx, { pageId }),
    listRepositories(ctx, { pageId }),
  ]);
  const exported = url.searchParams.has(exportParam) ? await exportedText(ctx, pageId) : null;
  return {
    slug,
    jobs: unwrapOrThrow(jobs),
    secrets: unwrapOrThrow(secrets),
    repositories: unwrapOrThrow(repositories),
    most: maxFileKilobytesByPlan[ctx.config.plan],
    exported,
  };
});

export const action = pageDeskHandler(handleConfigurationPost);

/** The form of a file: its plan appears below it, and is applied with it. */
function FileForm() {
  const { most } = useLoaderData<typeof loader>();
  const { t } = useWords();
  const plan = usePostedPlan();
  return (
    <Section title={t("form.title")}>
      <PostForm name={configurationFormName} files>
        <Card>
          <TextArea
            name="text"
            label={t("form.text")}
            hint={t("form.text_hint", { most })}
            rows={16}
            alternative
            isCode
            data-secret
          />
          <FileField name="upload" label={t("form.upload")} accept=".yaml,.yml,text/yaml" alternative />
          <CheckboxField name="prune" label={t("form.prune")} checked={false} />
          <div>
            <Button look={plan?.isApplicable ? "quiet" : "primary"} name="intent" value="plan">
              {t("form.plan")}
            </Button>
          </div>
          {plan === null ? null : <ConfigurationPlanSection plan={plan} />}
        </Card>
      </PostForm>
    </Section>
  );
}

function ExportSection() {
  const { slug, exported } = useLoaderData<typeof loader>();
  const { t } = useWords();
  return (
    <Section title={t("export.title")}>
      <p>{t("export.about")}</p>
      {exported === null ? (
        <Link
          to={`${configurationPath(slug)}?${exportParam}`}
          className="inline-flex min-h-hit items-center justify-self-start"
        >
          {t("export.show")}
        </Link>
      ) : (
        <>
          <VerbatimText label={t("export.label")}>{exported}</VerbatimText>
          <a
            href={`data:text/yaml;charset=utf-8,${encodeURIComponent(exported)}`}
            download="upfront.yaml"
            className="inline-flex min-h-hit items-center justify-self-start"
          >
            {t("export.download")}
          </a>
        </>
      )}
    </Section>
  );
}

function JobRow({ job }: { job: ConfigurationJobView }) {
  const { slug } = useLoaderData<typeof loader>();
  return (
    <ListRow>
      <RowLink to={`${configurationPath(slug)}/jobs/${job.id}`}>
        <bdi>{job.file}</bdi>
      </RowLink>
      <ListRowDetail>
        <JobStateBadge job={job} />
        <span>
          <JobCountsText job={job} />
        </span>
        <TimeText at={job.createdAt} />
      </ListRowDetail>
    </ListRow>
  );
}

/** Files that were applied, the newest first; nothing before the first one. */
function JobsSection() {
  const { jobs } = useLoaderData<typeof loader>();
  const { t } = useWords();
  return jobs.length === 0 ? null : (
    <Section title={t("jobs.title")}>
      <ListPanel>
        {jobs.map((job) => (
          <JobRow key={job.id} job={job} />
        ))}
      </ListPanel>
    </Section>
  );
}

export default function ConfigurationFilePage() {
  const { slug, secrets, repositories } = useLoaderData<typeof loader>();
  const { t } = useWords();
  return (
    <>
      <PageHead title={t("page.title")} note={<p className="max-w-prose">{t("page.about")}</p>} />
      <FileForm />
      <ExportSection />
      <JobsSection />
      <RepositoriesSection slug={slug} repositories={repositories} />
      <SecretsSection secrets={secrets} />
    </>
  );
}
