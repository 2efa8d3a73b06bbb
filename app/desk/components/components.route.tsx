import { Link, useLoaderData } from "@remix-run/react";
import type { Guard } from "~/http/guard";
import { listComponents } from "~/usecases/components/list";
import { moveComponent } from "~/usecases/components/move";
import { onPage, orThrow } from "../frame/desk";
import { useMay } from "../frame/may";
import { titled } from "../frame/title";
import { ButtonLink } from "../parts/button";
import { EmptyState, PageHead, Section } from "../parts/list";
import { answer, readPosted, typed } from "../parts/posted";
import { ComponentList } from "./component-list";

export { clientAction } from "../frame/client-action";

export const handle = { guard: { kind: "member", role: "viewer", write: "admin" } satisfies Guard };

export const meta = titled("Components");

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
  return (
    <EmptyState title="No component yet">
      <p>A component is a part of your service that can fail independently: the website, the API, sign-in.</p>
      {editable ? <ButtonLink to={`/manage/${slug}/components/new`}>Add the first one</ButtonLink> : null}
    </EmptyState>
  );
}

export default function Components() {
  const { groups, components, slug } = useLoaderData<typeof loader>();
  const editable = useMay("admin");
  const add = editable ? (
    <div className="flex flex-wrap gap-3">
      <ButtonLink to={`/manage/${slug}/groups/new`}>New group</ButtonLink>
      <ButtonLink to={`/manage/${slug}/components/new`} look="primary">
        New component
      </ButtonLink>
    </div>
  ) : null;
  const inGroup = (id: string | null) => components.filter((each) => each.groupId === id);
  const alone = inGroup(null);
  const orderOf = (name: string) => (editable ? { order: name } : {});
  return (
    <>
      <PageHead title="Components" action={add} />
      {components.length === 0 && groups.length === 0 ? <Teaching slug={slug} editable={editable} /> : null}
      {groups.map((group) => (
        <Section
          key={group.id}
          title={group.name}
          action={
            <Link to={`/manage/${slug}/groups/${group.id}`} className="inline-flex min-h-11 items-center">
              Edit group<span className="sr-only"> {group.name}</span>
            </Link>
          }
        >
          {inGroup(group.id).length === 0 ? <p className="text-soft">Nothing in it yet.</p> : null}
          {inGroup(group.id).length === 0 ? null : (
            <ComponentList components={inGroup(group.id)} slug={slug} {...orderOf(`move-${group.id}`)} />
          )}
        </Section>
      ))}
      {alone.length === 0 ? null : (
        <Section title={groups.length > 0 ? "Without a group" : "All"}>
          <ComponentList components={alone} slug={slug} {...orderOf("move")} />
        </Section>
      )}
    </>
  );
}
