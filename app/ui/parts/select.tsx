import { type ComponentProps, useEffect, useRef, useState } from "react";

type SelectProps = ComponentProps<"select"> & { defaultValue: string };

/**
 * A choice that stays the person's own when the page is refreshed. The script of browsers would choose again with each
 * new default, and marks none of the options as what a reset form shows.
 */
export function Select({ defaultValue, ...rest }: SelectProps) {
  const [first] = useState(defaultValue);
  const ref = useRef<HTMLSelectElement>(null);
  useEffect(() => {
    for (const option of ref.current?.options ?? []) {
      const isFirst = option.value === first;
      // The option that was sent is marked already, and marking it again costs as much as marking another.
      if (option.defaultSelected !== isFirst) option.defaultSelected = isFirst;
    }
  }, [first]);
  return <select {...rest} ref={ref} defaultValue={first} />;
}
