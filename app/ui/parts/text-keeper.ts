interface Place {
  put(key: string, text: string): void;
  drop(key: string): void;
}

export interface TextKeeper {
  /** Somebody typed: `read` gives what stands there when it is written. */
  typed(key: string, read: () => string): void;
  /** Writes what waits, for the page may go. */
  flush(): void;
  /** It was taken, or is not wanted any more: nothing more of it is written until the form begins again. */
  forget(key: string): void;
  begin(key: string): void;
}

/** Writes what is typed once a pause (`wait`) and not at each key, in which a long form would stutter. */
export function textKeeper({ put, drop }: Place, wait: (run: () => void) => void): TextKeeper {
  const waiting = new Map<string, () => string>();
  const forgotten = new Set<string>();
  const write = (key: string) => {
    const read = waiting.get(key);
    waiting.delete(key);
    if (read) put(key, read());
  };
  return {
    typed(key, read) {
      if (forgotten.has(key)) return;
      if (!waiting.has(key)) wait(() => write(key));
      waiting.set(key, read);
    },
    flush() {
      for (const key of [...waiting.keys()]) write(key);
    },
    forget(key) {
      waiting.delete(key);
      forgotten.add(key);
      drop(key);
    },
    begin: (key) => void forgotten.delete(key),
  };
}
