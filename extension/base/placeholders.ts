import { failures } from "./failure.ts";

/**
 * Replaces `${env:NAME}` and `${workspaceFolder}` in the value of a setting. Throws `settingInvalid` with `setting` if the variable is not
 * set, because an empty secret is of no use. Keeps `${workspaceFolder}` if there is no workspace folder.
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
