import type { Version } from 'cosmjs-types/ibc/core/connection/v1/connection'
import { isBlank, protoText } from '../../../codec/index.js'
import { ErrInvalidConnectionVersion, ErrVersionNegotiationFailed } from '../errors.js'

/** Versions of a connection: the features that both ends support. Source: ibc-go v10 03-connection/types/version.go. */
export const VERSIONS: readonly Version[] = [{ identifier: '1', features: ['ORDER_ORDERED', 'ORDER_UNORDERED'] }]

/** A version as Go prints it. */
export const versionText = ({ identifier, features }: Version): string =>
  protoText([
    ...(identifier === '' ? [] : [['identifier', identifier] as const]),
    ...features.map((feature) => ['features', feature] as const),
  ])
const versionsText = (versions: readonly Version[]): string => `[${versions.map(versionText).join(' ')}]`

/** @throws ChainError connection/9 */
export function validateVersion(version: Version | undefined): void {
  if (version === undefined) throw ErrInvalidConnectionVersion.error('version cannot be nil')
  if (isBlank(version.identifier)) throw ErrInvalidConnectionVersion.error('version identifier cannot be blank')
  if (version.features.length > 100)
    throw ErrInvalidConnectionVersion.error('features length must not exceed 100 items')
  for (const [i, feature] of version.features.entries())
    if (isBlank(feature)) throw ErrInvalidConnectionVersion.error(`feature cannot be blank, index ${i}`)
}

/** Whether a version and all its features are supported. Source: `IsSupportedVersion` */
export function isSupported(supported: readonly Version[], proposed: Version): boolean {
  const known = supported.find(({ identifier }) => identifier === proposed.identifier)
  if (known === undefined || proposed.features.length === 0) return false
  return proposed.features.every((feature) => known.features.includes(feature))
}

/** The first of this chain's versions that the other side supports too, with the features they share. @throws ChainError connection/10. Source: `PickVersion` */
export function pickVersion(counterparty: readonly Version[]): Version {
  for (const { identifier, features } of VERSIONS) {
    const other = counterparty.find((version) => version.identifier === identifier)
    const common = features.filter((feature) => other?.features.includes(feature))
    if (common.length > 0) return { identifier, features: common }
  }
  throw ErrVersionNegotiationFailed.error(
    `failed to find a matching counterparty version (${versionsText(counterparty)}) from the supported version list (${versionsText(VERSIONS)})`,
  )
}
