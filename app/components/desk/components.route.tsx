import { useLoaderData } from "@remix-run/react";
import type { RouteGuard } from "~/http/guard";
import { type PageDeskRequest, pageDeskHandler, unwrapOrThrow } from "~/ui/frame/desk";
import { useHasRole } from "~/ui/frame/may";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { Button, ButtonLink, ButtonLinks } from "~/ui/parts/button";
import { EditConflict } from "~/ui/parts/conflict";
import { ButtonForm } from "~/ui/parts/form";
import { Link } from "~/ui/parts/link";
import { EmptyState, PageHead, Section } from "~/ui/parts/list";
import {
  formResultResponse,
  type PostedForm,
  postedText,
  readPostedForm,
  unknownFormResponse,
} from "~/ui/parts/posted-form";
import { moveComponentGroup } from "../groups/verbs";
import { type ComponentState, listComponentStates } from "../list-states";
import { moveComponent, restoreComponent } from "../verbs";
import { ArchivedComponentList } from "./archived-list";
import { ComponentList } from "./component-list";
import { GroupDragHandle, GroupDropTarget } from "./dragged-groups";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";
export { shouldRevalidate } from "~/ui/frame/revalidate";

export const handle = { guard: { kind: "member", role: "viewer", write: "admin" } satisfies RouteGuard };

export const meta = translatedPageTitleMeta(wordsIn, "list.title");

/**
 * Returns only what the list shows, because loader data is in the document a second time, for hydration. Operational
 * components need no layers.
 */
const shown = ({ mutedUntil: _, layers, ...rest }: ComponentState) => ({
  ...rest,
  layers: rest.effective === "operational" ? null : layers,
});

export const loader = pageDeskHandler(async ({ ctx, pageId, slug }) => {
  const { components, ...listed } = unwrapOrThrow(await listComponentStates(ctx, { pageId }));
  return { ...listed, components: components.map(shown), slug };
});

/** Returns the version of one from `<id> <version>` of each, as the page had them. */
function versionIn(versions: string, id: string): number {
  const found = versions.split(",").find((each) => each.startsWith(`${id} `));
  return Number(found?.split(" ").at(-1)) || 0;
}

async function restore({ ctx, pageId, slug }: PageDeskRequest, posted: PostedForm) {
  const { version, commitId } = posted;
  const put = await restoreComponent(ctx, { pageId, id: postedText(posted.fields, "id"), version, commitId });
  return formResultResponse(posted, put, `/manage/${slug}/components`, "component-restored");
}

async function sortGroups({ ctx, pageId, slug }: PageDeskRequest, posted: PostedForm) {
  const { version, commitId } = posted;
  const [way, id = "", onto] = postedText(posted.fields, "group").split(" ");
  const moves = way === "onto" && onto ? { onto } : ({ direction: way === "up" ? "up" : "down" } as const);
  const given = { pageId, id, version, commitId, ...moves };
  return formResultResponse(
    posted,
    await moveComponentGroup(ctx, given),
    `/manage/${slug}/components#group-${encodeURIComponent(id)}`,
    "order-changed",
  );
}

export const action = pageDeskHandler(async (desk) => {
  const posted = await readPostedForm(desk);
  if (posted.intent === "restore") return restore(desk, posted);
  if (posted.fields.has("group")) return sortGroups(desk, posted);
  if (!posted.fields.has("move")) return unknownFormResponse(posted);
  const [direction, id = ""] = postedText(posted.fields, "move").split(" ");
  const moved = await moveComponent(desk.ctx, {
    pageId: desk.pageId,
    id,
    version: versionIn(postedText(posted.fields, "versions"), id),
    direction: direction === "up" ? "up" : "down",
    commitId: posted.commitId,
  });
  return formResultResponse(
    posted,
    moved,
    `/manage/${desk.slug}/components#component-${encodeURIComponent(id)}`,
    "order-changed",
  );
});

