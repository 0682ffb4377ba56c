import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { askRepository } from "../../../../extension/node/git/askRepository.ts";
import { readCommittedText } from "../../../../extension/node/git/committedText.ts";
import { showCommit } from "../../../../extension/node/git/showCommit.ts";
import { program, userGit } from "../checkpoints/setup.ts";

it.runIf(process.platform !== "win32")(
  "runs no program that a repository names for missing objects, in any version of git",
  async () => {
    const place = fs.mkdtempSync(path.join(os.tmpdir(), "tandem-offline-"));
    try {
      const [folder, trap, older] = ["repository", "sprung", "git"].map((name) => path.join(place, name)) as [
        string,
        string,
        string,
      ];
      // A version that does not know the variable, which is in later ones only.
      fs.writeFileSync(older, `#!/bin/sh\nexec env -u GIT_NO_LAZY_FETCH "${program}" "$@"\n`, { mode: 0o755 });
      fs.mkdirSync(folder);
      fs.writeFileSync(path.join(folder, "a.txt"), "one\n");
      userGit(folder, "init", "-q");
      userGit(folder, "add", "-A");
      userGit(folder, "commit", "-qm", "Add a");
      const blob = userGit(folder, "rev-parse", "HEAD:a.txt").trim();
      fs.rmSync(path.join(folder, ".git", "objects", blob.slice(0, 2), blob.slice(2)));
      const settings = {
        "core.repositoryformatversion": "1",
        "extensions.partialClone": "origin",
        "remote.origin.promisor": "true",
        "remote.origin.url": `ext::touch ${trap}`,
        "protocol.ext.allow": "always",
      };
      for (const [key, value] of Object.entries(settings)) userGit(folder, "config", key, value);
      for (const git of [older, program]) {
        await Promise.allSettled([
          askRepository(git, folder, ["ls-tree", "-r", "-l", "HEAD"]),
          askRepository(git, folder, ["log", "-1", "-p"]),
          showCommit(git, folder, "HEAD"),
          readCommittedText(git, folder, "a.txt"),
        ]);
        expect(fs.existsSync(trap)).toBe(false);
      }
    } finally {
      fs.rmSync(place, { recursive: true, force: true });
    }
  },
);
