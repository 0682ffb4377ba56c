// Divides test files among the parts of a run (`--shard=1/3`) by their budgets, so that each part takes about as long.
import path from "node:path";
import { fileURLToPath } from "node:url";
import { BaseSequencer } from "vitest/node";
import { divideFiles, getBudget } from "./budgets.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));

export default class BudgetSequencer extends BaseSequencer {
  async shard(specifications) {
    const { index, count } = this.ctx.config.shard;
    const files = specifications.map((specification) => {
      const file = path.relative(root, specification.moduleId).replaceAll(path.sep, "/");
      return { file, seconds: getBudget(specification.project.name, file), specification };
    });
    return divideFiles(files, count)[index - 1].map(({ specification }) => specification);
  }
}
