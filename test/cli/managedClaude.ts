import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { ensureCli } from "../host/install.mjs";

/** The commands that make a mount namespace: as root, or as root of an own user namespace. */
const commands = [
  ["unshare", "-m"],
  ["unshare", "-rm"],
];

/**
 * Makes a program that runs `claude` as on a machine of an organization: with these files in /etc/claude-code. Only the
 * program and what it starts see them, because they have a mount namespace of their own. Returns undefined where none
 * is allowed.
 */
export function makeManagedClaude(
  folder: string,
  version: string,
  files: Readonly<Record<string, unknown>>,
): string | undefined {
  const managed = path.join(folder, "managed");
  const etc = path.join(folder, "etc");
  for (const each of [managed, etc]) fs.mkdirSync(each);
  for (const [name, value] of Object.entries(files)) fs.writeFileSync(path.join(managed, name), JSON.stringify(value));
  // The folder cannot be made in the real /etc, so a new /etc links to all that the real one has.
  const enter = `
    set -e
    mount --rbind /etc '${etc}'
    mount -t tmpfs none /etc
    for each in '${etc}'/* '${etc}'/.[!.]*; do [ "\${each##*/}" = claude-code ] || [ ! -e "$each" ] || ln -s "$each" /etc/; done
    ln -s '${managed}' /etc/claude-code
    exec "$@"`;
  const allowed =
    process.platform === "linux" &&
    commands.find(
      ([command = "", ...args]) => spawnSync(command, [...args, "sh", "-c", enter, "sh", "true"]).status === 0,
    );
  if (!allowed) return undefined;
  const cli = ensureCli(version);
  const program = path.join(folder, "claude");
  const run = [...allowed, "sh", "-c", enter, "sh", ...(cli.endsWith(".js") ? [process.execPath] : []), cli];
  fs.writeFileSync(
    program,
    `#!/bin/sh\nexec ${run.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ")} "$@"\n`,
    { mode: 0o700 },
  );
  return program;
}
