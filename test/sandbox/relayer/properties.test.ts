// Random stories of packets between two chains.
import { fc, runs } from '../../random.js'
import { expect, test } from 'vitest'
import {
  attributeValues,
  createSandbox,
  RelayError,
  TxError,
  type Contract,
  type PacketResult,
  type PendingPacket,
  type Sandbox,
  type SandboxChain,
} from '../../../src/sandbox/index.js'
import { bankDenom, escrowAddress } from '../../../src/modules/transfer/index.js'
import { addressText } from '../../../src/chain/address.js'
import { keyOf, joinKeys, byteKey, prefixEnd } from '../../../src/store/key.js'

const LAB = 'contracts/artifacts/callback_lab.wasm'

type Behaviour = 'succeed' | 'error' | { readonly spend_gas: string }
type Kind = 'response' | 'error' | 'timeout'

type Step =
  | {
      readonly do: 'send'
      readonly by: 'lab' | 'alice' | 'bob' | 'back'
      readonly amount: number
      readonly seconds: number
      readonly bad: boolean
    }
  | {
      readonly do: 'relay'
      readonly limit: number
      readonly reverse: boolean
      readonly times: number
      readonly faulty: boolean
      readonly gas: number
    }
  | { readonly do: 'hold'; readonly how: 'drop' | 'delay' | 'release'; readonly sequence: number }
  | { readonly do: 'replay'; readonly force: 'recv' | 'ack' | 'timeout'; readonly sequence: number }
  | { readonly do: 'configure'; readonly callback: Kind; readonly behaviour: Behaviour }
  | { readonly do: 'resubmit'; readonly id: number }
  | { readonly do: 'advance'; readonly seconds: number }
  | { readonly do: 'skip'; readonly chain: 'neutron' | 'hub' }
  | { readonly do: 'snapshot' }
  | { readonly do: 'restore'; readonly which: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('send' as const),
      by: fc.constantFrom('lab' as const, 'lab' as const, 'alice' as const, 'bob' as const, 'back' as const),
      amount: fc.integer({ min: 1, max: 50 }),
      seconds: fc.constantFrom(30, 120, 600),
      bad: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('relay' as const),
      limit: fc.constantFrom(1, 2, 100),
      reverse: fc.boolean(),
      times: fc.constantFrom(1, 1, 2),
      faulty: fc.constantFrom(false, false, false, true),
      gas: fc.constantFrom(50_000_000, 50_000_000, 50_000_000, 250_000),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('hold' as const),
      how: fc.constantFrom('drop' as const, 'delay' as const, 'release' as const),
      sequence: fc.integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('replay' as const),
      force: fc.constantFrom('recv' as const, 'ack' as const, 'timeout' as const),
      sequence: fc.integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('configure' as const),
      callback: fc.constantFrom('response' as const, 'error' as const, 'timeout' as const),
      behaviour: fc.constantFrom<Behaviour[]>('succeed', 'error', { spend_gas: '1500000' }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('resubmit' as const), id: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('advance' as const), seconds: fc.constantFrom(20, 200, 700) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('skip' as const),
      chain: fc.constantFrom('neutron' as const, 'hub' as const),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'snapshot' as const }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restore' as const), which: fc.nat(3) }) },
)

const VOUCHER_THERE = bankDenom({ base: 'untrn', trace: [{ portId: 'transfer', channelId: 'channel-0' }] })
const VOUCHER_HERE = bankDenom({ base: 'uatom', trace: [{ portId: 'transfer', channelId: 'channel-0' }] })

/** Ids of failures that have to be on record. */
type Model = ReadonlySet<bigint>

