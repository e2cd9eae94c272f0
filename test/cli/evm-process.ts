import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Hex } from '../../src/evm/index.js'
import { ROOT } from './command.js'

/** A `sudobox evm` that runs, on free ports. */
export interface EvmProcess {
  readonly url: string
  readonly wsUrl: string
  readonly accounts: readonly { readonly address: Hex; readonly privateKey: Hex }[]
  /** One request, outside of any client. @throws the error of the answer */
  readonly ask: (method: string, ...params: unknown[]) => Promise<unknown>
  readonly stop: () => void
}

export async function startEvm(...flags: readonly string[]): Promise<EvmProcess> {
  const child = spawn(process.execPath, [join(ROOT, 'dist/cli/main.js'), 'evm', '--json', '--port', '0', ...flags], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface({ input: child.stdout })) {
    const told = JSON.parse(line) as Pick<EvmProcess, 'url' | 'wsUrl' | 'accounts'>
    return {
      ...told,
      ask: (method, ...params) => ask(told.url, method, params),
      stop: () => void child.kill('SIGKILL'),
    }
  }
  throw new Error('sudobox evm ended before it was ready')
}

async function ask(url: string, method: string, params: unknown): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    headers: { 'content-type': 'application/json' },
  })
  const { result, error } = (await response.json()) as { result?: unknown; error?: { code: number; message: string } }
  if (error !== undefined) throw Object.assign(new Error(error.message), error)
  return result
}
