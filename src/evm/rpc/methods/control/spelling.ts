import { method, type Call, type Method, type Param, type RowBody } from '../../table.js'

/** One row under several names with equal answers. */
export const alike = <const P extends readonly Param<unknown>[], Changes extends boolean = false>(
  names: readonly string[],
  row: RowBody<P, Call, Changes>,
): Method[] => names.map((name) => method<P, Changes>(name, { status: 'none', ...row }))

/** Anvil answers with null, Hardhat with true. */
const done = (name: string): true | null => (/^(?:anvil|tenderly)_/.test(name) ? null : true)

/** An action without a result, under several names: each answers as the node that the name is from. */
export const command = <const P extends readonly Param<unknown>[], Changes extends boolean = false>(
  names: readonly string[],
  row: RowBody<P, Call, Changes>,
): Method[] =>
  alike(names, row).map((one) => ({
    ...one,
    handle: async (call, args) => {
      await one.handle(call, args)
      return done(one.name)
    },
  }))

/** The names of Hardhat and Anvil. */
export const both = (name: string): string[] => [`hardhat_${name}`, `anvil_${name}`]

/** The names of Hardhat, Anvil and Ganache (as viem calls it). */
export const every = (name: string): string[] => [...both(name), `ganache_${name}`]
