// `npm run fuzz [-- TIMES]`: the properties with many times the cases of `npm test`.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const times = Number(process.argv[2] ?? 40);
if (!Number.isInteger(times) || times < 1) throw new Error("Usage: npm run fuzz [-- TIMES], a whole number.");
const vitest = fileURLToPath(new URL("../../node_modules/vitest/vitest.mjs", import.meta.url));
const files = ["test/fuzz", "test/unit/markdown", "test/unit/review"];
const args = [vitest, "run", "--config", "test/vitest.config.mjs", "--project", "unit", "--testTimeout", "0", ...files];
const { status } = spawnSync(process.execPath, args, { stdio: "inherit", env: { ...process.env, TANDEM_FUZZ: String(times) } });
process.exitCode = status ?? 1;
