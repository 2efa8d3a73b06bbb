/** The parts of this machine that commands use; tests replace them. */
export interface CliMachine {
  fetch(url: string, init: RequestInit): Promise<Response>;
  env: Readonly<Record<string, string | undefined>>;
  platform: string;
  hostname: string;
  home: string;
  out: TextOutputStream;
  err: TextOutputStream;
  /** Reads standard input to its end. */
  readInput(): Promise<Uint8Array<ArrayBuffer>>;
  /** Asks the person a question; null when standard input is no terminal. */
  ask(question: string): Promise<string | null>;
  /** UTC, in ms. */
  now(): number;
  sleep(milliseconds: number): Promise<void>;
  /** Returns a key under which a repeated request is done once. */
  newKey(): string;
  /** Opens an address in the person's browser; false when there is none. */
  openBrowser(url: string): Promise<boolean>;
  /** Resolves when the person presses Ctrl-C. */
  readonly interrupted: Promise<void>;
}

export interface TextOutputStream {
  write(text: string): void;
  isTerminal: boolean;
  /** Letters of a line; 80 where it is no terminal. */
  columns: number;
}
