interface TickProps {
  /** Of the form that it belongs to, by its id; absent = the one around it. */
  form?: string;
  name: string;
  value?: string;
  label: string;
  checked?: boolean;
}

/** A box in a row of a list: what is ticked is acted on together. */
export const Tick = ({ form, name, value, label, checked = false }: TickProps) => (
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
