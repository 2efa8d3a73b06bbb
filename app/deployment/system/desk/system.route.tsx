import { useLoaderData } from "@remix-run/react";
import type { RouteGuard } from "~/http/guard";
import { readInboxContents } from "~/inbox/read";
import { pageDeskHandler, unwrapOrThrow } from "~/ui/frame/desk";
import { useHasRole } from "~/ui/frame/may";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { Section } from "~/ui/parts/list";
import { useViewer } from "~/ui/parts/viewer";
import { InboxNotice } from "../../desk/inbox-notice";
import { StorageNotice } from "../../desk/storage-notice";
import { readStorageTrouble } from "../../storage";
import { SystemHead } from "./system-head";
import { type DescribedLink, LinkList } from "./way-list";
import { useWords, wordsIn } from "./words/words";

export const handle = { guard: { kind: "member", role: "viewer" } satisfies RouteGuard };

export const meta = translatedPageTitleMeta(wordsIn, "page.system");

export const loader = pageDeskHandler(async ({ slug, ctx }) => {
  const [storage, held] = await Promise.all([readStorageTrouble(ctx), readInboxContents(ctx)]);
  return { slug, storage, held: unwrapOrThrow(held) };
});

const ofPage = ["outbox", "usage"] as const;

/** Parts of the operator's page, and the pages below it. */
const ofAll = [
  ["mailers", "#mailers"],
  ["sign_in", "#sign-in"],
  ["backup", "#backup"],
  ["watch", "#watch"],
  ["people", "/people"],
  ["audit", "/audit"],
  ["all_outbox", "/outbox"],
  ["version", "#version"],
] as const;

export default function System() {
  const { slug, storage, held } = useLoaderData<typeof loader>();
  const { operator } = useViewer();
  const admin = useHasRole("admin");
  const { t } = useWords();
  const way = (name: (typeof ofPage)[number] | (typeof ofAll)[number][0] | "metrics", to: string): DescribedLink => ({
    to,
    title: t(`way.${name}`),
    about: t(`way_about.${name}`),
  });
  const own = ofPage.filter((name) => name !== "usage" || admin);
  return (
    <>
      <SystemHead slug={slug} title={t("page.system")} note={t("page.system_about")} />
      <StorageNotice why={storage} />
      <InboxNotice held={held} />
      <Section title={t("page.this_page")}>
        <LinkList ways={own.map((name) => way(name, `/manage/${slug}/${name}`))} />
      </Section>
      {operator ? (
        <Section title={t("page.installation")}>
          <LinkList ways={ofAll.map(([name, place]) => way(name, `/manage/deployment${place}`))} />
        </Section>
      ) : (
        <p className="max-w-prose text-soft">{t("page.operators")}</p>
      )}
      <Section title={t("page.programs")}>
        <LinkList ways={[way("metrics", `/manage/${slug}/help#programs`)]} />
      </Section>
    </>
  );
}
