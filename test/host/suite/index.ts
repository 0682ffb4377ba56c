import "./adapters.ts";
import "./tests.ts";

export { runAll as run } from "./harness.ts";
