import { readFileSync } from 'node:fs'
import { MsgAcknowledgement } from 'cosmjs-types/ibc/core/channel/v1/tx'
import { describe, expect, test } from 'vitest'
import { ATTACKER, ATTACKER_WASM, isArmed, namesAttacker } from '../../src/fuzz/attacker/attacker.js'
import { answering, executing } from '../../src/fuzz/attacker/instructions.js'
import { Cliffs } from '../../src/fuzz/cliffs/cliffs.js'
import { runCampaign } from '../../src/fuzz/campaign.js'
import { defineCampaign } from '../../src/fuzz/config.js'
import { Corpus } from '../../src/fuzz/corpus/index.js'
import { Memory, namingAttacker, sceneOf, weightsOf } from '../../src/fuzz/model/index.js'
import { attackChoices } from '../../src/fuzz/model/attacks.js'
import { sentByContract } from '../../src/fuzz/model/sent-by-contracts.js'
import { messageTo } from '../../src/fuzz/model/users.js'
import { executeFrom } from '../../src/fuzz/model/via.js'
import { RandomSource } from '../../src/fuzz/random-source.js'
import type { Start } from '../../src/fuzz/setup.js'
import { lineOf } from '../../src/fuzz/step-text.js'
import { Story } from '../../src/fuzz/story.js'
import {
  createSandbox,
  toJsonBinary,
  type Account,
  type ActionInput,
  type Contract,
  type Double,
  type Json,
  type Sandbox,
  type SandboxChain,
  type TraceNode,
} from '../../src/sandbox/index.js'
import { assemble } from '../vm/wat.js'
import { judged, started } from './stories.js'
import { packet } from './two-contracts.js'

/** All calls, in order. */
const callsIn = (trace: readonly TraceNode[]): readonly TraceNode[] =>
  trace.flatMap((node) => [node, ...callsIn(node.children)])

interface Scenery {
  readonly sandbox: Sandbox
  readonly neutron: SandboxChain
  readonly alice: Account
  readonly attacker: Contract
}

/** Does something beside the attacker's contract. */
async function attacked(work: (scenery: Scenery) => Promise<void>): Promise<void> {
  const sandbox = createSandbox()
  try {
    const { neutron } = sandbox.chains
    const alice = neutron.account('alice', '1000000000untrn')
    const attacker = await alice.deploy(new Uint8Array(Buffer.from(ATTACKER_WASM, 'base64')), {}, { label: ATTACKER })
    await work({ sandbox, neutron, alice, attacker })
  } finally {
    await sandbox.close()
  }
}

describe("the attacker's contract", () => {
  test('is built from its source', () => {
    const bytes = Buffer.from(ATTACKER_WASM, 'base64')
    const assembled = assemble(readFileSync('src/fuzz/attacker/attacker.wat', 'utf8'))
    expect(Buffer.from(assembled.subarray(0, bytes.length)).toString('base64')).toBe(ATTACKER_WASM)
  })

  test('uses up all gas', () =>
    attacked(async ({ sandbox, alice, attacker }) => {
      expect(isArmed({ sandbox })).toBe(false)
      await expect(alice.execute(attacker, { any: {} }, { gasLimit: 20_000_000n })).rejects.toThrow(/out of gas/)
    }))

  test('calls back once, then does nothing', () =>
    attacked(async ({ sandbox, neutron, alice, attacker }) => {
      const called: string[] = []
      const here = neutron.mock({ execute: (_deps, _env, { sender }) => void called.push(sender) }, { label: 'here' })
      const told = answering('neutron', 'alice', executing(here.address, { again: {} }))
      await sandbox.perform(told)
      expect(called).toEqual([])
      expect(isArmed({ sandbox })).toBe(true)
      for (let times = 0; times < 3; times++) await alice.execute(attacker, { any: {} })
      expect(called).toEqual([attacker.address])
      expect(isArmed({ sandbox })).toBe(false)
      await sandbox.perform(told)
      await alice.execute(attacker, { any: {} })
      expect(called).toHaveLength(2)
    }))

  test('succeeds although its message is refused', () =>
    attacked(async ({ sandbox, neutron, alice, attacker }) => {
      const refuse: Double = {
        execute: () => {
          throw new Error('locked')
        },
      }
      const here = neutron.mock(refuse, { label: 'here' })
      await sandbox.perform(answering('neutron', 'alice', executing(here.address, {})))
      expect((await alice.execute(attacker, { any: {} })).code).toBe(0)
    }))

  test('sends what it is given at once', () =>
    attacked(async ({ sandbox, neutron, attacker }) => {
      const called: string[] = []
      const here = neutron.mock({ execute: (_deps, _env, { sender }) => void called.push(sender) }, { label: 'here' })
      const call = { contract: 'here', msg: {}, funds: '' }
      await sandbox.perform(executeFrom('neutron', `${ATTACKER}/alice`, call, here.address))
      expect(called).toEqual([attacker.address])
    }))

  test('ends, whatever the contract does that calls it again and again', () =>
    attacked(async ({ sandbox, alice, attacker }) => {
      const lab = await alice.deploy('contracts/artifacts/callback_lab.wasm', {}, { label: 'lab' })
      const call = { wasm: { execute: { contract_addr: attacker.address, msg: toJsonBinary({}), funds: [] } } }
      const submessages = Array.from({ length: 3 }, () => ({ msg: call, reply_on: 'always', id: 7 }))
      const act = { act: { behaviour: { submessages } } }
      await sandbox.perform(answering('neutron', 'alice', executing(lab.address, act)))
      const { trace } = await alice.execute(lab, act)
      // Once by itself and once called back, each with three calls.
      const calls = callsIn(trace).filter(({ entryPoint }) => entryPoint === 'execute')
      expect(calls.map(({ contract }) => contract === lab.address)).toEqual([
        true,
        false,
        true,
        false,
        false,
        false,
        false,
        false,
      ])
    }))
})

