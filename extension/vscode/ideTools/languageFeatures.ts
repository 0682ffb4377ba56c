import * as vscode from "vscode";
import type {
  CodeSymbol,
  LanguagePort,
  NestedSymbol,
  Place,
  PlaceKind,
  Position,
  RelatedSymbol,
  RelationKind,
} from "../../core/ideTools/port.ts";
import { getRoots, isFileIn, readLines } from "./insideFiles.ts";

/** The commands through which the editor asks all language features of a document. */
const placeCommands: Readonly<Record<PlaceKind, string>> = {
  definition: "vscode.executeDefinitionProvider",
  references: "vscode.executeReferenceProvider",
  implementations: "vscode.executeImplementationProvider",
};

const relations: Readonly<Record<RelationKind, { readonly prepare: string; readonly provide: string }>> = {
  incoming: { prepare: "vscode.prepareCallHierarchy", provide: "vscode.provideIncomingCalls" },
  outgoing: { prepare: "vscode.prepareCallHierarchy", provide: "vscode.provideOutgoingCalls" },
  supertypes: { prepare: "vscode.prepareTypeHierarchy", provide: "vscode.provideSupertypes" },
  subtypes: { prepare: "vscode.prepareTypeHierarchy", provide: "vscode.provideSubtypes" },
};

type RelatedItem = vscode.CallHierarchyIncomingCall | vscode.CallHierarchyOutgoingCall | vscode.TypeHierarchyItem;

/** Asks the language features of the editor. */
export const languageFeatures: LanguagePort = {
  readLines,

  async symbolsIn(path) {
    const found = await ask<vscode.DocumentSymbol | vscode.SymbolInformation>(
      "vscode.executeDocumentSymbolProvider",
      vscode.Uri.file(path),
    );
    return found.flatMap((symbol) => flatten(symbol, path, 0));
  },

  async findSymbols(query, folder) {
    const found = await ask<vscode.SymbolInformation>("vscode.executeWorkspaceSymbolProvider", query);
    const toPlace = createToPlace(folder);
    return found.flatMap(({ name, kind, containerName, location }): CodeSymbol[] => {
      const place = toPlace(location.uri, location.range);
      return place ? [{ name, kind: nameKind(kind), note: containerName ?? "", place }] : [];
    });
  },

  async findPlaces(kind, at, folder) {
    const found = await ask<vscode.Location | vscode.LocationLink>(
      placeCommands[kind],
      vscode.Uri.file(at.path),
      toPosition(at),
    );
    const toPlace = createToPlace(folder);
    const places = found.flatMap((each) => {
      if ("targetUri" in each) return toPlace(each.targetUri, each.targetSelectionRange ?? each.targetRange) ?? [];
      return toPlace(each.uri, each.range) ?? [];
    });
    // Several features can answer for one document.
    return [...new Map(places.map((place) => [`${place.line}:${place.column}:${place.path}`, place])).values()];
  },

  async findRelated(kind, at, folder) {
    const { prepare, provide } = relations[kind];
    const roots = await ask<vscode.CallHierarchyItem | vscode.TypeHierarchyItem>(
      prepare,
      vscode.Uri.file(at.path),
      toPosition(at),
    );
    const found = await Promise.all(
      roots.map(async (root) =>
        (await ask<RelatedItem>(provide, root)).flatMap((each) => toRelated(each, root, createToPlace(folder)) ?? []),
      ),
    );
    return found.flat();
  },

  async hover(at) {
    const found = await ask<vscode.Hover>("vscode.executeHoverProvider", vscode.Uri.file(at.path), toPosition(at));
    const texts = found.flatMap(({ contents }) =>
      contents.map((content) => (typeof content === "string" ? content : content.value)),
    );
    return [...new Set(texts.map((text) => text.trim()).filter((text) => text !== ""))];
  },
};

/**
 * Runs a command of the editor that answers with a list. Opens the document before, since features know only open
 * documents.
 */
async function ask<T>(command: string, ...given: readonly [unknown, ...unknown[]]): Promise<readonly T[]> {
  const [first] = given;
  if (first instanceof vscode.Uri) await vscode.workspace.openTextDocument(first);
  return (await vscode.commands.executeCommand<readonly T[] | undefined>(command, ...given)) ?? [];
}

const toPosition = ({ line, column }: Position): vscode.Position => new vscode.Position(line - 1, column - 1);

type ToPlace = (uri: vscode.Uri, range: vscode.Range) => Place | undefined;

/** Returns a function that converts ranges in files. A document that is not a file has no path for `claude`. */
function createToPlace(folder: string): ToPlace {
  const inside = [folder, ...getRoots()];
  return (uri, { start, end }) =>
    uri.scheme === "file"
      ? {
          path: uri.fsPath,
          line: start.line + 1,
          column: start.character + 1,
          endLine: end.line + 1,
          isInside: isFileIn(uri, inside),
        }
      : undefined;
}

function flatten(
  symbol: vscode.DocumentSymbol | vscode.SymbolInformation,
  path: string,
  depth: number,
): readonly NestedSymbol[] {
  const isNested = "children" in symbol;
  const { start, end } = isNested ? symbol.range : symbol.location.range;
  const place: Place = {
    path,
    line: start.line + 1,
    column: start.character + 1,
    endLine: end.line + 1,
    isInside: true,
  };
  const own: NestedSymbol = {
    name: symbol.name,
    kind: nameKind(symbol.kind),
    note: isNested ? symbol.detail : "",
    place,
    depth,
  };
  return [own, ...(isNested ? symbol.children.flatMap((child) => flatten(child, path, depth + 1)) : [])];
}

function toRelated(related: RelatedItem, root: vscode.CallHierarchyItem, toPlace: ToPlace): RelatedSymbol | undefined {
  const item = "from" in related ? related.from : "to" in related ? related.to : related;
  // The calls of an outgoing call are in the file of the caller.
  const caller = "from" in related ? related.from.uri : root.uri;
  const calls = "fromRanges" in related ? related.fromRanges.flatMap((range) => toPlace(caller, range) ?? []) : [];
  const place = toPlace(item.uri, item.selectionRange);
  return place && { name: item.name, kind: nameKind(item.kind), note: item.detail ?? "", place, calls };
}

/** Returns a kind in plain words: "enum member". */
function nameKind(kind: vscode.SymbolKind): string {
  return (vscode.SymbolKind[kind] ?? "symbol").replace(/(?<=.)([A-Z])/g, " $1").toLowerCase();
}
