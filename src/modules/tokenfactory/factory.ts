import { factoryErrors, type FactoryErrors } from './errors.js'

/** What the two factories of Neutron differ in; otherwise their modules are copies of each other. Source: neutron x/tokenfactory, x/coinfactory (06e81b9f). */
export interface Factory {
  /** The name of the module, its store, its account and the codespace of its errors. */
  readonly name: 'tokenfactory' | 'coinfactory'
  /** The protobuf package of its messages and queries. */
  readonly package: string
  /** How a denom begins. */
  readonly prefix: string
  /** What stands between the prefix, the creator and the subdenom. */
  readonly separator: '/' | '.'
  /** Length of the longest subdenom, in bytes. */
  readonly maxSubdenom: number
  /** Whether queries of an admin or a hook refuse creators and subdenoms that make no denom. */
  readonly checksQueries: boolean
  readonly errors: FactoryErrors
}

/** Denoms `factory/{creator}/{subdenom}`. */
export const TOKEN_FACTORY: Factory = {
  name: 'tokenfactory',
  package: 'osmosis.tokenfactory.v1beta1',
  prefix: 'factory',
  separator: '/',
  maxSubdenom: 44,
  checksQueries: false,
  errors: factoryErrors('tokenfactory', 44),
}

/** Denoms `coinfactory.{creator}.{subdenom}`. */
export const COIN_FACTORY: Factory = {
  name: 'coinfactory',
  package: 'neutron.coinfactory.v1beta1',
  prefix: 'coinfactory',
  separator: '.',
  maxSubdenom: 40,
  checksQueries: true,
  errors: factoryErrors('coinfactory', 40),
}