const MESSAGES = {
  type: 'object',
  required: ['send'],
  properties: { send: { type: 'object', required: ['receiver'], properties: { receiver: { type: 'string' } } } },
}

/** Calls the receiver of each packet's acknowledgement. @param more how it calls it */
const caller = (more: object): Double => ({
  ibc_channel_open: () => undefined,
  ibc_channel_connect: () => undefined,
  ibc_channel_close: () => undefined,
  ibc_packet_receive: () => ({ acknowledgement: toJsonBinary({ result: 'AQ==' }) }),
  ibc_packet_timeout: () => undefined,
  execute: ({ api }, env, _info, msg) => {
    const { receiver } = (msg as { readonly send: { readonly receiver: string } }).send
    if (typeof receiver !== 'string') throw new Error('the receiver is not a text')
    return { messages: [packet(env, { receiver: api.addrValidate(receiver) })] }
  },
  ibc_packet_ack: (_deps, _env, msg) => {
    const { data } = (msg as { readonly original_packet: { readonly data: string } }).original_packet
    const { receiver } = JSON.parse(Buffer.from(data, 'base64').toString()) as { readonly receiver: string }
    const execute = { contract_addr: receiver, msg: toJsonBinary({ done: {} }), funds: [] }
    return { messages: [{ id: 1, msg: { wasm: { execute } }, ...more }] }
  },
  reply: () => undefined,
})

const campaign = (double: Double, attacker?: boolean, execute: object = MESSAGES) =>
  defineCampaign({
    title: 'caller',
    ...(attacker !== undefined && { attacker }),
    actors: [
      { name: 'alice', funds: '1000000untrn' },
      { name: 'bob', funds: '1000000untrn' },
    ],
    setup: async ({ chains: { neutron, hub }, relayer }) => {
      const [here, there] = [neutron.mock(double, { label: 'here' }), hub.mock(caller({}), { label: 'there' })]
      await relayer.openChannel({
        chain: 'neutron',
        connection: 'connection-0',
        port: `wasm.${here.address}`,
        counterpartyPort: `wasm.${there.address}`,
        version: 'v1',
      })
      await neutron
        .account('bank', { funds: '1000000untrn' })
        .send([{ send: { to: here.address, amount: '1000untrn' } }])
    },
    invariants: { I12: false },
    feeDenoms: [],
    contracts: [{ label: 'here', schema: { contract_name: 'here', execute } }],
  })

const run = (double: Double, attacker?: boolean) =>
  runCampaign(campaign(double, attacker), {
    seed: 1,
    budget: { sequences: 15, findings: 1 },
    clock: () => 0,
    corpus: Corpus.open(undefined),
  })

