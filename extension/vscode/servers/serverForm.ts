import type { FilledForm, PlaceOption } from "../../core/conversations/servers/serverPorts.ts";
import { isAddress } from "../../core/options/servers/launchServers.ts";
import { isReservedName } from "../../core/options/servers/serverDefinitions.ts";
import { formatArguments, parseArguments, type ServerForm } from "../../core/options/servers/serverForm.ts";
import type { ServerPlace } from "../../shared/contract/servers/serverDefinitions.ts";
import { formatServerProblem, getPlaceLabel } from "../../shared/text/servers/serverDefinitions.ts";
import { serverFormText } from "../../shared/text/servers/serverForm.ts";
import { toLabelText } from "../plainText.ts";
import { askEntries, checkText, type Entries } from "./entrySteps.ts";
import { askInputText, askItem, back, runSteps, type StepAnswer, type StepItem, type StepPosition } from "./steps.ts";

type Transport = ServerForm["transport"];
type Position = Omit<StepPosition, "title">;

/** Values of the form so far. The fields of both transports are kept, so that going back loses nothing. */
interface Draft {
  transport: Transport;
  place: ServerPlace | undefined;
  name: string;
  command: string;
  args: readonly string[];
  env: Entries;
  url: string;
  headers: Entries;
}

/**
 * Asks for a server, step by step. An existing one keeps its name and place. Resolves to undefined if the user cancels.
 */
export async function askServer(
  places: readonly PlaceOption[],
  existing?: FilledForm,
): Promise<FilledForm | undefined> {
  const draft: Draft = {
    transport: "stdio",
    place: undefined,
    name: "",
    command: "",
    args: [],
    env: {},
    url: "",
    headers: {},
    ...existing,
    ...existing?.form,
  };
  const title = existing ? serverFormText.editTitle(toLabelText(existing.name)) : serverFormText.addTitle();
  const isNew = existing === undefined;
  const steps = (position: Position): readonly (() => Promise<StepAnswer<true>>)[] => {
    const at = { title, ...position };
    const all = [
      () => askTransport(at, draft),
      ...(isNew ? [() => askPlace(at, draft, places), () => askName(at, draft)] : []),
    ];
    return [
      ...all,
      ...(draft.transport === "stdio"
        ? [() => askCommand(at, draft), () => askArguments(at, draft)]
        : [() => askUrl(at, draft)]),
      () => askLast(at, draft),
    ];
  };
  // The transport decides how many questions follow, so each step looks up its question.
  const total = (): number => steps({ step: 1, totalSteps: 1 }).length;
  const most = isNew ? 6 : 4;
  const isDone = await runSteps(
    Array.from(
      { length: most },
      (_, index) => async () =>
        index >= total() ? true : ((await steps({ step: index + 1, totalSteps: total() })[index]?.()) ?? undefined),
    ),
  );
  const { place, name, transport, command, args, env, url, headers } = draft;
  if (!isDone || !place) return undefined;
  return { name, place, form: transport === "stdio" ? { transport, command, args, env } : { transport, url, headers } };
}

async function askTransport(at: StepPosition, draft: Draft): Promise<StepAnswer<true>> {
  const items = (["stdio", "http", "sse"] as const).map((transport) => ({
    ...serverFormText.transports[transport](),
    pick: transport,
  }));
  return take(
    await askItem<Transport>({ ...at, placeholder: serverFormText.transport(), items, current: draft.transport }),
    (transport) => {
      draft.transport = transport;
    },
  );
}

async function askPlace(at: StepPosition, draft: Draft, places: readonly PlaceOption[]): Promise<StepAnswer<true>> {
  const answer = await askItem<ServerPlace>({
    ...at,
    placeholder: serverFormText.place(),
    items: getPlaceItems(places),
  });
  return take(answer, (place) => {
    draft.place = place;
  });
}

/** Returns the rows of places. A row shows the file that is written, which a link can lead elsewhere. */
export function getPlaceItems(places: readonly PlaceOption[]): readonly StepItem<ServerPlace>[] {
  return places.map(({ place, file }) => ({
    label: serverFormText.places[place.kind](),
    description: toLabelText(file ?? (place.kind === "folder" ? place.folder : getPlaceLabel(place))),
    detail: serverFormText.placeDetails[place.kind](),
    pick: place,
  }));
}

async function askName(at: StepPosition, draft: Draft): Promise<StepAnswer<true>> {
  const validate = (text: string): string | undefined => {
    if (!/^[\w. -]{1,64}$/.test(text.trim())) return serverFormText.badName();
    return isReservedName(text.trim()) ? formatServerProblem({ code: "nameReserved" }) : undefined;
  };
  return take(await askInputText({ ...at, prompt: serverFormText.name(), value: draft.name, validate }), (name) => {
    draft.name = name.trim();
  });
}

async function askCommand(at: StepPosition, draft: Draft): Promise<StepAnswer<true>> {
  const question = { prompt: serverFormText.command(), placeholder: "npx", value: draft.command };
  return take(
    await askInputText({
      ...at,
      ...question,
      validate: (text) => checkExposed(text) ?? checkText(text, { mayBeEmpty: false, hasSecrets: false }),
    }),
    (command) => {
      draft.command = command.trim();
    },
  );
}

async function askArguments(at: StepPosition, draft: Draft): Promise<StepAnswer<true>> {
  const validate = (text: string): string | undefined =>
    checkExposed(text) ??
    checkText(text, { mayBeEmpty: true, hasSecrets: false }) ??
    (parseArguments(text) ? undefined : serverFormText.openQuote());
  const question = {
    prompt: serverFormText.args(),
    placeholder: "-y @scope/package",
    value: formatArguments(draft.args),
  };
  return take(await askInputText({ ...at, ...question, validate }), (line) => {
    draft.args = parseArguments(line) ?? [];
  });
}

async function askUrl(at: StepPosition, draft: Draft): Promise<StepAnswer<true>> {
  const validate = (text: string): string | undefined =>
    checkText(text, { mayBeEmpty: false, hasSecrets: hasSecrets(draft) }) ??
    (isAddress(text.trim()) || text.includes("${") ? undefined : serverFormText.badUrl());
  return take(
    await askInputText({
      ...at,
      prompt: serverFormText.url(),
      placeholder: "https://example.com/mcp",
      value: draft.url,
      validate,
    }),
    (url) => {
      draft.url = url.trim();
    },
  );
}

async function askLast(at: StepPosition, draft: Draft): Promise<StepAnswer<true>> {
  const kind = draft.transport === "stdio" ? "env" : "headers";
  return askEntries({ ...at, kind, hasSecrets: hasSecrets(draft) }, draft[kind], (entries) => {
    draft[kind] = entries;
  });
}

/** Returns false for `.mcp.json`, which `claude` reads itself: it knows no placeholders of secrets. */
function hasSecrets({ place }: Draft): boolean {
  return place?.kind !== "projectFile";
}

/** Passes an answer on if there is one. */
function take<T>(answer: StepAnswer<T>, use: (value: T) => void): StepAnswer<true> {
  if (answer === undefined) return undefined;
  if (answer === back) return back;
  use(answer as T);
  return true;
}

/** Other users of the machine can read the program and its arguments. */
function checkExposed(text: string): string | undefined {
  return /\$\{secret:/.test(text) ? serverFormText.exposed() : undefined;
}
