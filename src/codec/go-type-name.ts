/** Go packages of generated types that are not called `types`, by protobuf package. */
const GO_PACKAGES: ReadonlyMap<string, string> = new Map([
  ['cosmos.authz.v1beta1', 'authz'],
  ['cosmos.crypto.ed25519', 'ed25519'],
  ['cosmos.crypto.multisig', 'multisig'],
  ['cosmos.crypto.secp256k1', 'secp256k1'],
  ['cosmos.feegrant.v1beta1', 'feegrant'],
  ['cosmos.gov.v1', 'v1'],
  ['cosmos.gov.v1beta1', 'v1beta1'],
  ['cosmos.tx.signing.v1beta1', 'signing'],
  ['cosmos.tx.v1beta1', 'tx'],
  ['ibc.lightclients.tendermint.v1', 'tendermint'],
])

/** The Go type of a message or an enum, as `%T` prints it: `tx.ModeInfo_Single` for `cosmos.tx.v1beta1.ModeInfo.Single`. */
export function goTypeName(type: string): string {
  const at = type.search(/\.[A-Z]/)
  return `${GO_PACKAGES.get(type.slice(0, at)) ?? 'types'}.${type.slice(at + 1).replaceAll('.', '_')}`
}