const told = (from: string, msg: object, funds = ''): ActionInput => ({
  action: 'tx',
  from,
  messages: [{ execute: { contract: 'here', msg, funds } }],
})
const addressOf = ({ sandbox }: Start, label: string): string => sandbox.chain('neutron')!.addressOf(label)!
const sceneAfter = async (start: Start, actions: readonly ActionInput[]) => {
  const random = new RandomSource(1)
  const story = await Story.begin(start)
  for (const action of actions) expect((await story.execute(action)).error).toBeUndefined()
  return sceneOf(story, new Memory(start), { ...weightsOf(random), strangers: 1 }, random)
}

describe('a receiver that uses up all gas', () => {
  test('finds a contract whose acknowledgement it blocks, and none that limits its gas', async () => {
    const { findings } = await run(caller({ gas_limit: null, reply_on: 'error' }))
    expect(findings.filter(({ level }) => level === 'error')).toMatchObject([
      {
        invariant: 'I2',
        level: 'error',
        about: 'here/ibc_packet_ack',
        text: expect.stringMatching(/out of gas/) as string,
      },
    ])
    const limited = await run(caller({ gas_limit: 1_000_000, reply_on: 'error' }))
    expect(limited.findings.filter(({ level }) => level === 'error')).toEqual([])
  }, 300_000)

  test('is not there if the campaign says so', async () => {
    const { findings } = await run(caller({ gas_limit: null, reply_on: 'error' }), false)
    expect(findings.filter(({ level }) => level === 'error')).toEqual([])
  }, 300_000)
})

