import { Link, useLoaderData } from "@remix-run/react";
import type { Guard } from "~/http/guard";
import { listComponents } from "~/usecases/components/list";
import { moveComponent } from "~/usecases/components/move";
import { onPage, orThrow } from "../frame/desk";
import { useMay } from "../frame/may";
import { titledBy } from "../frame/title";
import { ButtonLink, ButtonLinks } from "../parts/button";
import { EmptyState, PageHead, Section } from "../parts/list";
import { answer, readPosted, typed } from "../parts/posted";
import { ComponentList } from "./component-list";
import { useWords, wordsIn } from "./words";

export { clientAction } from "../frame/client-action";

export const handle = { guard: { kind: "member", role: "viewer", write: "admin" } satisfies Guard };

export const meta = titledBy(wordsIn, "list.title");

export const loader = onPage(async ({ ctx, pageId, slug }) => ({
  ...orThrow(await listComponents(ctx, { pageId })),
  slug,
}));

/** `<id> <version>` of each, as the page had them. */
function versionIn(versions: string, id: string): number {
  const found = versions.split(",").find((each) => each.startsWith(`${id} `));
  return Number(found?.split(" ").at(-1)) || 0;
}

export const action = onPage(async (desk) => {
  const posted = await readPosted(desk);
  const [direction, id = ""] = typed(posted.fields, "move").split(" ");
  const moved = await moveComponent(desk.ctx, {
    pageId: desk.pageId,
    id,
    version: versionIn(typed(posted.fields, "versions"), id),
    direction: direction === "up" ? "up" : "down",
    commitId: posted.commitId,
  });
  return answer(posted, moved, `/manage/${desk.slug}/components#component-${encodeURIComponent(id)}`, "order-changed");
});

function Teaching({ slug, editable }: { slug: string; editable: boolean }) {
  const { t } = useWords();
  return (
    <EmptyState title={t("list.empty")}>
      <p>{t("list.empty_hint")}</p>
      {editable ? <ButtonLink to={`/manage/${slug}/components/new`}>{t("list.add_first")}</ButtonLink> : null}
    </EmptyState>
  );
}

export default function Components() {
  const { t, say } = useWords();
  const { groups, components, slug } = useLoaderData<typeof loader>();
  const editable = useMay("admin");
  const ways = [
    [`/manage/${slug}/groups/new`, t("new_group.title")],
    [`/manage/${slug}/components/new`, t("new.title")],
  ] as const;
  const inGroup = (id: string | null) => components.filter((each) => each.groupId === id);
  const alone = inGroup(null);
  const orderOf = (name: string) => (editable ? { order: name } : {});
  return (
    <>
      <PageHead title={t("list.title")} action={editable ? <ButtonLinks links={ways} /> : null} />
      {components.length === 0 && groups.length === 0 ? <Teaching slug={slug} editable={editable} /> : null}
      {groups.map((group) => (
        <Section
          key={group.id}
          title={group.name}
          action={
            <Link to={`/manage/${slug}/groups/${group.id}`} className="inline-flex min-h-11 items-center">
              {say("list.edit_group", { name: <span className="sr-only">{group.name}</span> })}
            </Link>
          }
        >
          {inGroup(group.id).length === 0 ? <p className="text-soft">{t("list.empty_group")}</p> : null}
          {inGroup(group.id).length === 0 ? null : (
            <ComponentList components={inGroup(group.id)} slug={slug} {...orderOf(`move-${group.id}`)} />
          )}
        </Section>
      ))}
      {alone.length === 0 ? null : (
        <Section title={t(groups.length > 0 ? "list.ungrouped" : "list.all")}>
          <ComponentList components={alone} slug={slug} {...orderOf("move")} />
        </Section>
      )}
    </>
  );
}
