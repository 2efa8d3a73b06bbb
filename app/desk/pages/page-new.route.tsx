import type { MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import type { Guard } from "~/http/guard";
import { proposeSlug } from "~/rules/pages/page-slug";
import { createPage } from "~/usecases/pages/create";
import { listPages } from "~/usecases/pages/list";
import { onDesk, orThrow } from "../frame/desk";
import { Shell } from "../frame/shell";
import { PageHead } from "../parts/list";
import { done, readPosted, showFailure, typed } from "../parts/posted";
import { PageForm } from "./page-form";

export { clientAction } from "../frame/client-action";

export const handle = { guard: { kind: "operator" } satisfies Guard };

export const meta: MetaFunction = () => [{ title: "New page · Upfront" }];

export const loader = onDesk(async ({ ctx, timeZone }) => ({
  first: orThrow(await listPages(ctx)).length === 0,
  timeZone,
  timeZones: Intl.supportedValuesOf("timeZone"),
}));

/** An address that was proposed comes back as typed where it is not to be had. */
export const action = onDesk(async (desk) => {
  const posted = await readPosted(desk);
  const read = (name: string) => typed(posted.fields, name).trim();
  const slug = read("slug") || proposeSlug(read("name"));
  const given = { name: read("name"), slug, timeZone: read("timeZone"), commitId: posted.commitId };
  const made = await createPage(desk.ctx, given);
  if (made.ok) return done(`/manage/${made.value.slug}`, "page-made");
  return showFailure({ ...posted, values: { ...posted.values, slug: read("name") ? slug : "" } }, made.failure);
});

export default function NewPage() {
  const { first, ...zones } = useLoaderData<typeof loader>();
  return (
    <Shell narrow>
      <PageHead
        title={first ? "Your first page" : "New page"}
        note={
          first ? "A name is enough to start. You’ll be the owner of this page." : "You’ll be the owner of this page."
        }
      />
      <PageForm {...zones} />
    </Shell>
  );
}
