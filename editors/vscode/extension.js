// Starts `sudobox debug` of the project that is debugged.
const path = require('node:path')
const { debug, DebugAdapterExecutable } = require('vscode')

exports.activate = ({ subscriptions }) => {
  const createDebugAdapterDescriptor = ({ configuration, workspaceFolder }) => {
    const cwd = configuration.cwd ?? workspaceFolder?.uri.fsPath ?? process.cwd()
    return new DebugAdapterExecutable('node', [path.join(cwd, 'node_modules/sudobox/dist/cli/main.js'), 'debug'], {
      cwd,
    })
  }
  subscriptions.push(debug.registerDebugAdapterDescriptorFactory('sudobox', { createDebugAdapterDescriptor }))
}
