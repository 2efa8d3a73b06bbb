import { useLoaderData } from "@remix-run/react";
import { listChannels } from "~/channels/verbs";
import type { RouteGuard } from "~/http/guard";
import { pageDeskHandler, routeParam, unwrapAllOrThrow } from "~/ui/frame/desk";
import { namedPageTitleMeta } from "~/ui/frame/title";
import { adapterWords } from "~/ui/parts/adapter-words";
import { ButtonConflictSection } from "~/ui/parts/form-part";
import { PageHead, Section } from "~/ui/parts/list";
import { readPostedForm } from "~/ui/parts/posted-form";
import { SealedValueBanner } from "~/ui/parts/sealed-notice";
import { readSource } from "../read";
import { readSourceSetupDelivery } from "../setup";
import { FirstDeliveryBanner } from "./first-delivery";
import { SourceOverlapBanners } from "./overlaps";
import { handleSourceSetupPost } from "./setup-actions";
import { SendTestButton, SourceSetupInstructions } from "./setup-parts";
import { RotateSourceAddressFold } from "./source-parts";
import { sourceTrail } from "./source-trail";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";
export { shouldRevalidate } from "~/ui/frame/revalidate";

export const handle = { guard: { kind: "member", role: "admin" } satisfies RouteGuard, trail: sourceTrail };

export const meta = namedPageTitleMeta(wordsIn, "page.setup", "source.name");

/** Returns the form of the first rule that changes a component, from the alert that fires; null when there is one. */
function ruleWay(here: string, rules: readonly { components: object }[], alertId: string | null): string | null {
  if (rules.some(({ components }) => Object.keys(components).length > 0)) return null;
  return `${here}/rules/new${alertId === null ? "" : `?${new URLSearchParams({ alert: alertId })}`}`;
}

export const loader = pageDeskHandler(async (desk) => {
  const given = { pageId: desk.pageId, id: routeParam(desk, "id") };
  const [read, { last, alertId }, channels] = await unwrapAllOrThrow(
    readSource(desk.ctx, given),
    readSourceSetupDelivery(desk.ctx, given),
    listChannels(desk.ctx, { pageId: desk.pageId }),
  );
  const { source, kindTitle, ingestUrl, setup, overlaps, settingFields, settings, rules } = read;
  const mapped = settingFields.some(({ place }) => place === "mapping") ? settings.id !== undefined : null;
  const here = `/manage/${desk.slug}/sources/${source.id}`;
  const rulePath = ruleWay(here, rules, alertId);
  const words = adapterWords("sources", desk.language);
  const said = { ...words.row({ kind: source.kind, kindTitle }), setup: words.steps(source.kind, setup) };
  const channelPath = channels.length === 0 ? `/manage/${desk.slug}/channels/new` : null;
  return { source, channelPath, ...said, ingestUrl, overlaps, mapped, last, rulePath, here, name: source.name };
});

export const action = pageDeskHandler(async (desk) => handleSourceSetupPost(desk, await readPostedForm(desk)));

export default function SourceSetupPage() {
  const { t } = useWords();
  const arrived = useLoaderData<typeof loader>();
  const { source, kindTitle, ingestUrl, setup, overlaps, here, mapped } = arrived;
  return (
    <>
      <PageHead title={t("setup.title", { name: source.name })} note={kindTitle} />
      <SourceOverlapBanners overlaps={overlaps} version={source.version} keepTo={`${here}/setup`} />
      {ingestUrl === null ? (
        <SealedValueBanner what={t("setup.sealed")} again={t("setup.sealed_next")} />
      ) : (
        <Section title={t("setup.paste")}>
          <SourceSetupInstructions steps={setup} address={ingestUrl} />
        </Section>
      )}
      <Section title={t("arrival.section")}>
        <FirstDeliveryBanner {...arrived} />
      </Section>
      {mapped === false ? null : (
        <Section title={t("setup.try")}>
          <p className="text-soft">{t("setup.try_about")}</p>
          <SendTestButton />
        </Section>
      )}
      <ButtonConflictSection forms={["rotate"]} version={source.version} keepTo={`${here}/setup`} />
      <RotateSourceAddressFold version={source.version} overlaps={overlaps} />
    </>
  );
}
