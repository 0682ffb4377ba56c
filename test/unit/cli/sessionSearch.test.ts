import { describe, expect, it } from "vitest";
import { silentLogger } from "../../../extension/base/logger.ts";
import { TranscriptSearch } from "../../../extension/cli/sessionSearch.ts";
import { itSearches } from "./searchCases.ts";

describe("without ripgrep", () => itSearches(() => undefined));
describe("with one that does not start", () => itSearches(() => "/no/such/program"));

it("finds nothing where there is no folder, or none can be told", async () => {
  const { signal } = new AbortController();
  const unexpected = () => expect.unreachable();
  await new TranscriptSearch({ folders: () => [], ripgrep: () => undefined, logger: silentLogger }).search("x", unexpected, signal);
  const broken = () => {
    throw new Error("a setting is wrong");
  };
  await new TranscriptSearch({ folders: broken, ripgrep: () => undefined, logger: silentLogger }).search("x", unexpected, signal);
});
