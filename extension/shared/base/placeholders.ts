import { failures } from "./failure.ts";

/** The values that placeholders stand for. Without `secrets`, placeholders of secrets stay as they are. */
export interface PlaceholderSources {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly workspaceFolder?: string;
  readonly secrets?: ReadonlyMap<string, string>;
}

/**
 * Replaces `${env:NAME}`, `${secret:NAME}` and `${workspaceFolder}` in the value of a setting; inserted text is not
 * replaced again. Throws `settingInvalid` with `setting` if a variable is not set, because an empty value is of no use.
 * Keeps a placeholder without a value.
 */
export function replacePlaceholders(
  value: string,
  setting: string,
  { env, workspaceFolder, secrets }: PlaceholderSources,
): string {
  return value.replace(
    /\$\{(?:(env|secret):([^}]*)|workspaceFolder)\}/g,
    (whole, kind: string | undefined, name = "") => {
      if (kind === undefined) return workspaceFolder ?? whole;
      if (kind === "secret") return secrets?.get(name) ?? whole;
      const found = Object.hasOwn(env, name) ? env[name] : undefined;
      if (found === undefined) throw failures.settingInvalid(setting, { code: "variableMissing", variable: name });
      return found;
    },
  );
}

/** Returns the names in the placeholders of one kind, such as `NAME` of `${secret:NAME}`, in order. */
export function findPlaceholders(value: string, kind: "secret" | "input"): readonly string[] {
  return [...value.matchAll(/\$\{(secret|input):([^}]*)\}/g)].flatMap(([, found, name = ""]) =>
    found === kind ? [name] : [],
  );
}
