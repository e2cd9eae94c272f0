import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
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

/** @param rows how many the token has besides alice's */
export async function startChain(rows = 0): Promise<ServedChain> {
  const child = spawn(process.execPath, [join(ROOT, 'test/fork/served-chain.mjs'), String(rows)], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  for await (const line of createInterface({ input: child.stdout }))
    return {
      ...(JSON.parse(line) as Omit<ServedChain, 'stop'>),
      stop: () => {
        child.kill('SIGKILL')
        return ended
      },
    }
  throw new Error('the chain ended before it was ready')
}
