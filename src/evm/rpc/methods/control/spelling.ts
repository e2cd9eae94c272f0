import { method, type Method, type Param } from '../../table.js'

type Row<P extends readonly Param<unknown>[]> = Omit<Parameters<typeof method<P>>[1], 'status'>

/** One row under several names, each with the same answer. */
export const alike = <const P extends readonly Param<unknown>[]>(names: readonly string[], row: Row<P>): Method[] =>
  names.map((name) => method(name, { status: 'none', ...row }))

/** Anvil says nothing of what is done, Hardhat true. */
const done = (name: string): true | null => (/^(?:anvil|tenderly)_/.test(name) ? null : true)

/** Something that is done without a result, under several names: each answers as the node whose name it is. */
export const command = <const P extends readonly Param<unknown>[]>(names: readonly string[], row: Row<P>): Method[] =>
  alike(names, row).map((one) => ({
    ...one,
    handle: async (call, args) => {
      await one.handle(call, args)
      return done(one.name)
    },
  }))

/** The same name of Hardhat and of Anvil. */
export const both = (name: string): string[] => [`hardhat_${name}`, `anvil_${name}`]

/** The same name of Hardhat, of Anvil, and as viem calls it of Ganache. */
export const every = (name: string): string[] => [...both(name), `ganache_${name}`]
