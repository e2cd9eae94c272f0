import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { ROOT } from './command.js'

export interface ToldAccount {
  readonly name: string
  readonly address: string
  readonly addresses: { readonly [chain: string]: string }
  readonly privateKey: string
}

interface Urls {
  readonly rpc: string
  readonly rest: string
  readonly grpc: string
  readonly faucet: string
}

/** What `sudobox serve --json` prints. */
interface ServeTold {
  readonly urls: { readonly neutron: Urls & { readonly evm: string }; readonly hub: Urls; readonly osmo?: Urls }
  readonly metrics?: string
  /** With `--ui`. */
  readonly ui?: string
  readonly channels: readonly { readonly chain: string; readonly counterparty: { readonly chain?: string } }[]
  readonly accounts: readonly ToldAccount[]
  readonly mnemonics: readonly [{ readonly mnemonic: string; readonly accounts: readonly ToldAccount[] }]
}

/** A `sudobox serve` that runs, on free ports. */
export interface ServeProcess {
  readonly told: ServeTold
  /** What it wrote on stderr before it was ready. */
  readonly warned: string
  /** As Ctrl-C does. @returns the exit code */
  readonly interrupt: () => Promise<number | null>
  /** As `kill -9` does. */
  readonly kill: () => Promise<void>
}

export const startServe = (...args: readonly string[]): Promise<ServeProcess> => startServeIn(ROOT, ...args)

/** @param cwd the working directory */
export async function startServeIn(cwd: string, ...args: readonly string[]): Promise<ServeProcess> {
  const child = spawn(process.execPath, [join(ROOT, 'dist/cli/main.js'), 'serve', '--json', '--free-ports', ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let warned = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    warned += text
    process.stderr.write(text)
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  for await (const line of createInterface({ input: child.stdout })) {
    return {
      told: JSON.parse(line) as ServeTold,
      warned,
      interrupt: () => {
        child.kill('SIGINT')
        return ended
      },
      kill: async () => {
        child.kill('SIGKILL')
        await ended
      },
    }
  }
  throw new Error(`sudobox serve ended with ${await ended} before it was ready`)
}
