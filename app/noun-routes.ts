import * as nouns from "./nouns";

const all: readonly nouns.NounDefinition[] = Object.values(nouns);

type NounRoute = [path: string, module: string];

const routes: readonly NounRoute[] = all.flatMap((noun) => Object.entries(noun.routes ?? {}));

/** Routes of nouns below `/manage/:page`. */
export const managementPageRoutes = routes.filter(([path]) => !path.startsWith("/"));

/** Routes of nouns elsewhere in management. */
export const managementDeskRoutes = routes
  .filter(([path]) => path.startsWith("/"))
  .map(([path, module]): NounRoute => [path.slice(1), module]);
