/** The part of the module that is used here; it has no types of its own. */
declare module "html-encoding-sniffer" {
  interface Options {
    /** True = the rules of XML instead of HTML's. */
    xml?: boolean;
    /** Label from the Content-Type. */
    transportLayerEncodingLabel?: string;
    /** Result when nothing names an encoding. */
    defaultEncoding?: string;
  }

  export default function sniff(bytes: Uint8Array, options?: Options): string;
}
