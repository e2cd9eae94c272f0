import { method, type Method, type Param } from '../../table.js'

type Row<P extends readonly Param<unknown>[]> = Omit<Parameters<typeof method<P>>[1], 'status'>

/** One row under several names with equal answers. */
export const alike = <const P extends readonly Param<unknown>[]>(names: readonly string[], row: Row<P>): Method[] =>
  names.map((name) => method(name, { status: 'none', ...row }))

/** Anvil answers with null, Hardhat with true. */
const done = (name: string): true | null => (/^(?:anvil|tenderly)_/.test(name) ? null : true)

/** An action without a result, under several names: each answers as the node that the name is from. */
export const command = <const P extends readonly Param<unknown>[]>(names: readonly string[], row: Row<P>): Method[] =>
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
