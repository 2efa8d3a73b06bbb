/** The part of the library that is used here; it has no types of its own. */
declare module "saxen" {
  type Attributes = Record<string, string>;

  export class Parser {
    on(event: "openTag", heard: (name: string, attributes: () => Attributes) => void): this;
    on(event: "closeTag", heard: () => void): this;
    on(event: "text" | "cdata" | "attention", heard: (text: string) => void): this;
    on(event: "error" | "warn", heard: (error: Error) => void): this;
    parse(xml: string): void;
  }
}
