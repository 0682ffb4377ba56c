import "./adapters.ts";
import "./servers.ts";
import "./tests.ts";

export { runAll as run } from "./harness.ts";
