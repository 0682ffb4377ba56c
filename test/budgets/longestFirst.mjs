import { BaseSequencer } from "vitest/node";
import { getBudget } from "./budgets.mjs";

/**
 * Begins with the scenarios in the editor, and in each project with the files that may take longest: so the processes of a run end at about the same
 * time, and one that has no scenarios left goes on with the tests of the CLI.
 */
export class LongestFirst extends BaseSequencer {
  async sort(specifications) {
    const rank = ({ project, moduleId }) => {
      const file = moduleId.slice(project.config.root.length + 1);
      return getBudget(project.name, file) + (project.name === "host" ? 1_000 : 0);
    };
    return [...specifications].sort((a, b) => rank(b) - rank(a));
  }
}
