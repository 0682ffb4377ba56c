// Set-up of all tests with properties.
import fc from "fast-check";
import { isFuzzing } from "./runs.ts";

if (!isFuzzing) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 1 });
