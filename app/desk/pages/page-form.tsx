import { Button } from "../parts/button";
import { TextField } from "../parts/field";
import { PostForm } from "../parts/form";
import { Card } from "../parts/list";

interface PageFormProps {
  /** The viewer's own. */
  timeZone: string;
  /** Offered while typing. */
  timeZones: string[];
}

/** A new page: its name is enough; the rest is in its settings. */
export function PageForm({ timeZone, timeZones }: PageFormProps) {
  return (
    <PostForm name="page">
      <Card>
        <TextField name="name" label="Name" hint="Of the service or the company." required />
        <TextField
          name="slug"
          label="Address"
          hint="Small letters, digits and hyphens; the page is then at /address. Empty: made from the name."
          spellCheck={false}
        />
        <TextField
          name="timeZone"
          label="Time zone"
          hint="Days on the page follow this time zone."
          value={timeZone}
          suggestions={timeZones}
          spellCheck={false}
        />
      </Card>
      <div>
        <Button look="primary">Create page</Button>
      </div>
    </PostForm>
  );
}
