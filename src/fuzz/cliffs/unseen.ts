import { getInstance } from '../../modules/wasm/index.js'
import { DEFAULT_GAS_LIMIT } from '../../sandbox/internal.js'
import type { Start, Subject } from '../setup.js'
import { isOfEvm } from '../chains/solidity.js'
import type { GasEvidence } from './certificate.js'

/** The callbacks that Neutron makes by `sudo`, each with a text that the code of a contract has to contain to parse it. */
const SUDO: Readonly<Record<string, string>> = {
  response: 'source_port',
  error: 'source_port',
  timeout: 'source_port',
  open_ack: 'counterparty_version',
  kv_query_result: 'kv_query_result',
  tx_query_result: 'tx_query_result',
}

/** The callbacks that contracts can take and that no action sequence caused. */
export function unseenCallbacks(start: Start, seen: readonly GasEvidence[]): readonly GasEvidence[] {
  return start.subjects.flatMap((subject) => {
    const contract = subject.config.label
    const isSeen = (kind: string): boolean =>
      seen.some((one) => one.contract === contract && one.callback.split(' ')[0] === kind)
    return callbacksIn(start, subject)
      .filter(({ callback }) => !isSeen(callback))
      .map((one) => ({ contract, ...one, ran: false, most: 0n, crossing: undefined, bounds: [] }))
  })
}

function callbacksIn({ sandbox }: Start, { config, address }: Subject) {
  const { host } = sandbox.chain(config.chain)!
  if (isOfEvm(host) || host.isDouble(address)) return []
  const { vm, context, contractManager } = host.app
  const account = host.app.address(address)
  const { checksum } = getInstance(context, account)
  const entryPoints = [...vm.report(checksum).entryPoints]
  const code = Buffer.from(vm.wasm(checksum))
  const sudo =
    contractManager !== undefined && entryPoints.includes('sudo')
      ? Object.keys(SUDO).filter((kind) => code.includes(kind) && code.includes(SUDO[kind]!))
      : []
  const limit = contractManager?.limitOf(context, account) ?? contractManager?.params(context).sudoCallGasLimit ?? 0n
  return [
    ...sudo.map((callback) => ({ callback, entryPoint: 'sudo', limit })),
    ...entryPoints
      .filter((name) => /^ibc2?_/.test(name) && name !== 'ibc2_packet_send')
      .map((name) => ({ callback: name, entryPoint: name, limit: DEFAULT_GAS_LIMIT })),
  ]
}
