import { createSandbox, type Account, type Contract, type Sandbox } from 'sudobox'
import { serve, type Figures } from '../harness/contender.js'
import { costOf, costPerRun, costs, cpuTime, perAsyncRun, perRun } from '../harness/cpu.js'
import {
  assertPage,
  balance,
  MIN_EXECUTES,
  holders,
  page,
  token,
  transfer,
  WARM_STARTS,
  WARM_UP,
  wasm,
} from './token.js'

/** Our chain through the sandbox's public methods: exact gas, a block a transaction, everything recorded. */

const WRITES = 1000
const SNAPSHOTS = 1000
/** The executes of a test file. */
const FIRST_EXECUTES = 500

const bytes = wasm()

interface Deployed {
  readonly sandbox: Sandbox
  readonly alice: Account
  readonly bob: Account
  readonly contract: Contract
}

async function deploy(): Promise<Deployed> {
  const sandbox = createSandbox()
  const { neutron } = sandbox.chains
  const alice = neutron.account('alice')
  const contract = await alice.deploy(bytes, token(alice.address))
  return { sandbox, alice, bob: neutron.account('bob'), contract }
}

/** Rows straight into the contract's store: 3, its address, the key. Source: wasmd x/wasm/types/keys.go. */
function write({ contract }: Deployed, rows: Iterable<readonly [Uint8Array, Uint8Array]>): void {
  const { app } = contract.chain.host
  const prefix = `\u0003${latin1(app.address(contract.address))}`
  app.runInBlock((ctx) => {
    const store = ctx.rawStore('wasm')
    for (const [key, value] of rows) store.set(`${prefix}${latin1(key)}` as Parameters<typeof store.set>[0], value)
  })
}

const latin1 = (key: Uint8Array): string => Buffer.from(key).toString('latin1')

const execute = ({ alice, bob, contract }: Deployed) => alice.execute(contract, transfer(bob.address))
const query = ({ alice, contract }: Deployed) => contract.query(balance(alice.address))
const executes = (deployed: Deployed) => perAsyncRun(() => execute(deployed), MIN_EXECUTES)

async function warm(deployed: Deployed): Promise<void> {
  for (let call = 0; call < WARM_UP; call++) {
    await execute(deployed)
    query(deployed)
  }
}

async function withRows(): Promise<Deployed> {
  const large = await deploy()
  write(large, rows)
  assertPage(large.contract.query(page))
  return large
}
const rows = [...holders()]

/** Rows all over the state; the same in every round. */
const scattered = Array.from({ length: WRITES }, (_, i) => rows[(i * 7919) % rows.length]!)

async function writes(large: Deployed): Promise<{ readonly before: number; readonly after: number }> {
  const perWrite = (): number => cpuTime(() => write(large, scattered)) / WRITES
  let [before, after] = [0, 0]
  const times = 10
  for (let time = 0; time < times; time++) {
    // A block of its own before either, so that both find the state as a finished block leaves it.
    write(large, [])
    before += perWrite() / times
    write(large, [])
    await large.sandbox.snapshot()
    after += perWrite() / times
  }
  return { before, after }
}

const alive: Deployed[] = []

/** What is measured, each in a process of its own, as a peer's figures are. */
const PARTS: Readonly<Record<string, () => Promise<() => Promise<Figures>>>> = {
  calls: async () => {
    const small = await deploy()
    await warm(small)
    return async () => ({
      ...costs('execute', await costPerRun(() => execute(small), MIN_EXECUTES)),
      ...costs('query', await costPerRun(() => query(small))),
    })
  },
  'calls among sandboxes': async () => {
    for (let start = 0; start < WARM_STARTS; start++) alive.push(await deploy())
    const small = await deploy()
    await warm(small)
    return async () => ({ 'sandboxes/execute': await executes(small) })
  },
  'calls among snapshots': async () => {
    const crowded = await deploy()
    for (let kept = 0; kept < SNAPSHOTS; kept++) {
      await crowded.sandbox.snapshot()
      await execute(crowded)
    }
    await warm(crowded)
    return async () => ({ 'snapshots/execute': await executes(crowded) })
  },
  rows: async () => {
    const large = await withRows()
    await warm(large)
    for (let read = 0; read < WARM_UP; read++) large.contract.query(page)
    return async () => {
      const { before, after } = await writes(large)
      return {
        ...costs('large/execute', await costPerRun(() => execute(large), MIN_EXECUTES)),
        ...costs('page', await costPerRun(() => large.contract.query(page))),
        'large/snapshot': await perAsyncRun(async () => large.sandbox.restore(await large.sandbox.snapshot())),
        'write/before': before,
        'write/after': after,
      }
    }
  },
  first: async () => {
    const small = await deploy()
    return async () => costs('first', await costOf(FIRST_EXECUTES, () => execute(small)))
  },
  starts: async () => {
    for (let start = 0; start < WARM_STARTS; start++) await deploy()
    return async () => ({
      ...costs('start', await costPerRun(deploy)),
      'start/sandbox': perRun(() => void createSandbox()),
    })
  },
}

serve(await PARTS[process.argv[2]!]!())
