import { useLoaderData } from "@remix-run/react";
import type { Guard } from "~/http/guard";
import { PageHead } from "~/ui/manage/list";
import { SourceForm } from "~/ui/manage/source-form";
import { createSource } from "~/usecases/sources/create";
import { listSourceKinds } from "~/usecases/sources/kinds";
import { onPage } from "./desk";
import { answer, readPosted, readWhole, refuseFields, typed } from "./posted";

export const handle = { guard: { kind: "member", role: "admin" } satisfies Guard };

export const loader = onPage(async () => ({
  kinds: listSourceKinds().map(({ kind, title }) => ({ value: kind, label: title })),
}));

export const action = onPage(async (desk) => {
  const posted = await readPosted(desk);
  const heartbeat = readWhole(posted.fields, "heartbeatSeconds");
  if (!heartbeat.ok) return refuseFields(posted, { heartbeatSeconds: heartbeat.message });
  const made = await createSource(desk.ctx, {
    pageId: desk.pageId,
    kind: typed(posted.fields, "kind"),
    name: typed(posted.fields, "name"),
    heartbeatSeconds: heartbeat.value,
    commitId: posted.commitId,
  });
  return answer(posted, made, ({ id }) => `/manage/${desk.slug}/sources/${id}`, "source-made");
});

export default function NewSource() {
  const { kinds } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="New source" note="It gets an address of its own; the next page says what to paste where." />
      <SourceForm form="source" kinds={kinds} values={{ name: "", heartbeatSeconds: null }} submit="Make the source" />
    </>
  );
}
