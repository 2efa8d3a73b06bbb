/** As much of it as is used here; it brings no types of its own. */
declare module "html-encoding-sniffer" {
  interface Options {
    /** By the rules of XML instead of HTML's. */
    xml?: boolean;
    /** Of the Content-Type. */
    transportLayerEncodingLabel?: string;
    /** What it answers where nothing says otherwise. */
    defaultEncoding?: string;
  }

  export default function sniff(bytes: Uint8Array, options?: Options): string;
}
