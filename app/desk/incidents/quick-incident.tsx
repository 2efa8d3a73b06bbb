import { Button } from "../parts/button";
import { choicesOf, SelectField, TextArea, TextField } from "../parts/field";
import { PostForm } from "../parts/form";
import { Fold } from "../parts/list";
import { impactWords } from "../parts/words";

/** A first incident without leaving Now: for a page that has no components yet. What is refused comes back on the whole form. */
export function QuickIncident({ slug }: { slug: string }) {
  return (
    <Fold title="Something wrong right now?">
      <PostForm
        name="open"
        action={`/manage/${slug}/incidents/new`}
        hidden={{ status: "investigating", notify: "on" }}
        label="First incident"
      >
        <TextField name="title" label="Title" hint="Describe what visitors notice." required />
        <TextArea name="body" label="Update" rows={3} />
        <SelectField
          name="impactOverride"
          label="Impact"
          hint="Without components, set the incident’s impact here."
          value="minor"
          choices={choicesOf(impactWords)}
        />
        <div>
          <Button name="intent" value="publish" label="Publish the incident">
            Publish
          </Button>
        </div>
      </PostForm>
    </Fold>
  );
}
