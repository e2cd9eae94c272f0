import { NO_BYTES } from '../../base/index.js'
import type { ChainApp } from '../../app/index.js'
import { addressText, type Event } from '../../chain/index.js'
import { parseEthAddress } from '../../crypto/index.js'
import type { FailureRecord } from './failures.js'

/** Where the callbacks layer reports what it called. Source: ibc-go v11.0.0 modules/apps/callbacks/types/events.go. */
const TYPES: ReadonlySet<string> = new Set(['ibc_src_callback', 'ibc_dest_callback'])

/**
 * Callbacks to contracts in Solidity that failed, as the events of the kept blocks report them: the chain stores nothing of them and does not repeat them. @param contract bech32
 */
export function evmFailures({ baseApp, prefix }: ChainApp, contract: string | undefined): readonly FailureRecord[] {
  const failed = [...baseApp.blocks(true)]
    .flatMap(({ txs, events }) => [...txs.flatMap((tx) => tx.events), ...events])
    .filter((event) => TYPES.has(event.type) && valueOf(event, 'callback_result') === 'failure')
  return failed
    .map((event, index) => recordOf(event, prefix, BigInt(index + 1)))
    .filter(({ address }) => contract === undefined || address === contract)
}

const valueOf = ({ attributes }: Event, name: string): string => attributes.find(([key]) => key === name)?.[1] ?? ''

function recordOf(event: Event, prefix: string, id: bigint): FailureRecord {
  const of = (name: string): string => valueOf(event, name)
  const side = event.type === 'ibc_src_callback' ? 'src' : 'dest'
  const given = of('callback_address')
  return {
    address: /^0x[0-9a-fA-F]{40}$/.test(given) ? addressText(prefix, parseEthAddress(given)) : given,
    id,
    sudoPayload: NO_BYTES,
    error: of('callback_error'),
    details: `${of('callback_type')} of packet ${of('packet_sequence')} on ${of(`packet_${side}_channel`)}, with ${of('callback_exec_gas_limit')} of ${of('callback_commit_gas_limit')} gas: ${of('callback_error')}`,
  }
}
