/** The versions that a node reports. Clients choose their dialect by the first. */
export const COMET_VERSION = '0.38.17'
export const SDK_VERSION = 'v0.53.6'

/** The dependencies of the real chain's binary that clients look for, sorted by path as in Go's build information. Relayers refuse a node that does not list them. */
export const BUILD_DEPS: readonly { readonly path: string; readonly version: string }[] = [
  { path: 'github.com/CosmWasm/wasmd', version: 'v0.61.12' },
  { path: 'github.com/cometbft/cometbft', version: `v${COMET_VERSION}` },
  { path: 'github.com/cosmos/cosmos-sdk', version: SDK_VERSION },
  { path: 'github.com/cosmos/ibc-go/v10', version: 'v10.5.0' },
]
