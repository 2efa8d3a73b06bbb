import "@remix-run/cloudflare";

/** What a loader returns is what its page gets, without the detour of JSON (remix.config.js, v3_singleFetch). */
declare module "@remix-run/cloudflare" {
  interface Future {
    v3_singleFetch: true;
  }
}
