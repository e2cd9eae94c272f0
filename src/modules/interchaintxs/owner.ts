import { addressText, parseAccAddress, rethrowing } from '../../chain/index.js'
import { ErrInvalidAccountAddress, ErrInvalidIcaOwner } from './errors.js'

const DELIMITER = '.'
const PREFIX = 'icacontroller-'

/** The owner of an account: a contract, and the id by which it knows the account. Source: neutron x/interchaintxs/types/types.go. */
export const ownerText = (prefix: string, contract: Uint8Array, id: string): string =>
  addressText(prefix, contract) + DELIMITER + id

/** The contract that owns a port. @throws ChainError interchaintxs/1100, /1101 */
export function contractOfPort(prefix: string, portId: string): Uint8Array {
  const owner = portId.startsWith(PREFIX) ? portId.slice(PREFIX.length) : portId
  const at = owner.indexOf(DELIMITER)
  if (at < 0) throw ErrInvalidIcaOwner.error('invalid ICA interchainAccountID format')
  return ownerAddress(prefix, owner.slice(0, at))
}

/** @throws ChainError interchaintxs/1101 */
export function ownerAddress(prefix: string, text: string): Uint8Array {
  return rethrowing(
    (error) => ErrInvalidAccountAddress.error(`failed to decode address from bech32: ${error.log}`),
    () => parseAccAddress(prefix, text),
  )
}
