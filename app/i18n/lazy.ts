/** Makes a value on first use: formatters of Intl take long to make, and no page needs all of them. */
export function lazyValue<Made>(make: () => Made): () => Made {
  let made: { it: Made } | undefined;
  return () => {
    made ??= { it: make() };
    return made.it;
  };
}
