import "@remix-run/cloudflare";

/** Gives pages the type that their loader returns, without a conversion to JSON (remix.config.js, v3_singleFetch). */
declare module "@remix-run/cloudflare" {
  interface Future {
    v3_singleFetch: true;
  }
}
