import * as vscode from "vscode";
import type { DataQuestions } from "../../core/conversations/actions/deleteDataAction.ts";
import { escapePath } from "../../shared/base/invisible.ts";
import { dataText, describeData, formatDataSize, nameData } from "../../shared/text/data.ts";
import { toMessageText } from "../plainText.ts";

/** The questions and messages about Tandem's own data. */
export const dataDialogs: DataQuestions = {
  pickData: async (sizes) => {
    const rows = sizes.map(({ group, bytes }) => ({
      group,
      label: nameData(group),
      description: formatDataSize(bytes),
      detail: describeData(group),
    }));
    const chosen = await vscode.window.showQuickPick(rows, {
      canPickMany: true,
      title: dataText.title(),
      placeHolder: dataText.placeholder(),
    });
    return chosen?.map(({ group }) => group);
  },
  confirm: async (groups, copies) => {
    const remove = dataText.remove();
    const detail = toMessageText(dataText.removeDetail(groups.map(nameData), copies));
    return (
      (await vscode.window.showWarningMessage(dataText.removeQuestion(), { modal: true, detail }, remove)) === remove
    );
  },
  tellNothing: () => void vscode.window.showInformationMessage(dataText.nothing()),
  tellInUse: (isHere) => void vscode.window.showWarningMessage(isHere ? dataText.working() : dataText.usedElsewhere()),
  tellLeft: async (paths) => {
    await vscode.window.showErrorMessage(dataText.left(), {
      modal: true,
      detail: toMessageText(paths.map(escapePath).join("\n")),
    });
  },
  reload: async () => {
    await vscode.commands.executeCommand("workbench.action.reloadWindow");
  },
};
