import type { ReactNode } from "react";
import type { Fields, FormValues } from "~/fields/fields";
import type { SettingField } from "~/fields/setting";
import { Button } from "./button";
import { PostForm } from "./form";
import { Card } from "./list";

/** Form of something whose kind has settings of its own: a source, a channel, a mailer. */
export interface AdapterFormProps<F extends Fields> {
  form: string;
  /** URL to which it posts, when that states the kind; default: this page. */
  action?: string;
  version?: number;
  hidden?: Record<string, string>;
  values: FormValues<F> & { settings: Record<string, unknown> };
  settingFields: SettingField[];
  submit: string;
  primary?: boolean;
}

type AdapterFormLayoutProps<F extends Fields> = Omit<AdapterFormProps<F>, "values" | "settingFields"> & {
  /** Fields of the noun and of its settings. */
  fields: Fields;
  children: ReactNode;
};

export const AdapterForm = <F extends Fields>({
  form,
  submit,
  primary,
  children,
  ...rest
}: AdapterFormLayoutProps<F>) => (
  <PostForm name={form} {...rest}>
    <Card>
      {children}
      <div>
        <Button look={primary ? "primary" : "quiet"}>{submit}</Button>
      </div>
    </Card>
  </PostForm>
);
