import { getInstance } from '../../modules/wasm/index.js'
import { constantsOf } from '../../vm/tools/index.js'
import type { Start, Subject } from '../setup.js'
import { isOfEvm } from '../chains/solidity.js'

/** Words in the code of a contract that may be values of a message: those in upper case, such as symbols, then those in lower case. */
export function codeWords({ sandbox }: Start, { config, address }: Subject): readonly string[] {
  const { host } = sandbox.chain(config.chain)!
  if (isOfEvm(host) || host.isDouble(address)) return []
  const { checksum } = getInstance(host.app.context, host.app.address(address))
  return wordsIn(host.app.vm.wasm(checksum))
}

/** {@link codeWords} of a module. */
export function wordsIn(wasm: Uint8Array): readonly string[] {
  const { texts } = constantsOf(wasm)
  return [
    ...texts.filter((text) => /^[A-Z][A-Z0-9_]*$/.test(text)),
    ...texts.filter((text) => /^[a-z][^A-Z]*$/.test(text)),
  ]
}