function Teaching({ slug, editable }: { slug: string; editable: boolean }) {
  const { t } = useWords();
  return (
    <EmptyState title={t("list.empty")}>
      <p>{t("list.empty_hint")}</p>
      {editable ? <ButtonLink to={`/manage/${slug}/components/several`}>{t("several.title")}</ButtonLink> : null}
    </EmptyState>
  );
}

interface GroupHeadProps {
  group: { id: string; name: string; version: number };
  slug: string;
  first: boolean;
  last: boolean;
}

/** Shows a group's head: the buttons for its position, and the link to its form. */
function GroupHead({ group: { id, name, version }, slug, first, last }: GroupHeadProps) {
  const { t, say } = useWords();
  const movable = useHasRole("admin");
  const directions = [...(first ? [] : (["up"] as const)), ...(last ? [] : (["down"] as const))];
  return (
    <div className="flex flex-wrap items-center gap-2">
      {directions.length === 0 || !movable ? null : <GroupDragHandle id={id} version={version} />}
      {directions.length === 0 || !movable ? null : (
        <ButtonForm name={`group-${id}`} version={version} className="flex flex-wrap gap-2">
          {directions.map((direction) => (
            <Button
              key={direction}
              name="group"
              value={`${direction} ${id}`}
              label={t(`move.group_${direction}`, { name })}
            >
              {direction === "up" ? "↑" : "↓"}
            </Button>
          ))}
        </ButtonForm>
      )}
      <Link to={`/manage/${slug}/groups/${id}`} className="inline-flex min-h-hit items-center">
        {say("list.edit_group", { name: <span className="sr-only">{name}</span> })}
      </Link>
    </div>
  );
}

const formsOf = (data: ReturnType<typeof useLoaderData<typeof loader>>) => [
  ...data.groups.map(({ id, version }) => ({ form: `group-${id}`, version })),
  ...data.archived.map(({ id, version }) => ({ form: `restore-${id}`, version })),
];

export default function ManageComponentsPage() {
  const { t } = useWords();
  const data = useLoaderData<typeof loader>();
  const { groups, components, archived, slug } = data;
  const editable = useHasRole("admin");
  const here = `/manage/${slug}`;
  const ways = [
    [`${here}/groups/new`, t("new_group.title")],
    [`${here}/components/several`, t("several.title")],
    [`${here}/components/new`, t("new.title")],
  ] as const;
  const inGroup = (id: string | null) => components.filter((each) => each.groupId === id);
  const alone = inGroup(null);
  const orderOf = (name: string) => (editable ? { order: name } : {});
  return (
    <>
      <PageHead title={t("list.title")} action={editable ? <ButtonLinks links={ways} /> : null} />
      {formsOf(data).map(({ form, version }) => (
        <EditConflict key={form} form={form} version={version} fields={[]} keepTo={`${here}/components`} />
      ))}
      {components.length === 0 && groups.length === 0 ? <Teaching slug={slug} editable={editable} /> : null}
      {alone.length === 0 ? null : (
        <Section title={t(groups.length > 0 ? "list.ungrouped" : "list.all")}>
          <ComponentList components={alone} slug={slug} {...orderOf("move")} />
        </Section>
      )}
      {groups.map((group, index) => (
        <GroupDropTarget key={group.id} id={group.id}>
          <Section
            id={`group-${group.id}`}
            title={group.name}
            action={<GroupHead group={group} slug={slug} first={index === 0} last={index === groups.length - 1} />}
          >
            {inGroup(group.id).length === 0 ? <p className="text-soft">{t("list.empty_group")}</p> : null}
            {inGroup(group.id).length === 0 ? null : (
              <ComponentList components={inGroup(group.id)} slug={slug} {...orderOf(`move-${group.id}`)} />
            )}
          </Section>
        </GroupDropTarget>
      ))}
      <ArchivedComponentList components={archived} editable={editable} />
    </>
  );
}
