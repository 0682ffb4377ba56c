// Prints the slowest files of a run, and the files that take far longer than their budgets. Fails nothing: times depend
// on the machine.
import { createHash } from "node:crypto";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { getBudget, judgeTimes, margin } from "./budgets.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
/** Duration of `measure` in milliseconds on the machine that the budgets were measured on. */
const usualMs = 45;

/** Milliseconds that a fixed piece of work takes, as the median of five. */
function measure() {
  const data = Buffer.alloc(64 * 1024 * 1024);
  const times = Array.from({ length: 5 }, () => {
    const began = performance.now();
    createHash("sha256").update(data).digest();
    return performance.now() - began;
  });
  return times.sort((a, b) => a - b)[2];
}

export default class BudgetReporter {
  onTestRunEnd(modules) {
    // With many more cases than the tests have, times are what they are.
    if (Number(process.env.TANDEM_FUZZ ?? 1) > 1 || modules.length < 2) return;
    const files = modules.map((module) => ({
      project: module.project.name,
      file: path.relative(root, module.moduleId),
      seconds: module.diagnostic().duration / 1000,
    }));
    const slowness = files.some(({ project, file, seconds }) => seconds > getBudget(project, file))
      ? measure() / usualMs
      : 1;
    const { lines, tooSlow } = judgeTimes(files, slowness);
    console.log(
      `Slowest files, with their budgets (this machine takes ${slowness.toFixed(1)} times as long as the one they are for):\n${lines.join("\n")}`,
    );
    if (tooSlow.length === 0) return;
    console.warn(`Warning: more than ${margin} times the budget of test/budgets/budgets.mjs: ${tooSlow.join(", ")}`);
  }
}
