import "./untrusted.ts";

export { runAll as run } from "./harness.ts";
