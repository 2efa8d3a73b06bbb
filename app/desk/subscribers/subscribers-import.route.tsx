import { commitIdWith } from "~/http/commit-id";
import type { Guard } from "~/http/guard";
import { importSubscribers } from "~/usecases/subscribers/import";
import { onPage, type PageDesk } from "../frame/desk";
import { titled } from "../frame/title";
import { Button } from "../parts/button";
import { CheckboxField, FileField, TextArea } from "../parts/field";
import { PostForm } from "../parts/form";
import { Card, PageHead } from "../parts/list";
import { answer, fileText, type Posted, readPosted, ticked, typed } from "../parts/posted";

export { clientAction } from "../frame/client-action";

export const handle = { guard: { kind: "member", role: "admin" } satisfies Guard };

export const meta = titled("Import subscribers");

export const loader = onPage(async () => null);

/** Another file sent from the same form, as after going back, is another commit. */
const commitIdOfFile = ({ ctx }: PageDesk, { commitId }: Posted, file: string): Promise<string> =>
  commitIdWith(ctx, commitId, `${commitId}\n${file}`);

export const action = onPage(async (desk) => {
  const chosen = await fileText(desk, "upload");
  const posted = await readPosted(desk);
  const file = chosen || typed(posted.fields, "file");
  const imported = await importSubscribers(desk.ctx, {
    pageId: desk.pageId,
    commitId: await commitIdOfFile(desk, posted, file),
    file,
    consent: ticked(posted.fields, "consent"),
  });
  return answer(posted, imported, `/manage/${desk.slug}/subscribers`, "subscribers-imported");
});

const columns = "email, and if you like components (names, separated by semicolons), language, time_zone";

export default function ImportSubscribers() {
  return (
    <>
      <PageHead
        title="Import subscribers"
        note="From another status page. Either the whole list is imported or nothing; existing subscribers aren’t changed."
      />
      <PostForm name="import" files>
        <Card>
          <FileField
            name="upload"
            label="CSV file"
            hint={`Up to 5,000 lines and 1 MB. The first line names the columns: ${columns}.`}
            accept=".csv,text/csv,text/plain"
          />
          <TextArea
            name="file"
            label="Or paste the lines"
            hint="A list of addresses is enough, one on each line."
            rows={8}
          />
          <CheckboxField
            name="consent"
            label="These people agreed to get emails about this page"
            hint="They become active immediately, without confirming again."
            checked={false}
          />
        </Card>
        <div>
          <Button look="primary">Import</Button>
        </div>
      </PostForm>
    </>
  );
}
