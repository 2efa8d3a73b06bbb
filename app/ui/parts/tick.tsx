interface ListCheckboxProps {
  /** Id of its form; absent = the surrounding one. */
  form?: string;
  name: string;
  value?: string;
  label: string;
  checked?: boolean;
}

/** A checkbox in a row of a list, to act on several rows together. */
export const ListCheckbox = ({ form, name, value, label, checked = false }: ListCheckboxProps) => (
  <label className="-ms-2 flex size-11 flex-none cursor-pointer items-center justify-center">
    <input
      type="checkbox"
      {...(form === undefined ? {} : { form })}
      name={name}
      {...(value === undefined ? {} : { value })}
      aria-label={label}
      defaultChecked={checked}
      className="size-5 accent-accent"
    />
  </label>
);
