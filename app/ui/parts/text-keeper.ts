interface TextStorage {
  put(key: string, text: string): void;
  drop(key: string): void;
}

export interface TextKeeper {
  /** Notes that something was typed; `read` returns the text at the time of writing. */
  typed(key: string, read: () => string): void;
  /** Writes pending texts, because the page may be closed. */
  flush(): void;
  /** Deletes a text that was accepted or is no longer wanted; nothing is written until the form starts again. */
  forget(key: string): void;
  begin(key: string): void;
}

/** Writes typed text once per pause (`wait`) and not at each key, which would slow down typing in a long form. */
export function createFormTextKeeper({ put, drop }: TextStorage, wait: (run: () => void) => void): TextKeeper {
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
