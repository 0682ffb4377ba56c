import type * as vscode from "vscode";
import type { Disposable } from "../shared/base/disposable.ts";

/** Adds an object to the subscriptions of a start, and returns it. */
export type Keep = <T extends Disposable>(object: T) => T;

/**
 * Returns a function that adds objects to the subscriptions as they are built: a start that fails later disposes of
 * them. Otherwise those that the editor knows already would be in the way when the user tries again.
 */
export function keepIn({ subscriptions }: Pick<vscode.ExtensionContext, "subscriptions">): Keep {
  return (object) => {
    subscriptions.push(object);
    return object;
  };
}
