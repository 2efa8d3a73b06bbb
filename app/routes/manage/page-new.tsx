import type { MetaFunction } from "@remix-run/cloudflare";
import type { Guard } from "~/http/guard";
import { PageHead } from "~/ui/manage/list";
import { PageForm } from "~/ui/manage/page-form";
import { Shell } from "~/ui/manage/shell";
import { createPage } from "~/usecases/pages/create";
import { onDesk } from "./desk";
import { answer, readPosted, typed } from "./posted";

export { clientAction } from "./client-action";

export const handle = { hydrate: true, guard: { kind: "operator" } satisfies Guard };

export const meta: MetaFunction = () => [{ title: "New page · Upfront" }];

export const action = onDesk(async (desk) => {
  const posted = await readPosted(desk);
  const read = (name: string) => typed(posted.fields, name).trim();
  const made = await createPage(desk.ctx, {
    name: read("name"),
    slug: read("slug"),
    about: read("about"),
    timeZone: read("timeZone"),
    language: read("language"),
    accent: read("accent"),
    commitId: posted.commitId,
  });
  return answer(posted, made, (page) => `/manage/${page.slug}/components`, "page-made");
});

const fresh = { name: "", slug: "", about: "", timeZone: "Etc/UTC", language: "en", accent: "#1f5f4a" };

export default function NewPage() {
  return (
    <Shell>
      <PageHead title="New page" note="Whoever makes a page owns it." />
      <PageForm form="page" values={fresh} submit="Make the page" />
    </Shell>
  );
}
