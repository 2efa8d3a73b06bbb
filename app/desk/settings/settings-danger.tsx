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
        ? "Search engines are asked to leave the page out. They take it out of their results when they come by again, mostly within days."
        : "Search engines may show the page in their results."}
    </p>
    <ButtonForm name="search" version={version} hidden={{ noindex: noindex ? "" : "on" }}>
      <Button>{noindex ? "Let search engines show it" : "Withdraw from search engines"}</Button>
    </ButtonForm>
  </Section>
);

export const HandOverPart = ({ slug }: Pick<DangerProps, "slug">) => (
  <Section title="Hand the page over">
    <p className="max-w-prose">
      Make somebody else an owner; then they may take your role away, or you leave. A page always has an owner.
    </p>
    <div>
      <ButtonLink to={`/manage/${slug}/people`}>Go to the people of the page</ButtonLink>
    </div>
  </Section>
);

export const DeletePart = ({ name, version }: Pick<DangerProps, "name" | "version">) => (
  <Section title="Delete the page">
    <p className="max-w-prose">
      It is gone for everybody at once and for good: its address, history, incidents, subscribers, monitors, sources and
      people. Nothing is checked or sent any more. To keep something, download the page first.
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
