import { readForm } from "../../configuration/serverForm.ts";
import { serverEditText } from "../../text/servers/serverEdits.ts";

/** Describes a definition completely, one line for each field: what runs or is contacted, and with which values. */
export function formatDefinition(value: unknown): readonly string[] {
  const form = readForm(value);
  const fields = typeof value === "object" && value !== null ? Object.entries(value) : [];
  const shown: ReadonlySet<string> = new Set(["type", "command", "args", "env", "url", "headers"]);
  const others = fields.filter(([name]) => !form || !shown.has(name)).map(([name, each]) => serverEditText.field(name, JSON.stringify(each)));
  if (!form) return others;
  const entries = Object.entries(form.transport === "stdio" ? form.env : form.headers).map(([name, each]) => serverEditText.field(name, each));
  const first =
    form.transport === "stdio" ? [form.command, ...form.args].map((each) => (/^[\w./:@=-]+$/.test(each) ? each : JSON.stringify(each))).join(" ") : form.url;
  return [first, ...entries, ...others];
}