describe("the attacker's contract in a campaign", () => {
  const unlimited = caller({ gas_limit: null, reply_on: 'error' })

  test('is told to call back only where a contract was told of it', () =>
    started(campaign(unlimited), async (start) => {
      const [own, its] = [addressOf(start, 'here'), addressOf(start, ATTACKER)]
      expect(attackChoices(await sceneAfter(start, [told('alice', { send: { receiver: own } })]))).toEqual([])
      const scene = await sceneAfter(start, [told('alice', { send: { receiver: its } })])
      expect(scene.story.steps.map(({ action }) => namesAttacker(start, action))).toEqual([true])
      // Nothing worked yet that could be called back, and no packet has an outcome.
      expect(attackChoices(scene).map(([weight]) => weight)).toEqual([0, 0])
    }))

  test('may take the failure of a message of its own', () => {
    const calling: Double = {
      ...caller({}),
      execute: (_deps, _env, _info, msg) => {
        const { receiver } = (msg as { readonly send: { readonly receiver?: string } }).send
        const execute = { contract_addr: receiver, msg: toJsonBinary({}), funds: [] }
        return receiver === undefined ? undefined : { messages: [{ msg: { wasm: { execute } } }] }
      },
    }
    return started(campaign(calling), async (start) => {
      const gift = executing(addressOf(start, 'here'), { send: {} }, [{ denom: 'untrn', amount: '5' }])
      const story = [
        answering('neutron', 'alice', gift, '5untrn'),
        told('bob', { send: { receiver: addressOf(start, ATTACKER) } }),
      ]
      expect(await judged(start, 'I8', story)).toBeUndefined()
    })
  })

  test('delivers the outcome of a packet while the contract handles that of another', () =>
    started(campaign(unlimited), async (start) => {
      const send = told('alice', { send: { receiver: addressOf(start, ATTACKER) } })
      const arrive: ActionInput = { action: 'relay', filter: { kind: 'recv' } }
      const scene = await sceneAfter(start, [send, send, arrive])
      const [, [weight, make] = [0, () => undefined]] = attackChoices(scene)
      expect(weight).toBe(1)
      const { story } = scene
      const step = await story.execute(make()!)
      expect(lineOf(4, step)).toBe(
        "4. stranger: tells the attacker's contract to send /ibc.core.channel.v1.MsgAcknowledgement when it is called",
      )
      const other = start.sandbox.relayer.pending().find(({ sequence }) => !jsonOfDelivered(step.action, sequence))!
      const filter = { sequence: other.sequence.toString() }
      const { results } = await story.execute({ action: 'relay', filter })
      const acks = results
        .flatMap(({ trace }) => callsIn(trace))
        .filter(({ entryPoint }) => entryPoint === 'ibc_packet_ack')
      expect(acks.map(({ error }) => error)).toEqual([undefined, undefined])
      expect(start.sandbox.relayer.pending()).toEqual([])
    }))

  test('is named in messages that worked, where they may have an address', () =>
    started(campaign(unlimited, true, { oneOf: [MESSAGES] }), async (start) => {
      const scene = await sceneAfter(start, [])
      const [subject] = start.subjects
      expect(namingAttacker(scene, subject!)).toBeUndefined()
      const step = await scene.story.execute(told('alice', { send: { receiver: addressOf(start, 'here') } }))
      scene.memory.learn(subject!, step, true)
      const receiver = addressOf(start, ATTACKER)
      expect(namingAttacker(scene, subject!)).toMatchObject({
        messages: [{ execute: { msg: { send: { receiver } } } }],
      })
    }))

  test('sends messages itself, as do relayers', () =>
    started(campaign(unlimited), async (start) => {
      const scene = await sceneAfter(start, [])
      const senders = new Set<string>()
      for (let times = 0; times < 600; times++) {
        const action = messageTo(scene, start.subjects[0]!)
        if (action?.action !== 'tx') continue
        const [message] = action.messages
        senders.add(action.from)
        if (message !== undefined && 'execute' in message && message.execute.contract === ATTACKER)
          senders.add(ATTACKER)
      }
      expect([...senders].sort()).toEqual(['alice', ATTACKER, 'bob', 'relayer', 'stranger'])
    }))

  /** Refunds what was sent in vain, then calls the hook. Anyone may have it pay a coin to bob. */
  const sharing: Double = {
    ...unlimited,
    execute: ({ storage, api }, env, { sender, funds }, msg) => {
      const { send, hook, share } = msg as {
        readonly send?: object
        readonly hook?: string
        readonly share?: { readonly to: string }
      }
      if (hook !== undefined) storage.save('hook', api.addrValidate(hook))
      if (send !== undefined) storage.save('sender', sender)
      if (send !== undefined) storage.save('paid', funds[0]?.amount ?? '0')
      if (send !== undefined) return { messages: [packet(env, {})] }
      const amount = [{ denom: 'untrn', amount: '1' }]
      return share === undefined ? undefined : { messages: [{ bank: { send: { to_address: share.to, amount } } }] }
    },
    ibc_packet_ack: ({ storage }) => {
      const amount = [{ denom: 'untrn', amount: '10' }]
      const execute = { contract_addr: storage.load<string>('hook')!, msg: toJsonBinary({ done: {} }), funds: [] }
      return {
        messages: [
          { bank: { send: { to_address: storage.load<string>('sender')!, amount } } },
          { id: 1, msg: { wasm: { execute } }, gas_limit: 1_000_000, reply_on: 'error' },
        ],
      }
    },
  }

  test('does not make a round trip look unfair to others, nor one whose coins its sender gave to it', () =>
    started(campaign(sharing, true), async (start) => {
      const [own, its] = [addressOf(start, 'here'), addressOf(start, ATTACKER)]
      const share = executing(own, { share: { to: addressOf(start, 'bob') } })
      const hook = told('alice', { hook: its })
      const send = told('alice', { send: {} }, '10untrn')
      const verdictOf = async (...actions: readonly ActionInput[]) => (await judged(start, 'I3', actions))?.verdict
      expect(await verdictOf(hook, answering('neutron', 'stranger', share), send)).toBeUndefined()
      expect(await verdictOf(hook, told('alice', { send: { receiver: its } }, '20untrn'))).toBeUndefined()
      const call = { contract: 'here', msg: { send: {} }, funds: '20untrn' }
      expect(await verdictOf(hook, executeFrom('neutron', `${ATTACKER}/alice`, call, own))).toBeUndefined()
      // Without the attacker's contract in play, the invariant is as strict as ever.
      expect(await verdictOf(hook, told('alice', { send: {} }, '20untrn'))).toMatchObject({ account: 'alice' })
    }))
})

