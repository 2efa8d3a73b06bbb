import { createRoute, z } from "@hono/zod-openapi";
import {
  errorResponses,
  itemPathParamsSchema,
  jsonBodySpec,
  jsonResponseSpec,
  leftUnwatchedResponseField,
  pagePathParamsSchema,
  paginationQueryInputSchema,
} from "./shapes";

type JsonResponse<S extends z.ZodType> = ReturnType<typeof jsonResponseSpec<S>>;

/** Routes for the whole list. */
function allRoutes<const P extends string>(tags: string[], path: P) {
  const all = { path, tags };
  return {
    list: <S extends z.ZodType, Q extends z.ZodObject = typeof paginationQueryInputSchema>(
      summary: string,
      answer: JsonResponse<S>,
      query: Q = paginationQueryInputSchema as unknown as Q,
    ) =>
      createRoute({
        ...all,
        method: "get",
        summary,
        request: { params: pagePathParamsSchema, query },
        responses: { 200: answer, ...errorResponses },
      }),
    create: <S extends z.ZodType, G extends z.ZodType>(summary: string, given: G, answer: JsonResponse<S>) =>
      createRoute({
        ...all,
        method: "post",
        summary,
        request: { params: pagePathParamsSchema, ...jsonBodySpec(given) },
        responses: { 201: answer, ...errorResponses },
      }),
  };
}

/** Routes under an additional word. */
function wordRoutes<const P extends string>(tags: string[], path: P) {
  const all = { path, tags };
  return {
    /** Lists a part of them, under a word such as `/unresolved`. */
    some: <const W extends string, S extends z.ZodType, Q extends z.ZodObject = typeof paginationQueryInputSchema>(
      word: W,
      summary: string,
      answer: JsonResponse<S>,
      query: Q = paginationQueryInputSchema as unknown as Q,
    ) =>
      createRoute({
        ...all,
        path: `${path}/${word}` as const,
        method: "get",
        summary,
        request: { params: pagePathParamsSchema, query },
        responses: { 200: answer, ...errorResponses },
      }),
    /** Acts on many of them at once, under a verb such as `/unsubscribe`. */
    actOnMany: <const V extends string, S extends z.ZodType, G extends z.ZodType>(
      verb: V,
      summary: string,
      given: G,
      answer: JsonResponse<S>,
    ) =>
      createRoute({
        ...all,
        path: `${path}/${verb}` as const,
        method: "post",
        summary,
        request: { params: pagePathParamsSchema, ...jsonBodySpec(given) },
        responses: { 201: answer, ...errorResponses },
      }),
  };
}

/** Returns the routes for a single object. */
function oneRoutes<const P extends string>(tags: string[], path: P) {
  const one = { path: `${path}/{id}` as const, tags };
  return {
    read: <S extends z.ZodType>(summary: string, answer: JsonResponse<S>) =>
      createRoute({
        ...one,
        method: "get",
        summary,
        request: { params: itemPathParamsSchema },
        responses: { 200: answer, ...errorResponses },
      }),
    change:
      <S extends z.ZodType, G extends z.ZodType>(summary: string, given: G, answer: JsonResponse<S>) =>
      (method: "put" | "patch") =>
        createRoute({
          ...one,
          method,
          summary,
          request: { params: itemPathParamsSchema, ...jsonBodySpec(given) },
          responses: { 200: answer, ...errorResponses },
        }),
    remove: (summary: string, description = "Deleted") =>
      createRoute({
        ...one,
        method: "delete",
        summary,
        request: { params: itemPathParamsSchema },
        responses: { 204: { description }, ...errorResponses },
      }),
    /** Works like `remove`, and answers with the removed thing. */
    withdraw: <S extends z.ZodType>(summary: string, answer: JsonResponse<S>) =>
      createRoute({
        ...one,
        method: "delete",
        summary,
        request: { params: itemPathParamsSchema },
        responses: { 200: answer, ...errorResponses },
      }),
  };
}

interface NounBodies<Shown extends z.ZodType, Made extends z.ZodType, Changed extends z.ZodType> {
  made: Made;
  changed: Changed;
  /** With what each of them is answered. */
  answered: JsonResponse<Shown>;
}

/** The parts that nearly all of them have. */
function usualRoutes<const P extends string>(tags: string[], path: P) {
  const { create } = allRoutes(tags, path);
  const { read, change } = oneRoutes(tags, path);
  return {
    /** Routes that create, read and change an object. */
    usual: <Shown extends z.ZodType, Made extends z.ZodType, Changed extends z.ZodType>(
      { made, changed, answered }: NounBodies<Shown, Made, Changed>,
      summary: Record<"create" | "read" | "change", string>,
    ) => ({
      create: create(summary.create, made, answered),
      read: read(summary.read, answered),
      change: change(summary.change, changed, answered),
    }),
  };
}

const left = jsonResponseSpec(
  z.object(leftUnwatchedResponseField),
  "Deleted; nothing watches these components any more",
);
const still = { description: "Deleted; whatever it watched is still watched" };

/** Returns the routes for an object that may be the last observer of a component. */
function watcherRoutes<const P extends string>(tags: string[], path: P) {
  const one = {
    path: `${path}/{id}` as const,
    tags,
    method: "delete",
    request: { params: itemPathParamsSchema },
  } as const;
  return {
    /** Works like `remove`; an answer with a body names the components left unwatched. */
    removeWatcher: (summary: string) =>
      createRoute({ ...one, summary, responses: { 200: left, 204: still, ...errorResponses } }),
  };
}

/** Returns the routes for actions on a single object. */
function actRoutes<const P extends string>(tags: string[], path: P) {
  const one = { path: `${path}/{id}` as const, tags };
  return {
    /** Route of an action on an object, under a verb such as `/publish` or `/rotate`. */
    act: <const V extends string, S extends z.ZodType>(verb: V, summary: string, answer: JsonResponse<S>) =>
      createRoute({
        ...one,
        path: `${one.path}/${verb}` as const,
        method: "post",
        summary,
        request: { params: itemPathParamsSchema },
        responses: { 200: answer, ...errorResponses },
      }),
  };
}

/**
 * Returns the routes that most nouns of a page have, under their heading and address. Further routes are defined with
 * the noun.
 */
export function nounRoutes<const P extends string>(tag: string, path: P) {
  const tags = [tag];
  const all = { ...allRoutes(tags, path), ...wordRoutes(tags, path) };
  return {
    ...all,
    ...oneRoutes(tags, path),
    ...usualRoutes(tags, path),
    ...watcherRoutes(tags, path),
    ...actRoutes(tags, path),
  };
}
