import { useActing, useExplorer } from '../hooks.js'
import { Result } from '../result-view.js'

/** Sends one wei between two accounts of the EVM, which starts it. */
export function FirstEvmTransaction() {
  const { chains } = useExplorer()
  const acting = useActing()
  const chain = chains.find(({ evm }) => evm !== undefined)?.key
  const send = async (): Promise<void> => {
    const asked = await acting.act('accounts of the EVM', { action: 'evm', chain, method: 'eth_accounts' })
    const { result = [] } = (asked?.outcome ?? {}) as { readonly result?: readonly string[] }
    const [from, to] = result
    if (from === undefined) return
    const params = [{ from, to: to ?? from, value: '0x1' }]
    await acting.act('send 1 wei', { action: 'evm', chain, method: 'eth_sendTransaction', params })
  }
  return (
    <div class="first-act">
      <button type="button" class="main" disabled={acting.busy} onClick={() => void send()}>
        Send 1 wei between two of its accounts
      </button>
      {acting.answer?.error && <Result acting={acting} />}
    </div>
  )
}