interface World {
  readonly sandbox: Sandbox
  readonly lab: Contract
  readonly start: number
  /** App hashes by block, of a world that commits every height at once. Heights come again with other blocks after a restore. */
  readonly roots: WeakMap<object, string> | undefined
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

async function world(eager: boolean): Promise<World> {
  const sandbox = createSandbox({ ibc: { trustingPeriod: 10_000_000 } })
  const roots = eager ? new WeakMap<object, string>() : undefined
  for (const chain of Object.values(sandbox.chains))
    chain.host.app.baseApp.onBlock((block) => roots?.set(block, hex(block.signed.appHash)))
  const { neutron, hub } = sandbox.chains
  const alice = neutron.account('alice', '1000000untrn')
  hub.account('bob', '1000000uatom')
  const lab = await alice.deploy(LAB, {})
  await alice.transfer(lab, '500000untrn')
  // The relayer's accounts are made, so that no coins appear later.
  await sandbox.relayer.updateClient('neutron')
  await sandbox.relayer.updateClient('hub')
  return { sandbox, lab, start: await sandbox.snapshot(), roots }
}

const worlds = Promise.all([world(false), world(true)])

const supply = (chain: SandboxChain, denom: string): bigint =>
  chain.host.app.keepers.bank.supply(chain.host.app.context, denom).amount
const escrow = (chain: SandboxChain, denom: string): bigint =>
  chain.balance(addressText(chain.prefix, escrowAddress('transfer', 'channel-0')), denom)

const dataOf = ({ data }: PendingPacket): { denom: string; amount: string } => JSON.parse(Buffer.from(data).toString())
const succeeded = ({ acknowledgement }: PendingPacket): boolean =>
  acknowledgement !== undefined && Buffer.from(acknowledgement).toString().includes('"result"')

/** What left one chain is held there, is a voucher on the other, or is on its way. */
function checkTokens({ sandbox }: World): void {
  const { neutron, hub } = sandbox.chains
  const pending = sandbox.relayer.pending()
  const onItsWay = (...denoms: string[]): bigint =>
    pending
      .filter((packet) => !succeeded(packet) && denoms.includes(dataOf(packet).denom))
      .reduce((sum, packet) => sum + BigInt(dataOf(packet).amount), 0n)
  expect(escrow(neutron, 'untrn')).toBe(supply(hub, VOUCHER_THERE) + onItsWay('untrn', 'transfer/channel-0/untrn'))
  expect(escrow(hub, 'uatom')).toBe(supply(neutron, VOUCHER_HERE) + onItsWay('uatom', 'transfer/channel-0/uatom'))
}

/** The events of all blocks: a packet ends once. */
function checkEnds({ sandbox }: World): void {
  for (const { host } of Object.values(sandbox.chains)) {
    const ends = [...host.app.baseApp.blocks()]
      .flatMap(({ txs }) => txs.filter(({ code }) => code === 0).flatMap(({ events }) => events))
      .filter(({ type }) => type === 'acknowledge_packet' || type === 'timeout_packet')
      .map((event) => attributeValues({ events: [event] }, event.type, 'packet_sequence')[0]!)
    expect(ends.length).toBe(new Set(ends).size)
  }
}

/** All that the contract has stored. */
function storage({ sandbox, lab }: World): string[] {
  const { app } = sandbox.chains.neutron.host
  const prefix = joinKeys(byteKey(3), keyOf(app.address(lab.address)))
  const rows = app.context.rawStore('wasm').iterator(prefix, prefixEnd(prefix))
  const found: string[] = []
  for (; rows.valid; rows.next()) found.push(`${rows.key}=${hex(rows.value)}`)
  rows.close()
  return found
}

/** Failures that deliveries left. @returns the ids on record then */
function afterDeliveries(world: World, model: Model, delivered: readonly PacketResult[], before: string[]): Model {
  const ids = new Set(model)
  const calls = delivered.flatMap(({ sudo }) => sudo)
  for (const { failure } of calls) {
    if (failure === undefined) continue
    expect(ids.has(failure.id)).toBe(false)
    ids.add(failure.id)
  }
  if (calls.every(({ failure }) => failure !== undefined)) expect(storage(world)).toEqual(before)
  return ids
}

async function deliver(work: () => Promise<readonly PacketResult[]>): Promise<readonly PacketResult[]> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof RelayError) return error.delivered
    throw error
  }
}

/** Whether it went well. A failing transaction changes nothing but fee and sequence. */
async function works(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (error instanceof TxError) return false
    throw error
  }
}

