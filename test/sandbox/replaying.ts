import { createSandbox, TxError, type Action, type Sandbox, type SandboxOptions } from '../../src/sandbox/index.js'
import { toHex } from '../../src/base/bytes.js'

/** Height and app hash of each chain. */
export const rootsOf = (sandbox: Sandbox) =>
  Object.values(sandbox.chains).map(({ key, host }) => {
    const { stores, last } = host.app.baseApp
    return [key, last.height, toHex(stores.latest!.commitment.hash)]
  })

/** The same of another sandbox after the actions of a log, failing ones included. */
export async function replayed(options: SandboxOptions, log: readonly Action[]) {
  const sandbox = createSandbox(options)
  for (const action of log)
    try {
      await sandbox.perform(action)
    } catch (error) {
      if (!(error instanceof TxError)) throw error
    }
  const roots = rootsOf(sandbox)
  await sandbox.close()
  return roots
}
