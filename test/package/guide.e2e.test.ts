// A newcomer's way, by the guides alone: from an empty folder to a passing test, a campaign and a reproduced bug, with the package as it is published.
import type { ChildProcess } from 'node:child_process'
import { cpSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import { ROOT } from '../cli/command.js'
import { freePort } from '../free-port.js'
import { blocksOf, run, start, write } from './guide.js'
import { emptyFolder, manifestOnly, NPMRC, onlineTest as test, TIMEOUT, unpack } from './packed.js'

const scratch = emptyFolder()
/** Where the newcomer works. */
const folder = join(scratch, 'project')
const running: ChildProcess[] = []
write(folder, '.npmrc', NPMRC)

afterAll(() => {
  for (const { pid, exitCode } of running) if (exitCode === null) process.kill(-pid!, 'SIGTERM')
  rmSync(scratch, { recursive: true, force: true })
})

/** Stands for npx where a command is installed: npx itself takes longer than most commands. */
const NPX = 'npx() { "node_modules/.bin/$@"; }\n'

const SUDOBOX_IS_INSTALLED = /(?<=npm install .*)\bsudobox\b/

/** On a machine that has more to do, a test may take longer than Vitest's 5 seconds. A process for each file takes most of a second. */
const VITEST = '--testTimeout=120000 --maxWorkers=1 --no-isolate'

/** The ports of served chains that guides name. */
const NAMED_PORTS: Readonly<Record<string, string>> = {
  'neutron.rpc': ':26657',
  'neutron.rest': ':1317',
  'neutron.grpc': ':9090',
  'hub.rpc': ':26667',
  'hub.rest': ':1327',
  'hub.grpc': ':9100',
  'hub.faucet': ':8010',
  'wasm.rpc': ':26677',
}

/** Free ports in place of those, which may be taken here. */
class GuidePorts {
  readonly #free = new Map<string, number>()

  /** A command that serves chains, on the free ports. */
  async served(command: string): Promise<string> {
    const named = Object.keys(NAMED_PORTS).filter((name) => !name.startsWith('wasm.') || command.includes('wasm='))
    for (const name of named) this.#free.set(name, await freePort())
    return [command.trim(), '--free-ports', ...named.map((name) => `--port ${name}=${this.#free.get(name)}`)].join(' ')
  }

  /** A text of the guide with the free ports. */
  in(text: string): string {
    const free = new Map([...this.#free].map(([name, port]) => [NAMED_PORTS[name]!, `:${port}`]))
    // In one pass, since a free port may be one that a guide names.
    return text.replaceAll(/:\d+\b/g, (port) => free.get(port) ?? port)
  }
}

const hasProgram = async (program: string): Promise<boolean> => (await run(`command -v ${program}`, folder)).code === 0

/** Does what a guide says, one block after the other. */
async function follow(guide: string): Promise<string> {
  // The first guide is followed to the letter.
  const npx = guide === 'testing' ? '' : NPX
  const ports = new GuidePorts()
  let output = ''
  for (const block of blocksOf(guide)) {
    if (block.kind === 'file') write(folder, block.path, ports.in(block.text))
    else if (block.kind === 'background')
      running.push(await start(`${npx}${await ports.served(block.text)}`, folder, 'Ctrl-C'))
    else if (block.kind === 'run' && block.needs !== undefined && !(await hasProgram(block.needs)))
      output += `\n${block.needs} is not installed here: its part of the guide did not run\n`
    else {
      const isInstalled = SUDOBOX_IS_INSTALLED.test(block.text)
      const text = ports
        .in(block.text)
        // The package is not in the registry yet: its manifest stands in its place.
        .replace(SUDOBOX_IS_INSTALLED, isInstalled ? await manifestOnly(scratch) : '')
        .replaceAll('vitest run', `vitest run ${VITEST}`)
        // A worker for each core finds it no sooner.
        .replace(/sudobox fuzz .*/, '$& --workers 1')
      const ran = await run(npx + text, folder)
      if (isInstalled && ran.code === 0) await unpack(folder)
      if (ran.code !== 0 && text.includes('npm install'))
        throw new Error(`${text}: ${ran.output}\nWithout a registry: SUDOBOX_OFFLINE=1`)
      expect(ran, block.text).toEqual({ code: block.kind === 'fails' ? 1 : 0, output: ran.output })
      output += ran.output
    }
  }
  return output
}

test(
  'the guide to testing leads to passing tests',
  async () => {
    const output = await follow('testing')
    expect(output).toMatch(/Tests\s+6 passed \(6\)/)
    expect(output).toMatch(/gas: 1 value matches its snapshot/)
  },
  TIMEOUT,
)

test(
  'a client of a chain is there without cosmjs',
  async () => {
    const script = `
      import { createSandbox } from 'sudobox'
      const { neutron } = createSandbox().chains
      const [alice, bob] = [neutron.account('alice', '50untrn'), neutron.account('bob')]
      const client = await neutron.client(alice)
      await client.sendTokens(alice.address, bob.address, [{ denom: 'untrn', amount: '20' }], 'auto')
      console.log((await client.getBalance(bob.address, 'untrn')).amount)
    `
    write(folder, 'client.mjs', script)
    const { code, output } = await run('node client.mjs', folder)
    expect({ code, output }).toEqual({ code: 0, output: expect.stringMatching(/^20$/m) as string })
  },
  TIMEOUT,
)

test(
  'the command lists what it can do',
  async () => {
    const { code, output } = await run('npx sudobox --help', folder)
    expect(code).toBe(0)
    for (const command of ['evm', 'fuzz', 'query', 'replay', 'reproduce', 'serve', 'shrink', 'tx', 'vm'])
      expect(output).toMatch(new RegExp(`^ +${command}\\b`, 'm'))
  },
  TIMEOUT,
)

test(
  'without solc, compiling Solidity names the package to install',
  async () => {
    const script = `
      import { createEvmNode, RpcError } from 'sudobox/evm'
      const node = createEvmNode()
      const error = await node.request({ method: 'eth_compileSolidity', params: ['contract A {}'] }).catch((error) => error)
      console.log(error instanceof RpcError, error.code, error.message)
    `
    write(folder, 'compile.mjs', script)
    const { output } = await run('node compile.mjs', folder)
    expect(output).toMatch(/^true -32000 there is no compiler: install the npm package solc/)
  },
  TIMEOUT,
)

test(
  'the guide to fuzzing finds a fault, keeps it, and holds the mended contract to it',
  async () => {
    const output = await follow('fuzzing')
    expect(output).toMatch(/^found I\d+ /m)
    expect(output).toMatch(/steps as expected/)
    expect(output).toMatch(/vault: I\d+, /)
    expect(output).toMatch(/Tests\s+1 passed \(1\)/)
  },
  TIMEOUT,
)

test(
  'the page of campaigns has one that finds a fault, keeps it, and holds the mended contract to it',
  async () => {
    const output = await follow('campaigns')
    expect(output).toMatch(/^found I\d+ /m)
    expect(output).toMatch(/steps as expected/)
    expect(output).toMatch(/deposits: I\d+, /)
    expect(output).toMatch(/Tests\s+1 passed \(1\)/)
  },
  TIMEOUT,
)

test(
  'the guide to comparing builds shows what a patch changes, on both builds',
  async () => {
    const output = await follow('comparing-builds')
    expect(output).toMatch(/^differs vault_v1\//m)
    expect(output.match(/steps as expected/g)).toHaveLength(2)
  },
  TIMEOUT,
)

test(
  'the guide to rehearsing an upgrade names what differs, and upgrades a chain under a packet',
  async () => {
    const output = await follow('rehearsing-an-upgrade')
    expect(output).toMatch(/capability: the chain lacks this capability.*\n +neutron$/m)
    expect(output).toMatch(/^ {2}gas: the circuit breaker is asked before each message$/m)
    expect(output).not.toContain('without a known cause')
    expect(output).toMatch(/Tests\s+1 passed \(1\)/)
  },
  TIMEOUT,
)

test(
  'the guide to mutants finds what two tests do not notice, and tests that would',
  async () => {
    const sources = 'contracts/std3/callback_lab/src'
    cpSync(join(ROOT, sources), join(folder, sources), { recursive: true })
    const output = await follow('mutants')
    const shown = /```text\n(survived .*)\n(no test .*)\n/.exec(readFileSync('docs/guides/mutants.md', 'utf8'))
    expect(output.split('\n')).toEqual(expect.arrayContaining(shown!.slice(1)))
    expect(output).toMatch(/^survived .*\(the contract answers the same in all tests\)$/m)
    expect(output).toMatch(/noticed, less than 99 %/)
    expect(readFileSync(join(folder, 'mutants.xml'), 'utf8')).toContain('no test reaches it')
    // How many are found depends on the time that the machine has for them.
    for (const [sketch] of [...output.matchAll(/fixtures\/mutants\/lab-\d+\.json/g)].slice(0, 1))
      expect((await run(`${NPX}npx sudobox replay ${sketch}`, folder)).output).toMatch(/steps as expected/)
  },
  TIMEOUT,
)

test(
  'the guide to reproducing replays a recording, a failure of a live chain, and one that was downloaded',
  async () => {
    const output = await follow('reproducing')
    expect(output).toContain('9 of 9 steps as expected')
    expect(output).toContain('The callback fails with the recorded error.')
    expect(output).toMatch(/A resubmission of failure 0 would succeed\. The callback would use [\d,]+ gas/)
    expect(output).toMatch(/A resubmission of failure 0 would succeed at the latest height \(\d+\), with [\d,]+ gas/)
    expect(output).toContain(
      'written to fixtures/live.json and fixtures/live.json.forks, and replayed without the node',
    )
    expect(output).toMatch(/Tests\s+3 passed \(3\)/)
  },
  TIMEOUT,
)

test(
  'the guide to contracts in two languages leads to passing tests',
  async () => {
    const output = await follow('two-languages')
    expect(output.match(/Tests\s+\d+ passed \(\d+\)/g)).toHaveLength(3)
    expect(output).toContain('onPacketAcknowledgement PacketVault')
    expect(output).toMatch(/found I2 callback onPacketAcknowledgement of vault failed/)
  },
  TIMEOUT,
)

test(
  'the guide to live chains continues from the state of one, and then needs it no more',
  async () => {
    const output = await follow('mainnet')
    expect(output).toMatch(/Tests\s+1 passed \(1\)/)
    expect(output).toContain('4 of 4 steps as expected')
    expect(output).toContain('--fork <chain=url>')
  },
  TIMEOUT,
)

test(
  'the guide to other tools has a wallet, a script, a faucet and a relayer work with a network',
  async ({ annotate }) => {
    const output = await follow('tools')
    expect(output).toMatch(/^transfer: code 0 at height \d+$/m)
    const keplr = JSON.parse(readFileSync(join(folder, 'registry/sandboxneutron/keplr.json'), 'utf8')) as {
      rest: string
    }
    const status = await fetch(`${keplr.rest}/cosmos/base/tendermint/v1beta1/node_info`)
    expect(await status.json()).toMatchObject({ default_node_info: { network: 'neutron-sandbox-1' } })
    const absent = [...output.matchAll(/^.* did not run$/gm)].map(([line]) => line)
    for (const line of absent) await annotate(line)
    if (!absent.some((line) => line.startsWith('hermes')))
      expect(output).toMatch(/"denom":"ibc\/[0-9A-F]{64}","amount":"1000"/)
    if (!absent.some((line) => line.startsWith('wasmd'))) expect(output).toContain('"code_id":"1"')
  },
  TIMEOUT,
)

test(
  'what a test of another simulator becomes runs',
  async () => {
    await follow('../migration')
    const { output } = await run(`${NPX}npx vitest run ${VITEST} test/from-`, folder)
    expect(output).toMatch(/Tests\s+3 passed \(3\)/)
  },
  TIMEOUT,
)

test(
  'the test for another runner passes',
  async () => expect(await follow('../runners')).toMatch(/^(?:#|ℹ) pass 1$/m),
  TIMEOUT,
)