async function run(world: World, model: Model, one: Exclude<Step, { do: 'snapshot' | 'restore' }>): Promise<Model> {
  const { sandbox, lab } = world
  const { neutron, hub } = sandbox.chains
  const { relayer } = sandbox
  const [alice, bob] = [neutron.account('alice'), hub.account('bob')]
  switch (one.do) {
    case 'send': {
      const timeoutSeconds = one.seconds
      const to = one.bad ? 'nobody' : one.by === 'lab' || one.by === 'alice' ? bob.address : alice.address
      if (one.by === 'lab')
        await alice.execute(lab, {
          transfer: { channel: 'channel-0', to, amount: String(one.amount), timeout_seconds: timeoutSeconds },
        })
      else if (one.by === 'alice') await alice.ibcTransfer(to, `${one.amount}untrn`, { timeoutSeconds })
      else if (one.by === 'bob') await bob.ibcTransfer(to, `${one.amount}uatom`, { timeoutSeconds })
      else await works(() => bob.ibcTransfer(to, `${one.amount}${VOUCHER_THERE}`, { timeoutSeconds }))
      return model
    }
    case 'relay': {
      const before = storage(world)
      const { limit, reverse, times, faulty, gas } = one
      const receiver = faulty ? { receiver: { errorCode: 7 } } : {}
      const options = { limit, reverse, times, gasLimit: BigInt(gas), ...receiver }
      return afterDeliveries(world, model, await deliver(() => relayer.relay(options)), before)
    }
    case 'replay': {
      const before = storage(world)
      if (relayer.pending({ sequence: one.sequence }).length === 0) return model
      const { force, sequence } = one
      return afterDeliveries(world, model, await deliver(() => relayer.relay({ force, filter: { sequence } })), before)
    }
    case 'hold': {
      const filter = { sequence: one.sequence }
      if (!relayer.pending(filter).some(({ next }) => next !== undefined)) return model
      if (one.how === 'drop') relayer.drop(filter)
      else if (one.how === 'delay') relayer.delay(100, filter)
      else relayer.release(filter)
      return model
    }
    case 'configure':
      await alice.execute(lab, { configure: { callback: one.callback, behaviour: one.behaviour } })
      return model
    case 'resubmit': {
      const id = BigInt(one.id)
      const before = storage(world)
      const done = await works(() => alice.execute(lab, { resubmit: { failure_id: one.id } }))
      if (!done) expect(storage(world)).toEqual(before)
      else expect(model.has(id)).toBe(true)
      return done ? new Set([...model].filter((other) => other !== id)) : model
    }
    case 'advance':
      sandbox.advance(one.seconds)
      return model
    case 'skip':
      if (relayer.pending().some(({ to, next }) => to === one.chain && (next === 'recv' || next === 'timeout')))
        await sandbox.chains[one.chain].skipPastTimeout()
  }
  return model
}

async function tell(world: World, story: readonly Step[], check: boolean): Promise<void> {
  const { sandbox, lab } = world
  await sandbox.restore(world.start)
  let model: Model = new Set()
  const saved: (readonly [number, Model])[] = []
  for (const one of story) {
    if (one.do === 'snapshot') saved.push([await sandbox.snapshot(), model])
    else if (one.do === 'restore') {
      const back = saved[one.which % Math.max(saved.length, 1)]
      if (back === undefined) continue
      await sandbox.restore(back[0])
      model = back[1]
    } else model = await run(world, model, one)
    if (!check) continue
    checkTokens(world)
    const failures = sandbox.chains.neutron.failures(lab).map(({ id }) => id)
    expect(failures).toEqual([...model].sort((a, b) => Number(a - b)))
  }
  if (check) checkEnds(world)
}

test('tokens are conserved, packets end once, failures are recorded once and leave nothing else, roots are those of eager commits', async () => {
  const [lazy, eager] = await worlds
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 24 }), async (story) => {
      await tell(lazy, story, true)
      await tell(eager, story, false)
      for (const { key, host } of Object.values(lazy.sandbox.chains)) {
        const { baseApp: app } = host.app
        const other = eager.sandbox.chains[key as 'neutron' | 'hub'].host.app.baseApp
        expect(app.last).toEqual(other.last)
        for (let height = 2; height <= app.last.height; height++)
          expect(hex(app.block(height)!.signed.appHash)).toBe(eager.roots!.get(other.block(height)!))
      }
    }),
    { numRuns: runs(15) },
  )
}, 3_600_000)
