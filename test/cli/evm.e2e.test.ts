import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, expect, test } from 'vitest'
import { ROOT, fileOf, sudobox } from './command.js'

interface Told {
  readonly url: string
  readonly wsUrl: string
  readonly chainId: number
  readonly accounts: readonly { readonly address: string }[]
}

let child: ChildProcess | undefined
afterEach(() => child?.kill('SIGKILL'))

async function evm(...args: readonly string[]): Promise<Told> {
  child = spawn(process.execPath, [join(ROOT, 'dist/cli/main.js'), 'evm', '--json', '--port', '0', ...args], {
    cwd: ROOT,
  })
  for await (const line of createInterface({ input: child.stdout! })) return JSON.parse(line) as Told
  throw new Error('it ended')
}

const ask = async (url: string, method: string, params: unknown[] = []): Promise<unknown> => {
  const response = await fetch(url, {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    headers: { 'content-type': 'application/json' },
  })
  const { result, error } = (await response.json()) as { result?: unknown; error?: unknown }
  return error ?? result
}

test('serves a chain with accounts that have funds, and ends on Ctrl-C', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sudobox-evm-'))
  const flags = ['--chain-id', '4711', '--accounts', '2', '--client-version', 'anvil/v9', '--datadir', folder]
  const { url, accounts, chainId } = await evm(...flags)
  expect(chainId).toBe(4711)
  expect(await ask(url, 'web3_clientVersion')).toBe('anvil/v9')
  expect(await ask(url, 'eth_accounts')).toEqual(accounts.map(({ address }) => address))
  const [from, to] = accounts.map(({ address }) => address)
  const hash = await ask(url, 'eth_sendTransaction', [{ from, to, value: '0x1' }])
  expect(await ask(url, 'eth_getTransactionReceipt', [hash])).toMatchObject({ status: '0x1' })

  // The command runs in a thread, and a trace is of the whole process.
  expect(await ask(url, 'debug_startGoTrace', ['long.json'])).toBeNull()
  expect(await ask(url, 'debug_goTrace', ['short.json', 0.1])).toEqual({
    code: -32000,
    message: 'trace already in progress',
  })
  await ask(url, 'debug_freeOSMemory')
  expect(await ask(url, 'debug_stopGoTrace')).toBeNull()
  expect(await ask(url, 'debug_goTrace', ['short.json', 0.1])).toBeNull()
  expect(await ask(url, 'debug_stopGoTrace')).toEqual({ code: -32000, message: 'trace not in progress' })
  const traced = (name: string): string[] => {
    const { traceEvents } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as { traceEvents: { name: string }[] }
    return traceEvents.map((event) => event.name)
  }
  expect(traced('long.json')).toContain('MajorGC')
  expect(traced('short.json')).toContain('thread_name')

  expect(await ask(url, 'debug_writeMemProfile', ['of-all.heapsnapshot'])).toBeNull()
  const { snapshot, strings } = JSON.parse(readFileSync(join(folder, 'of-all.heapsnapshot'), 'utf8')) as {
    snapshot: { node_count: number }
    strings: string[]
  }
  expect(snapshot.node_count).toBeGreaterThan(10_000)
  expect(strings).toContain('EvmChain')

  const ended = new Promise((resolve) => child!.once('exit', resolve))
  child!.kill('SIGINT')
  expect(await ended).toBe(0)
})

test('starts from a genesis, and requires the token', async () => {
  const genesis = fileOf(
    JSON.stringify({
      config: { chainId: 77 },
      alloc: {},
      gasLimit: '0x1c9c380',
      difficulty: '0x1',
      nonce: '0x0',
      timestamp: '0x0',
      extraData: '0x',
    }),
    'genesis.json',
  )
  const { url, chainId } = await evm('--genesis', genesis, '--token', 'secret')
  expect(chainId).toBe(77)
  expect(await ask(url, 'eth_chainId')).toBe('0x4d')
  expect(await ask(url, 'personal_listAccounts')).toEqual({ code: -32001, message: 'authentication required' })
})

test.each([
  [['--port', '70000'], 'A port must be 0 to 65535'],
  [['--profile', 'x'], 'functional, documented, cosmos-evm'],
  [['--genesis', 'nowhere.json'], 'cannot read nowhere.json'],
  [['--hardfork', 'x'], 'invalid hardfork'],
  [['--limit', 'x=1'], 'Limits: httpBodyLimit'],
  [['--limit', 'httpTimeout'], 'NAME=NUMBER'],
  [['--token', ''], 'printable ASCII'],
  [['--allowed-host', 'http://x', '--port', '0'], 'an allowed host is a name or an address'],
])('%j ends with 2 and a text that helps', async (args, text) => {
  const { code, stderr } = await sudobox('evm', ...args)
  expect(stderr).toContain(text)
  expect(code).toBe(2)
})
