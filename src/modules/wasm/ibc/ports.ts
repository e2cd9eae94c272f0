/** What the port of a contract with IBC entry points begins with. */
export const IBC_PORT_PREFIX = 'wasm.'
/** What the port of a contract for IBC v2 begins with. */
export const IBC2_PORT_PREFIX = 'wasm2'

/** The port of a contract with IBC entry points. Source: wasmd, `x/wasm/keeper`. */
export const ibcPort = (contract: string): string => IBC_PORT_PREFIX + contract

/** The port of a contract for IBC v2, which leaves out the prefix of its address. Source: wasmd, `x/wasm/keeper`. */
export const ibc2Port = (prefix: string, contract: string): string => IBC2_PORT_PREFIX + contract.slice(prefix.length)