describe('a hook that uses up all gas', () => {
  test('is no growth of a callback', () => {
    const hooked: Double = {
      ...caller({}),
      execute: ({ storage }, env, _info, msg) => {
        const { hook } = msg as { readonly hook?: string }
        if (hook !== undefined) storage.save('hook', hook)
        return hook === undefined ? { messages: [packet(env, {})] } : undefined
      },
      ibc_packet_ack: ({ storage }) => {
        const hook = storage.load<string>('hook')
        const execute = { contract_addr: hook ?? '', msg: toJsonBinary({}), funds: [] }
        return hook === undefined ? undefined : { messages: [{ wasm: { execute } }] }
      },
    }
    return started(campaign(hooked, true), async (start) => {
      const [memory, story] = [new Memory(start), await Story.begin(start)]
      const learn = async (action: ActionInput) => {
        memory.learn(start.subjects[0]!, await story.execute(action), true)
      }
      await learn(told('alice', { hook: addressOf(start, ATTACKER) }))
      const cliffs = new Cliffs(start, memory)
      const settled = await Story.begin(start)
      await settled.execute(told('alice', {}))
      await settled.execute({ action: 'relay' })
      cliffs.learn(settled)
      expect(await cliffs.next()).toBeUndefined()
      // Only what earlier acknowledgements cost is measured.
      expect(cliffs.measured.map(({ callback, message }) => [callback, message])).toEqual([
        ['ibc_packet_ack', 'ibc_packet_ack'],
      ])
    })
  })

  /** Calls the hook without a limit. @param check who may set it */
  const hooked = (check: (isOwner: boolean) => void): Double => ({
    ...caller({}),
    execute: ({ storage, api }, env, { sender }, msg) => {
      const { hook } = msg as { readonly hook?: string }
      if (hook === undefined) return { messages: [packet(env, {})] }
      check((storage.load<string>('owner') ?? sender) === sender)
      storage.save('owner', sender)
      storage.save('hook', api.addrValidate(hook))
      return undefined
    },
    ibc_packet_ack: ({ storage }) => {
      const execute = { contract_addr: storage.load<string>('hook')!, msg: toJsonBinary({ done: {} }), funds: [] }
      return { messages: [{ wasm: { execute } }] }
    },
  })
  const verdict = (check: (isOwner: boolean) => void) =>
    started(campaign(hooked(check), true), async (start) => {
      const story = [told('alice', { hook: addressOf(start, ATTACKER) }), told('bob', {}), { action: 'relay' } as const]
      return (await judged(start, 'I2', story))?.verdict
    })

  test('is a note if a role set it, and an error if anyone may', async () => {
    const byRole = await verdict((isOwner) => {
      if (!isOwner) throw new Error('Unauthorized')
    })
    expect(byRole).toMatchObject({ level: 'note', text: expect.stringMatching(/alice named the address$/) as string })
    expect(await verdict(() => undefined)).toMatchObject({ level: 'error', about: 'here/ibc_packet_ack' })
  })
})

/** Whether the message that an attacker's contract is told to send is about the packet of that sequence. */
function jsonOfDelivered(action: object, sequence: bigint): boolean {
  const { value } = /"type_url":"[^"]*","value":"(?<value>[^"]*)"/.exec(
    JSON.stringify(action, (_, one: unknown) => (typeof one === 'bigint' ? String(one) : one)),
  )!.groups!
  return MsgAcknowledgement.decode(Buffer.from(value!, 'base64')).packet.sequence === sequence
}

test('a contract that sends what it is asked to becomes the sender of messages that worked', () =>
  started(campaign(caller({})), async (start) => {
    const scene = await sceneAfter(start, [])
    const [subject] = start.subjects
    const send = (msg: Json): Json => ({ act: { msgs: [msg], note: { bank: 'a text' } } })
    const burn = send({ bank: { burn: { amount: [] } } })
    const sent = (): readonly Json[] =>
      Array.from({ length: 40 }, () => sentByContract(scene, subject!, burn)).filter(
        (one) => JSON.stringify(one) !== JSON.stringify(burn),
      )
    // Nothing worked yet.
    expect(sent()).toEqual([])
    const step = await scene.story.execute(told('alice', { send: { receiver: addressOf(start, 'here') } }))
    scene.memory.learn(subject!, step, true)
    const own = executing(subject!.address, { send: { receiver: subject!.address } })
    expect(sent().length).toBeGreaterThan(5)
    expect(sent().every((one) => JSON.stringify(one) === JSON.stringify(send(own)))).toBe(true)
  }))
