import { useLoaderData } from "@remix-run/react";
import type { Guard } from "~/http/guard";
import { listComponents } from "~/usecases/components/list";
import { addSubscriber } from "~/usecases/subscribers/add";
import { onPage, orThrow } from "../frame/desk";
import { titled } from "../frame/title";
import { Button } from "../parts/button";
import { CheckboxField, FieldSet, TextField } from "../parts/field";
import { PostForm } from "../parts/form";
import { Card, PageHead } from "../parts/list";
import { answer, readPosted, typed } from "../parts/posted";

export { clientAction } from "../frame/client-action";

export const handle = { guard: { kind: "member", role: "admin" } satisfies Guard };

export const meta = titled("Add a subscriber");

export const loader = onPage(async ({ ctx, pageId }) => {
  const { components } = orThrow(await listComponents(ctx, { pageId }));
  return { components: components.map(({ id, name }) => ({ id, name })) };
});

const prefix = "component.";

export const action = onPage(async (desk) => {
  const posted = await readPosted(desk);
  const names = Object.keys(posted.values).filter((name) => name.startsWith(prefix));
  const componentIds = names.map((name) => name.slice(prefix.length));
  const added = await addSubscriber(desk.ctx, {
    pageId: desk.pageId,
    commitId: posted.commitId,
    email: typed(posted.fields, "email"),
    scope: componentIds.length > 0 ? "components" : "page",
    componentIds,
  });
  return answer(posted, added, `/manage/${desk.slug}/subscribers`, "subscriber-added");
});

export default function NewSubscriber() {
  const { components } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Add a subscriber" note="They’ll get an email to confirm; nothing else is sent before that." />
      <PostForm name="subscriber">
        <Card>
          <TextField name="email" label="Email address" type="email" required autoComplete="off" spellCheck={false} />
          {components.length === 0 ? null : (
            <FieldSet legend="Only these components" hint="None ticked: the whole page." name="componentIds">
              <div className="grid gap-x-10 sm:grid-cols-2">
                {components.map(({ id, name }) => (
                  <CheckboxField key={id} name={`${prefix}${id}`} label={name} checked={false} />
                ))}
              </div>
            </FieldSet>
          )}
        </Card>
        <div>
          <Button look="primary">Add and ask to confirm</Button>
        </div>
      </PostForm>
    </>
  );
}
