import { failures } from "./failure.ts";

/**
 * Replaces `${env:NAME}` and `${workspaceFolder}` in the value of a setting. Throws `settingInvalid` naming
 * `setting` for a variable that is not set: an empty secret helps nobody. Without a `workspaceFolder` that
 * placeholder stays as it is.
 */
export function replacePlaceholders(
  value: string,
  setting: string,
  from: { env: Readonly<Record<string, string | undefined>>; workspaceFolder?: string },
): string {
  return value.replace(/\$\{(?:env:([^}]*)|workspaceFolder)\}/g, (whole, name: string | undefined) => {
    if (name === undefined) return from.workspaceFolder ?? whole;
    const found = Object.hasOwn(from.env, name) ? from.env[name] : undefined;
    if (found === undefined) throw failures.settingInvalid(setting, { code: "variableMissing", variable: name });
    return found;
  });
}
