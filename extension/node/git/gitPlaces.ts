import fs from "node:fs";
import path from "node:path";
import { askRepository } from "./askRepository.ts";

/** The folders of the repository that git finds from a folder, links resolved. */
export interface GitPlaces {
  /** Root of the work tree. */
  readonly top: string;
  /** The git folder of this work tree, and the one that all worktrees of the repository share. */
  readonly own: string;
  readonly common: string;
}

/**
 * Asks git where it works when it is called in a folder: its configuration, with what that includes, can lead anywhere.
 * Resolves to undefined where git finds no repository in the folder itself, or refuses to look.
 */
export async function findGitPlaces(program: string, folder: string): Promise<GitPlaces | undefined> {
  if (!fs.existsSync(path.join(folder, ".git"))) return undefined;
  const ask = async (option: string): Promise<string> => {
    const answer = await askRepository(program, folder, ["rev-parse", option]);
    return fs.promises.realpath(path.resolve(folder, answer.replace(/\n$/, "")));
  };
  try {
    const [top, own, common] = await Promise.all(["--show-toplevel", "--git-dir", "--git-common-dir"].map(ask));
    return { top: top as string, own: own as string, common: common as string };
  } catch {
    return undefined;
  }
}
