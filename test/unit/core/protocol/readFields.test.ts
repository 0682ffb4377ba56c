import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import type * as z from "zod";
import { frameSchemas } from "../../../../extension/core/protocol/frames/frames.ts";
import { systemSchemas } from "../../../../extension/core/protocol/frames/systemFrames.ts";
import { controlRequests } from "../../../../extension/core/protocol/requests/controlRequests.ts";
import { inboundSchemas } from "../../../../extension/core/protocol/requests/inbound.ts";

const extension = fileURLToPath(new URL("../../../../extension/", import.meta.url));

/** The names of the fields that a schema has, at any depth. */
function getFields(schema: unknown): string[] {
  const { shape, innerType, element, valueType, options } = (
    schema as z.core.$ZodType & { def: Record<string, unknown> }
  ).def as {
    shape?: Record<string, unknown>;
    innerType?: unknown;
    element?: unknown;
    valueType?: unknown;
    options?: unknown[];
  };
  const inner = [innerType, element, valueType, ...(options ?? [])].filter((each) => each !== undefined);
  return [
    ...Object.entries(shape ?? {}).flatMap(([name, field]) => [name, ...getFields(field)]),
    ...inner.flatMap(getFields),
  ];
}

/** All of the code without the schemas, where fields are used. */
const code = fs
  .readdirSync(extension, { recursive: true, encoding: "utf8" })
  .filter(
    (file) =>
      file.endsWith(".ts") &&
      !/protocol[\\/](?:\w*[fF]rames|permission|inbound|initialize|\w*[rR]equests|mcpConfig|hookSchemas|userMessage)\.ts$/.test(
        file,
      ),
  )
  .map((file) => fs.readFileSync(path.join(extension, file), "utf8"))
  .join("\n");
const used = new Set(code.match(/\w+/g));
/** Fields in the table of what is not shown, `core/protocol/README.md`. */
const explained = new Set(
  [
    ...fs.readFileSync(path.join(extension, "core", "protocol", "README.md"), "utf8").matchAll(/^\| `[^|]*\|/gm),
  ].flatMap(([row]) => [...row.matchAll(/`([\w.]+)`/g)].map(([, name]) => name)),
);

it.each([
  ...Object.entries({ ...frameSchemas, ...systemSchemas }),
  ...Object.entries(inboundSchemas).map(([name, { request }]) => [name, request] as const),
  ...Object.entries(controlRequests).map(([name, { answer }]) => [`answer to ${name}`, answer] as const),
])("reads every field that it parses of %s, or says why not", (_, schema) => {
  expect(getFields(schema).filter((field) => !used.has(field) && !explained.has(field))).toEqual([]);
});
