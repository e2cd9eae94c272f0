import { ChainError } from '../../base/index.js'
import { attributeValues, type Sandbox, type TxMessage } from '../../sandbox/internal.js'

/** A contract that is not part of a campaign: its label, and its `.wasm` in base64. */
interface Foreign {
  readonly label: string
  readonly wasm: string
}

/** Deploys a contract on each chain that lacks it. Chains without contracts, and those on which the account may not store code, stay without it. @param from who deploys it */
export async function deployOn(
  sandbox: Sandbox,
  chains: Iterable<string>,
  { label, wasm }: Foreign,
  from: string,
): Promise<void> {
  for (const key of new Set(chains)) {
    const { host } = sandbox.chain(key) ?? {}
    if (host?.app.runsWasm !== true || host.addressOf(label) !== undefined) continue
    const send = (message: TxMessage) => sandbox.perform({ action: 'tx', chain: key, from, messages: [message] })
    try {
      const stored = await send({ store: { wasm: { base64: wasm } } })
      const codeId = BigInt(attributeValues(stored, 'store_code', 'code_id')[0]!)
      await send({ instantiate: { codeId, label, msg: {}, funds: '' } })
    } catch (error) {
      if (!(error instanceof ChainError)) throw error
    }
  }
}
