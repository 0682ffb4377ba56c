import fs from "node:fs";
import path from "node:path";
import { describeInstructions } from "../../core/options/repository/documentEntries.ts";
import type { FoundEntry, IdentifiedEntry } from "../../core/options/repository/parsedFile.ts";
import { readObject } from "../../shared/base/read.ts";
import { getHome } from "../processes/environment.ts";
import { getConfigFolder } from "../transcripts/projectFolder.ts";
import { scanFiles } from "./documentScan.ts";
import { addTargets, identifyEntry } from "./repositoryScan.ts";
import { readJson } from "./servers/claudeServers.ts";
import { getManagedFolder, readPolicies } from "./startPolicy.ts";

/** Variable with which `claude` takes instructions from additional folders too (2.1.50). */
const variable = "CLAUDE_CODE_ADDITIONAL_DIRECTORIES_CLAUDE_MD";

const names = ["CLAUDE.md", "CLAUDE.local.md", path.join(".claude", "CLAUDE.md")];

type Variables = Readonly<Record<string, string>>;

function isOn(value: unknown): boolean {
  return value !== undefined && !/^(?:0|false|no|off)?$/i.test(String(value).trim());
}

/**
 * Finds the instructions that `claude` takes from additional folders where the variable is set, in one of the
 * environments, by a settings file of the user or the organization, or by one of the entries of a repository. It takes
 * none of the folders below, and none for other agents (2.1.50, 2.1.332).
 */
export async function scanAddedInstructions(
  folders: readonly string[],
  entries: readonly FoundEntry[],
  listEnvironments: () => readonly Variables[],
  managed = getManagedFolder(),
): Promise<readonly IdentifiedEntry[]> {
  if (folders.length === 0) return [];
  const isSet = entries.some(setsVariable) || (await isSetByUser(listEnvironments(), managed));
  const found = isSet ? await Promise.all(folders.map(scanFolder)) : [];
  return found.flat().map(identifyEntry);
}

async function isSetByUser(environments: readonly Variables[], managed: string): Promise<boolean> {
  const ofEach = environments.map(async (env) => {
    const own = await readJson(path.join(getConfigFolder(env, getHome(env)), "settings.json"));
    const files = [own, ...(await readPolicies(env, managed))];
    return [env, ...files.map((file) => readObject(file, "env"))].some((each) => isOn(each?.[variable]));
  });
  return (await Promise.all(ofEach)).includes(true);
}

/** Returns whether an entry of a repository sets the variable. */
function setsVariable({ kind, name, value }: FoundEntry): boolean {
  return kind === "environment" && (name === variable ? isOn(value) : value.includes(variable));
}

async function scanFolder(folder: string): Promise<FoundEntry[]> {
  const files = names.map((name) => path.join(folder, name)).filter((file) => fs.existsSync(file));
  const rules = await scanFiles(path.join(folder, ".claude", "rules"), "instructions");
  return addTargets([...files.map(describeInstructions), ...rules], folder);
}
