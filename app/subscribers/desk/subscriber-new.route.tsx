import { useLoaderData } from "@remix-run/react";
import { listComponents } from "~/components/list";
import type { RouteGuard } from "~/http/guard";
import { hasMailer } from "~/people/mails/offers-mail";
import { pageDeskHandler, unwrapOrThrow } from "~/ui/frame/desk";
import { translatedPageTitleMeta } from "~/ui/frame/title";
import { Button } from "~/ui/parts/button";
import { CheckboxField, FieldSet, TextField } from "~/ui/parts/field";
import { PostForm } from "~/ui/parts/form";
import { Card, PageHead } from "~/ui/parts/list";
import { formResultResponse, readPostedForm, readPostedText } from "~/ui/parts/posted-form";
import { addSubscriber } from "../add";
import { NoMailerBanner } from "./no-mailer-notice";
import { useWords, wordsIn } from "./words/words";

export { clientAction } from "~/ui/frame/client-action";

export const handle = { guard: { kind: "member", role: "admin" } satisfies RouteGuard };

export const meta = translatedPageTitleMeta(wordsIn, "new.title");

export const loader = pageDeskHandler(async ({ ctx, pageId }) => {
  const [listed, mail] = await Promise.all([listComponents(ctx, { pageId }), hasMailer(ctx)]);
  const { components, groups } = unwrapOrThrow(listed);
  const named = ({ id, name }: { id: string; name: string }) => ({ id, name });
  return { components: components.map(named), groups: groups.map(named), mail };
});

const prefix = "component.";

export const action = pageDeskHandler(async (desk) => {
  const posted = await readPostedForm(desk);
  const names = Object.keys(posted.values).filter((name) => name.startsWith(prefix));
  const componentIds = names.map((name) => name.slice(prefix.length));
  const added = await addSubscriber(desk.ctx, {
    pageId: desk.pageId,
    commitId: posted.commitId,
    email: readPostedText(posted.fields, "email"),
    scope: componentIds.length > 0 ? "components" : "page",
    componentIds,
  });
  return formResultResponse(posted, added, `/manage/${desk.slug}/subscribers`, "subscriber-added");
});

export default function NewSubscriberPage() {
  const { t } = useWords();
  const { components, groups, mail } = useLoaderData<typeof loader>();
  if (!mail) {
    return (
      <>
        <PageHead title={t("new.title")} />
        <NoMailerBanner />
      </>
    );
  }
  return (
    <>
      <PageHead title={t("new.title")} note={t("new.about")} />
      <PostForm name="subscriber">
        <Card>
          <TextField name="email" label={t("new.email")} type="email" required autoComplete="off" spellCheck="false" />
          {components.length === 0 ? null : (
            <FieldSet legend={t("new.components")} hint={t("new.components_hint")} name="componentIds">
              <div className="grid gap-x-10 sm:grid-cols-2">
                {groups.map(({ id, name }) => (
                  <CheckboxField
                    key={id}
                    name={`${prefix}${id}`}
                    label={t("new.group", { group: name })}
                    checked={false}
                  />
                ))}
                {components.map(({ id, name }) => (
                  <CheckboxField key={id} name={`${prefix}${id}`} label={name} checked={false} />
                ))}
              </div>
            </FieldSet>
          )}
          <div>
            <Button look="primary">{t("new.button")}</Button>
          </div>
        </Card>
      </PostForm>
    </>
  );
}
