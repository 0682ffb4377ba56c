import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import type * as z from "zod";
import { frameSchemas, modelUsage, usage } from "../../../../extension/core/protocol/frames/frames.ts";
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
      !/protocol[\\/](?:\w+[\\/])?(?:\w*[fF]rames|permission|inbound|initialize|\w*[rR]equests|mcpConfig|hookSchemas|userMessage)\.ts$/.test(
        file,
      ),
  )
  .map((file) => fs.readFileSync(path.join(extension, file), "utf8"))
  .join("\n");
const used = new Set(code.match(/\w+/g));
/** The fields that are not shown, by the frame or the part of frames of which `core/protocol/README.md` lists them. */
const notShown = new Map<string, string[]>();
const table =
  fs.readFileSync(path.join(extension, "core", "protocol", "README.md"), "utf8").split("## Fields")[1] ?? "";
const readNames = (cell: string | undefined): readonly string[] =>
  [...(cell ?? "").matchAll(/`([\w*]+)`/g)].map(([, name = ""]) => name);
for (const [, fields, of = ""] of table.matchAll(/^\| (`[^|]*)\|([^|]*)\|/gm))
  for (const name of readNames(of)) {
    const frame = of.includes("answer to") ? `answer to ${name}` : name;
    notShown.set(frame, [...(notShown.get(frame) ?? []), ...readNames(fields)]);
  }

const schemas: readonly (readonly [string, unknown])[] = [
  ...Object.entries({ ...frameSchemas, ...systemSchemas, usage, modelUsage }),
  ...Object.entries(inboundSchemas).map(([name, { request }]) => [name, request] as const),
  ...Object.entries(controlRequests).map(([name, { answer }]) => [`answer to ${name}`, answer] as const),
];

/** Returns the fields that are listed as not shown for a frame, by its name or that of its group, such as `task_*`. */
const getNotShown = (name: string): readonly string[] => [
  ...(notShown.get(name) ?? []),
  ...(notShown.get(name.replace(/_.*/, "_*")) ?? []),
];

it.each(schemas)("reads every field that it parses of %s, or says why not", (name, schema) => {
  const unread = getFields(schema).filter((field) => !used.has(field));
  expect(unread.filter((field) => !getNotShown(name).includes(field))).toEqual([]);
});

it.each(schemas)("parses no field of %s that is listed as not shown", (name, schema) => {
  const parsed = getFields(schema).filter((field) => getNotShown(name).includes(field));
  // A dialog is refused where these are missing.
  expect(parsed).toEqual(name === "request_user_dialog" ? ["dialog_kind", "payload"] : []);
});

it("lists fields as not shown only for frames that it parses", () => {
  const names = schemas.map(([name]) => name.replace(/^task_.*/, "task_*"));
  expect([...notShown.keys()].filter((name) => !names.includes(name))).toEqual([]);
});
