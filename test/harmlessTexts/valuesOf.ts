import ts from "typescript";

/** Levels of a value; what is deeper is left out. */
const maxLevels = 9;

/**
 * Values that fit a type: one of every kind that it can be, with `text` wherever there is room for any text. Of an
 * object each field runs through its own values beside the others', and once all that may be missing is.
 */
export class FittingValues {
  readonly #checker: ts.TypeChecker;
  readonly #text: string;

  constructor(checker: ts.TypeChecker, text: string) {
    this.#checker = checker;
    this.#text = text;
  }

  of(type: ts.Type, at: ts.Node, above: readonly ts.Type[] = []): readonly unknown[] {
    if (above.length > maxLevels) return [];
    if (type.isUnion()) return type.types.flatMap((each) => this.of(each, at, above));
    if (type.isStringLiteral() || type.isNumberLiteral()) return [type.value];
    const { flags } = type;
    if (flags & ts.TypeFlags.BooleanLiteral) return [this.#checker.typeToString(type) === "true"];
    if (flags & (ts.TypeFlags.StringLike | ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return [this.#text];
    if (flags & ts.TypeFlags.NumberLike) return [3, 0];
    if (flags & ts.TypeFlags.Null) return [null];
    if (flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void)) return [undefined];
    // A text of ours with a mark on it.
    if (type.isIntersection() && type.types.some((each) => each.flags & ts.TypeFlags.StringLike)) return [this.#text];
    // A value that holds itself ends there.
    if (above.includes(type)) return [];
    return this.#objectsOf(type, at, [...above, type]);
  }

  /** The arguments of calls that use up all values of each parameter. */
  argumentsOf(signature: ts.Signature, at: ts.Node, above: readonly ts.Type[] = []): readonly (readonly unknown[])[] {
    const each = signature.parameters.map((parameter) =>
      this.of(this.#checker.getTypeOfSymbolAtLocation(parameter, at), at, above),
    );
    return byTurns(each);
  }

  #objectsOf(type: ts.Type, at: ts.Node, above: readonly ts.Type[]): readonly unknown[] {
    const [signature] = type.getCallSignatures();
    if (signature) {
      const [answer] = this.of(signature.getReturnType(), at, above);
      // A list that is asked for again and again would hold itself for ever.
      let lists = 1;
      return [() => (Array.isArray(answer) && lists-- <= 0 ? [] : answer)];
    }
    const given = this.#checker.getTypeArguments(type as ts.TypeReference);
    if (this.#checker.isTupleType(type)) return byTurns(given.map((each) => this.of(each, at, above)));
    const [first, second] = given;
    const name = type.symbol?.name ?? "";
    if (/^(Readonly)?Array$/.test(name) && first) return [[...this.of(first, at, above)], []];
    if (/^(Readonly)?Map$/.test(name) && first && second)
      return [new Map(byTurns([this.of(first, at, above), this.of(second, at, above)]) as [unknown, unknown][])];
    if (/^(Readonly)?Set$/.test(name) && first) return [new Set(this.of(first, at, above))];
    return this.#recordsOf(type, at, above);
  }

  #recordsOf(type: ts.Type, at: ts.Node, above: readonly ts.Type[]): readonly object[] {
    const fields = this.#checker.getPropertiesOfType(type);
    const index = this.#checker.getIndexTypeOfType(type, ts.IndexKind.String);
    const more = index
      ? this.of(index, at, above)
          .slice(0, 1)
          .map((value) => [this.#text, value] as const)
      : [];
    const values = fields.map((field) => this.of(this.#checker.getTypeOfSymbolAtLocation(field, at), at, above));
    const whole = byTurns(values).map((each) =>
      Object.fromEntries([...fields.map(({ name }, number) => [name, each[number]] as const), ...more]),
    );
    const needed = fields.filter(({ flags }) => !(flags & ts.SymbolFlags.Optional)).map(({ name }) => name);
    const [first] = whole;
    if (!first || needed.length === fields.length) return whole;
    return [...whole, ...whole.map((each) => Object.fromEntries(needed.map((name) => [name, each[name]])))];
  }
}

/** As many rows as the longest list has values; shorter lists begin again. */
function byTurns(lists: readonly (readonly unknown[])[]): unknown[][] {
  const rows = Math.max(1, ...lists.map((values) => values.length));
  return Array.from({ length: rows }, (_, row) => lists.map((values) => values[row % Math.max(1, values.length)]));
}
