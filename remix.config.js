/**
 * The one home of Remix's settings; vite.config.ts hands them to the plugin. The routes stand in app/routes.ts.
 *
 * @type {import("@remix-run/dev").VitePluginConfig}
 */
export const remixSettings = {
  appDirectory: "app",
  buildDirectory: process.env.UPFRONT_BUILD_FOLDER ?? "build",
  serverBuildFile: "worker.js",
  serverModuleFormat: "esm",
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_routeConfig: true,
    v3_singleFetch: true,
    v3_lazyRouteDiscovery: true,
  },
};
