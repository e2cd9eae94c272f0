import { jsonText, toHex } from '../../base/index.js'
import { EvmdApp } from '../../app/index.js'
import { addressText } from '../../chain/index.js'
import { ethAddressText } from '../../crypto/index.js'
import type { EvmCall } from '../../modules/wasm/index.js'
import type { EvmReader } from '../trace/recorder.js'
import { decodedCall } from '../values/abi-values.js'
import type { DecodedItem } from '../values/contract-abi.js'
import { failureText } from '../values/failure-text.js'
import type { ChainHost } from './chain-host.js'

/** Contracts that are modules, by the ends of their addresses. Source: cosmos/evm v0.7.3 x/vm/types/precompiles.go. */
const MODULES: ReadonlyMap<string, string> = new Map([
  ['0100', 'p256'],
  ['0400', 'bech32'],
  ['0800', 'staking'],
  ['0801', 'distribution'],
  ['0802', 'ics20'],
  ['0803', 'vesting'],
  ['0804', 'bank'],
  ['0805', 'gov'],
  ['0806', 'slashing'],
  ['0807', 'ics02'],
])

const CREATES: ReadonlySet<string> = new Set(['CREATE', 'CREATE2'])

/** Names what the EVM of a chain calls: contracts that were deployed in the sandbox by their labels, their functions and arguments by their ABIs. */
export class EvmCallTexts implements EvmReader {
  readonly #host: ChainHost

  constructor(host: ChainHost) {
    this.#host = host
  }

  begin({ opcode, from, to, input, value }: EvmCall): ReturnType<EvmReader['begin']> {
    const { prefix, denom } = this.#host.app
    const contract = addressText(prefix, to)
    const called = CREATES.has(opcode) ? undefined : this.#called(to, input)
    return {
      contract,
      label: this.#host.labelOf(contract) ?? moduleOf(to) ?? ethAddressText(to),
      entryPoint: CREATES.has(opcode) ? 'constructor' : (called?.name ?? unnamed(opcode, input)),
      text: () => (called === undefined ? `0x${toHex(input)}` : jsonText(called.args)),
      info: { sender: addressText(prefix, from), funds: value === 0n ? [] : [{ denom, amount: String(value) }] },
    }
  }

  /** The function that a call names, if it is a known one. */
  #called(to: Uint8Array, input: Uint8Array): DecodedItem | undefined {
    const { app, solidity } = this.#host
    const native = app instanceof EvmdApp ? app.functionOf(to, input) : undefined
    return native === undefined ? solidity.of(to)?.calledBy(input) : decodedCall(native, input)
  }

  error({ to }: EvmCall, output: Uint8Array, failure: string): string {
    const { solidity } = this.#host
    return failureText({ failure, error: solidity.error(solidity.of(to), output), returned: `0x${toHex(output)}` })
  }
}

/** The name of a contract that is a module. */
function moduleOf(address: Uint8Array): string | undefined {
  const digits = toHex(address)
  return digits.startsWith('0'.repeat(36)) ? MODULES.get(digits.slice(36)) : undefined
}

/** A call of a function that is not known. */
const unnamed = (opcode: string, input: Uint8Array): string => {
  if (opcode === 'SELFDESTRUCT') return 'selfdestruct'
  return input.length < 4 ? 'receive' : `0x${toHex(input.subarray(0, 4))}`
}
