import { Button, ButtonLink } from "../parts/button";
import { TextField } from "../parts/field";
import { ButtonForm, PostForm, useFormState } from "../parts/form";
import { Fold, Section } from "../parts/list";

interface DangerProps {
  slug: string;
  name: string;
  version: number;
  noindex: boolean;
}

export const SearchPart = ({ noindex, version }: Pick<DangerProps, "noindex" | "version">) => (
  <Section title="Search engines">
    <p className="max-w-prose">
      {noindex
        ? "Search engines are asked not to index this page. They usually remove it from results within days."
        : "Search engines may show the page in their results."}
    </p>
    <ButtonForm name="search" version={version} hidden={{ noindex: noindex ? "" : "on" }}>
      <Button>{noindex ? "Let search engines show it" : "Hide from search engines"}</Button>
    </ButtonForm>
  </Section>
);

export const HandOverPart = ({ slug }: Pick<DangerProps, "slug">) => (
  <Section title="Transfer ownership">
    <p className="max-w-prose">
      Make someone else an owner first; then they can remove you, or you can leave. A page always has an owner.
    </p>
    <div>
      <ButtonLink to={`/manage/${slug}/people`}>Go to the people of the page</ButtonLink>
    </div>
  </Section>
);

export const DeletePart = ({ name, version }: Pick<DangerProps, "name" | "version">) => (
  <Section title="Delete the page">
    <p className="max-w-prose">
      This permanently deletes the page for everyone: its address, history, incidents, subscribers, monitors, sources
      and members. Checks and notifications stop. Export the page first if you want a copy.
    </p>
    <Fold title="Delete this page" open={useFormState("delete") !== null}>
      <PostForm name="delete" version={version}>
        <TextField
          name="name"
          label="Name of the page"
          hint={`Type it to show that you mean this one: ${name}`}
          autoComplete="off"
          spellCheck={false}
          required
        />
        <div>
          <Button look="danger">Delete the page for good</Button>
        </div>
      </PostForm>
    </Fold>
  </Section>
);
