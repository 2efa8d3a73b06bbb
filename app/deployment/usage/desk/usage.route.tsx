import { useLoaderData } from "@remix-run/react";
import type { RouteGuard } from "~/http/guard";
import { pageDeskHandler, unwrapOrThrow } from "~/ui/frame/desk";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { Section } from "~/ui/parts/list";
import { Sentences } from "~/ui/parts/sentences";
import { PageDeploymentHead } from "../../desk/deployment-head";
import { readUsage } from "../read";
import {
  DeploymentSizePanel,
  MeasuredUsageTable,
  RemainingViewsText,
  TextMessageUsageSection,
  UsageLimitTable,
} from "./usage-parts";
import { useWords, wordsIn } from "./words/words";

export const handle = { guard: { kind: "member", role: "admin" } satisfies RouteGuard };

export const meta = translatedPageTitleMeta(wordsIn, "page.title");

export const loader = pageDeskHandler(async ({ ctx, pageId, slug }) => ({
  ...unwrapOrThrow(await readUsage(ctx, { pageId })),
  slug,
}));

export default function UsagePage() {
  const { plan, setUp, foreseen, expected, limits, measured, viewsLeft, texts, slug } = useLoaderData<typeof loader>();
  const { t } = useWords();
  return (
    <>
      <PageDeploymentHead
        slug={slug}
        title={t("page.title")}
        note={
          <Sentences>
            {t("page.about")}
            {t(`plan.${plan}`)}
          </Sentences>
        }
      />
      <Section title={t("page.day")}>
        <UsageLimitTable cost={expected} limits={limits} />
        <RemainingViewsText views={viewsLeft} />
        <p className="max-w-prose text-soft">
          {t("estimate.rows", { read: foreseen.rowsRead, written: foreseen.rowsWritten })}
        </p>
      </Section>
      <Section title={t("page.set_up")}>
        <DeploymentSizePanel setUp={setUp} checks={foreseen.checks} />
        <p className="max-w-prose text-soft">{t("estimate.emails", { people: foreseen.mailsPerUpdate })}</p>
      </Section>
      {texts ? (
        <Section title={t("texts.heading")}>
          <TextMessageUsageSection texts={texts} />
        </Section>
      ) : null}
      <Section title={t("page.measured")}>
        <MeasuredUsageTable days={measured} />
      </Section>
    </>
  );
}
