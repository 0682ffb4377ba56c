import { execFile } from "node:child_process";
import fs from "node:fs";
import { failures, messageOf } from "../base/failure.ts";
import { compareVersions, oldestSupported, parseVersion, type Version } from "../protocol/version.ts";
import type { Command } from "./command.ts";

const limitMs = 20_000;

/** Asks programs for their version, each file once until it changes on disk. */
export class VersionCheck {
  readonly #known = new Map<string, string>();

  /**
   * The version that `claude --version` prints. Throws `cliTooOld`, or `cliNotStartable` when the
   * program does not run or prints something else.
   */
  async check(program: string, command: Command, env: Readonly<Record<string, string>>): Promise<string> {
    const { mtimeMs, size } = fs.statSync(program);
    const key = `${program}|${mtimeMs}|${size}`;
    const version = this.#known.get(key) ?? (await ask(program, command, env));
    if (compareVersions(parseVersion(version) as Version, parseVersion(oldestSupported) as Version) < 0) {
      // Not kept: a wrapper script stays the same file when what it runs is updated.
      throw failures.cliTooOld(program, version, oldestSupported);
    }
    this.#known.set(key, version);
    return version;
  }
}

function ask(program: string, command: Command, env: Readonly<Record<string, string>>): Promise<string> {
  return new Promise((resolve, reject) => {
    const isCommandFile = /\.(cmd|bat)$/i.test(command.file);
    const options = { env: { ...env, ...command.env }, timeout: limitMs, windowsHide: true, shell: isCommandFile };
    const file = isCommandFile ? `"${command.file}"` : command.file;
    execFile(file, [...command.args, "--version"], options, (error, stdout, stderr) => {
      const version = parseVersion(stdout);
      if (version) return resolve(version.join("."));
      const said = `${stdout}${stderr}`.trim().slice(0, 300);
      reject(failures.cliNotStartable(program, said || (error ? messageOf(error) : "it printed no version"), error));
    });
  });
}
