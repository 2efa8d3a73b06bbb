/** @jsxImportSource ~/html */

import type { ApiOperation, ApiParameter, OpenApiSchemaPart } from "./describe";
import { type ApiDocField, apiDocFieldsOf, curlCommandOf, schemaTypeText } from "./docs-words";

export interface OperationDoc {
  /** Methods of the operation; `put` is listed with `patch` when both do the same. */
  methods: string[];
  path: string;
  operation: ApiOperation;
  /** Roles of all its methods. */
  roles: string[];
}

const Fields = ({ fields }: { fields: ApiDocField[] }) => (
  <dl>
    {fields.map(({ name, type, required, note }) => (
      <>
        <dt>
          <code>{name}</code>
          <small>
            {type}
            {required ? ", required" : ""}
          </small>
        </dt>
        <dd>{note}</dd>
      </>
    ))}
  </dl>
);

const parameterField = ({
  name,
  in: where,
  required = false,
  description = "",
  schema = {},
}: ApiParameter): ApiDocField => ({
  name,
  type: `${where === "header" ? "header, " : ""}${schemaTypeText(schema)}`,
  required,
  note: description,
});

function Parameters({ parameters }: { parameters: ApiParameter[] }) {
  const told = parameters.filter((each) => each.in !== "header" && !(each.in === "path" && each.name === "page"));
  if (told.length === 0) return null;
  return (
    <>
      <h4>Parameters</h4>
      <Fields fields={told.map(parameterField)} />
    </>
  );
}

function Body({ operation: { requestBody } }: { operation: ApiOperation }) {
  const schema = requestBody?.content["application/json"]?.schema;
  if (!requestBody || !schema) return null;
  return (
    <>
      <h4>{requestBody.required ? "Body" : "Body, optional"}</h4>
      <Fields fields={apiDocFieldsOf(schema)} />
    </>
  );
}

/** Returns the name of the shape that an answer has. */
function shapeOf(schema: OpenApiSchemaPart | undefined): string | null {
  const ref = schema?.$ref ?? schema?.items?.$ref;
  return ref?.split("/").at(-1) ?? null;
}

function Answer({
  status,
  description,
  schema,
}: {
  status: string;
  description: string;
  schema: OpenApiSchemaPart | undefined;
}) {
  const shape = shapeOf(schema);
  return (
    <p>
      <code>{status}</code> {description}
      {shape === null ? "" : schema?.items ? ", a list of " : ", a "}
      {shape === null ? null : <a href={`#${shape}`}>{shape}</a>}
    </p>
  );
}

function Answers({ operation: { responses } }: { operation: ApiOperation }) {
  const good = Object.entries(responses).filter(([status]) => status.startsWith("2"));
  const bad = Object.keys(responses).filter((status) => !status.startsWith("2"));
  return (
    <>
      <h4>Answers</h4>
      {good.map(([status, { description, content }]) => (
        <Answer key={status} status={status} description={description} schema={content?.["application/json"]?.schema} />
      ))}
      <p>
        <a href="#failures">{`or ${bad.join(", ")}`}</a>
      </p>
    </>
  );
}

const roleWords: Record<string, string> = {
  "any token": "For any token",
  own: "For any token, about what is its maker's own",
  operator: "For the operator",
};

const roleText = (roles: string[]): string => {
  const [one = "viewer"] = roles;
  if (roles.length > 1) return `For the role ${roles.join(" or ")}, by what is changed`;
  return (roleWords[one] ?? one === "owner") ? "For owners" : `For the role ${one} or higher`;
};

/** Renders a folded operation: method and address, then the role, the input, a command, the answers. */
export function OperationFold({ described, base }: { described: OperationDoc; base: string }) {
  const { methods, path, operation, roles } = described;
  const method = methods.at(-1) ?? "get";
  return (
    <details>
      <summary>
        <h3 class={method}>
          <strong>{methods.join(" ").toUpperCase()}</strong>
          <code>{path}</code>
          <span>{operation.summary ?? ""}</span>
        </h3>
      </summary>
      <div id={operation.operationId ?? ""}>
        <p>{roleText(roles)}</p>
        <Parameters parameters={operation.parameters ?? []} />
        <Body operation={operation} />
        <h4>Example</h4>
        <pre>
          <code>{curlCommandOf(base, method, path, operation)}</code>
        </pre>
        <Answers operation={operation} />
      </div>
    </details>
  );
}

/** Renders the folded shape of an answer. */
export const SchemaFold = ({ name, schema }: { name: string; schema: OpenApiSchemaPart }) => (
  <details>
    <summary>
      <h3>
        <code>{name}</code>
      </h3>
    </summary>
    <div id={name}>
      {schema.properties ? <Fields fields={apiDocFieldsOf(schema)} /> : <p>{schemaTypeText(schema)}</p>}
    </div>
  </details>
);
