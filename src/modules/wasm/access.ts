import { ErrInvalidRequest, GoPanic, parseAccAddress, wrapping } from '../../chain/index.js'
import { ErrDuplicate, ErrEmpty, ErrInvalid } from './errors.js'
import { AccessType, type AccessConfig, type Params } from './records.js'

/** Who may do what with code. Source: wasmd x/wasm/types/params.go, types.go, validation.go. */

const ALLOW_EVERYBODY: AccessConfig = { permission: AccessType.Everybody, addresses: [] }
const ALLOW_NOBODY: AccessConfig = { permission: AccessType.Nobody, addresses: [] }

export const DEFAULT_PARAMS: Params = {
  codeUploadAccess: ALLOW_EVERYBODY,
  instantiateDefaultPermission: AccessType.Everybody,
}

const MAX_ADDRESSES = 50

/** The config of generated types, which have more permission names than the chain; the numbers are the same. */
export const accessConfig = (config: { permission: number; addresses: readonly string[] }): AccessConfig => ({
  permission: config.permission as AccessType,
  addresses: config.addresses,
})

/** The names in the chain's JSON form. */
export const ACCESS_NAMES: Readonly<Record<AccessType, string>> = {
  [AccessType.Unspecified]: 'Unspecified',
  [AccessType.Nobody]: 'Nobody',
  [AccessType.Everybody]: 'Everybody',
  [AccessType.AnyOfAddresses]: 'AnyOfAddresses',
}

/** The config of a type for one address. @throws GoPanic for a type that params never have */
export function accessFor(type: AccessType, address: string): AccessConfig {
  if (type === AccessType.Nobody) return ALLOW_NOBODY
  if (type === AccessType.Everybody) return ALLOW_EVERYBODY
  if (type === AccessType.AnyOfAddresses) return { permission: type, addresses: [address] }
  throw new GoPanic('unsupported access type')
}

export function isAllowed(config: AccessConfig, actor: string): boolean {
  if (config.permission === AccessType.Nobody) return false
  if (config.permission === AccessType.Everybody) return true
  if (config.permission === AccessType.AnyOfAddresses) return config.addresses.includes(actor)
  throw new GoPanic('unknown type')
}

/** Whether a type is at least as strict as another. */
export function isSubsetType(type: AccessType, of: AccessType): boolean {
  if (of === AccessType.Everybody) return type !== AccessType.Unspecified
  if (of === AccessType.Nobody) return type === AccessType.Nobody
  if (of === AccessType.AnyOfAddresses) return type === AccessType.Nobody || type === AccessType.AnyOfAddresses
  return false
}

export function isSubset(config: AccessConfig, of: AccessConfig): boolean {
  if (of.permission === AccessType.AnyOfAddresses)
    return (
      config.permission === AccessType.Nobody ||
      (config.permission === AccessType.AnyOfAddresses &&
        config.addresses.every((address) => of.addresses.includes(address)))
    )
  return isSubsetType(config.permission, of.permission)
}

/** @throws ChainError */
export function checkAddresses(prefix: string, addresses: readonly string[]): void {
  if (addresses.length === 0) throw ErrEmpty.error('addresses')
  if (addresses.length > MAX_ADDRESSES)
    throw ErrInvalidRequest.error(`total number of addresses is greater than ${MAX_ADDRESSES}`)
  const seen = new Set<string>()
  for (const address of addresses) {
    wrapping(
      () => `address: ${address}`,
      () => parseAccAddress(prefix, address),
    )
    if (seen.has(address.toUpperCase())) throw ErrDuplicate.error('duplicate addresses')
    seen.add(address.toUpperCase())
  }
}

/** @throws ChainError wasm/12 or wasm/14 */
function checkAccessType(type: AccessType): void {
  if (type === AccessType.Unspecified) throw ErrEmpty.error('type')
  if (!Object.hasOwn(ACCESS_NAMES, type)) throw ErrInvalid.error('unknown type: "Unspecified"')
}

/** @throws ChainError */
export function checkAccessConfig(prefix: string, config: AccessConfig): void {
  checkAccessType(config.permission)
  if (config.permission !== AccessType.AnyOfAddresses) return
  wrapping('addresses', () => checkAddresses(prefix, config.addresses))
}

/** @throws ChainError */
export function checkParams(prefix: string, params: Params): void {
  wrapping('instantiate default permission', () => checkAccessType(params.instantiateDefaultPermission))
  wrapping('upload access', () => checkAccessConfig(prefix, params.codeUploadAccess))
}
