import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Json } from '../../src/sandbox/index.js'
import { ROOT } from '../cli/command.js'

/** A chain that another process serves. */
export interface ServedChain {
  readonly rpc: string
  /** Addresses of a cw20 token, of callback_lab, which has a failure, and of the account that made them. */
  readonly token: string
  readonly lab: string
  readonly alice: string
  readonly height: number
  readonly stop: () => Promise<void>
}

/** Two chains that another process serves. */
export interface ServedVault {
  /** Endpoints. */
  readonly neutron: string
  readonly hub: string
  /** Addresses of a vault, and of the account that deposited in it. */
  readonly vault: string
  readonly holder: string
  /** The denomination that it takes. */
  readonly vouchers: string
  /** What it was instantiated with. */
  readonly instantiateMsg: Json
  readonly stop: () => Promise<void>
}

/** @param rows how many the token has besides alice's */
export const startChain = (rows = 0): Promise<ServedChain> => start('served-chain.mjs', String(rows))

/** @param variant of the vault: the fault that is built into it */
export const startVault = (variant: string): Promise<ServedVault> => start('served-vault.mjs', variant)

async function start<T extends { readonly stop: () => Promise<void> }>(script: string, argument: string): Promise<T> {
  const child = spawn(process.execPath, [join(ROOT, 'test/fork', script), argument], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  for await (const line of createInterface({ input: child.stdout }))
    return {
      ...(JSON.parse(line) as Omit<T, 'stop'>),
      stop: () => {
        child.kill('SIGKILL')
        return ended
      },
    } as T
  throw new Error('the chain ended before it was ready')
}
