const vscode = require("vscode");

exports.activate = () => vscode.commands.executeCommand("tandem.focus");
