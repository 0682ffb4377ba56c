import * as z from "zod";

/** The fields of a server that the form shows. A definition may have more, which stay as they are. */
export type ServerForm =
  | {
      readonly transport: "stdio";
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
    }
  | { readonly transport: "http" | "sse"; readonly url: string; readonly headers: Readonly<Record<string, string>> };

const texts = z.record(z.string(), z.string()).default({});
const shown = z.union([
  z.object({
    type: z.literal("stdio").optional(),
    command: z.string(),
    args: z.array(z.string()).default([]),
    env: texts,
  }),
  z.object({ type: z.enum(["http", "sse"]), url: z.string(), headers: texts }),
]);

/** Returns the fields of a definition that the form shows; undefined if they have other types. */
export function readForm(value: unknown): ServerForm | undefined {
  const { data } = shown.safeParse(value);
  if (!data) return undefined;
  if ("url" in data) return { transport: data.type, url: data.url, headers: data.headers };
  return { transport: "stdio", command: data.command, args: data.args, env: data.env };
}

/**
 * Returns the definition that a form describes. Other fields of the definition `before` stay, unless they belong to
 * another transport.
 */
export function writeForm(form: ServerForm, before: unknown): Record<string, unknown> {
  const {
    type: _type,
    command: _command,
    args: _args,
    env: _env,
    url: _url,
    headers: _headers,
    ...rest
  } = isObject(before) ? before : {};
  const filled = <T extends object>(name: string, value: T): Record<string, T> =>
    Object.keys(value).length === 0 ? {} : { [name]: value };
  if (form.transport !== "stdio")
    return { type: form.transport, url: form.url, ...filled("headers", form.headers), ...rest };
  const hasType = isObject(before) && before["type"] === "stdio";
  return {
    ...(hasType ? { type: "stdio" } : {}),
    command: form.command,
    ...filled("args", form.args),
    ...filled("env", form.env),
    ...rest,
  };
}

/**
 * Splits a line into arguments: at white space, except in single or double quotes. In double quotes, `\"` and `\\`
 * stand for `"` and `\`. Undefined if a quote is not closed.
 */
export function parseArguments(line: string): readonly string[] | undefined {
  const found: string[] = [];
  for (let rest = line.trimStart(); rest !== ""; ) {
    const [whole] = /^(?:"(?:[^"\\]|\\[\s\S])*"|'[^']*'|[^\s"'])+/.exec(rest) ?? [];
    if (whole === undefined) return undefined;
    found.push(
      whole.replace(
        /"((?:[^"\\]|\\[\s\S])*)"|'([^']*)'/g,
        (_, double: string | undefined, single = "") => double?.replace(/\\(["\\])/g, "$1") ?? single,
      ),
    );
    const after = rest.slice(whole.length);
    if (/^["']/.test(after)) return undefined;
    rest = after.trimStart();
  }
  return found;
}

/** Returns the line that `parseArguments` splits into these arguments. */
export function formatArguments(args: readonly string[]): string {
  return args.map((each) => (/^[^\s"']+$/.test(each) ? each : `"${each.replace(/["\\]/g, "\\$&")}"`)).join(" ");
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
