import { describe, expect, test } from 'vitest'
import { createSandbox, type Contract, type SandboxChain } from 'sudobox'
import { ProtoWriter } from '../../../src/codec/proto.js'
import { toBase64, toHex } from '../../../src/base/bytes.js'
import { addressText } from '../../../src/chain/address.js'
import { moduleAddress } from '../../../src/modules/auth/index.js'
import { keyOf } from '../../../src/store/key.js'

// Expected texts, keys and bytes are those of neutron x/cron (06e81b9f), read from its source.

const END = 'EXECUTION_STAGE_END_BLOCKER'
const BEGIN = 'EXECUTION_STAGE_BEGIN_BLOCKER'

const any = (typeUrl: string, value: ProtoWriter) => ({ any: { typeUrl, value: toBase64(value.finish()) } })

interface Given {
  readonly name: string
  readonly period: bigint
  readonly msgs: readonly (readonly [contract: string, msg: string])[]
  readonly stage?: bigint
}

const addSchedule = (authority: string, { name, period, msgs, stage = 0n }: Given) => {
  const writer = new ProtoWriter().string(1, authority).string(2, name).uint64(3, period)
  for (const [contract, msg] of msgs) writer.message(4, new ProtoWriter().string(1, contract).string(2, msg))
  return any('/neutron.cron.MsgAddSchedule', writer.uint64(5, stage))
}
const removeSchedule = (authority: string, name: string) =>
  any('/neutron.cron.MsgRemoveSchedule', new ProtoWriter().string(1, authority).string(2, name))
const updateParams = (authority: string, securityAddress: string, limit: bigint) =>
  any(
    '/neutron.cron.MsgUpdateParams',
    new ProtoWriter().string(1, authority).message(2, new ProtoWriter().string(1, securityAddress).uint64(2, limit)),
  )

/** Notes the height of each call, with the name that the message gives; `fail` is refused. */
const diaryOf = (neutron: SandboxChain, label = 'diary') =>
  neutron.mock(
    {
      execute: ({ storage }, env, info, msg: { note?: string; fail?: string; remove?: string }) => {
        if (msg.fail !== undefined) throw new Error(msg.fail)
        if (msg.remove !== undefined) return { messages: [{ custom: { remove_schedule: { name: msg.remove } } }] }
        const entries = storage.load<string[]>('entries') ?? []
        storage.save('entries', [...entries, `${msg.note} ${env.block.height} ${info.sender}`])
        return { attributes: [{ key: 'note', value: msg.note ?? '' }] }
      },
      query: ({ storage }) => storage.load<string[]>('entries') ?? [],
    },
    { label },
  )

const started = () => {
  const sandbox = createSandbox()
  const { neutron } = sandbox.chains
  const gov = neutron.actAs('gov')
  const diary = diaryOf(neutron)
  return { neutron, gov, diary, alice: neutron.account('alice') }
}

const module = addressText('neutron', moduleAddress('cron'))
const entries = (diary: Contract) => diary.query<readonly string[]>({})
function cronState({ host: { app } }: SandboxChain) {
  const genesis = app.modules.find(({ name }) => name === 'cron')!.exportGenesis!(app.context)
  return (genesis as { scheduleList: readonly { readonly name: string }[] }).scheduleList
}

describe('schedules', () => {
  test('run from one period after they were added, at the stage that they name, as the module account', async () => {
    const { neutron, gov, diary } = started()
    const { height } = await gov.send([
      addSchedule(gov.address, { name: 'late', period: 2n, msgs: [[diary.address, '{"note":"late"}']] }),
      addSchedule(gov.address, { name: 'soon', period: 2n, msgs: [[diary.address, '{"note":"soon"}']], stage: 1n }),
    ])
    neutron.nextBlock(5)
    const at = (note: string, after: bigint) => `${note} ${height + after} ${module}`
    expect(entries(diary)).toEqual([at('soon', 2n), at('late', 2n), at('soon', 4n), at('late', 4n)])
    expect(cronState(neutron)).toMatchObject([
      { name: 'late', period: '2', last_execute_height: String(height + 4n), execution_stage: END },
      { name: 'soon', period: '2', last_execute_height: String(height + 4n), execution_stage: BEGIN },
    ])
  })

  test('emit the events of their calls, and nothing when one fails', async () => {
    const { neutron, gov, diary } = started()
    await gov.send([
      addSchedule(gov.address, { name: 'a', period: 1n, msgs: [[diary.address, '{"note":"a"}']], stage: 1n }),
      addSchedule(gov.address, {
        name: 'b',
        period: 1n,
        msgs: [
          [diary.address, '{"note":"lost"}'],
          [diary.address, '{"fail":"never"}'],
        ],
      }),
    ])
    neutron.nextBlock()
    const { events } = neutron.host.app.baseApp.block(Number(neutron.height))!
    const calls = events.filter(({ attributes }) => attributes.some(([key]) => key === '_contract_address'))
    expect(calls.map(({ type, attributes }) => [type, attributes.at(-1)])).toEqual([
      ['execute', ['mode', 'BeginBlock']],
      ['wasm', ['mode', 'BeginBlock']],
    ])
    expect(entries(diary)).toEqual([`a ${neutron.height} ${module}`])
    expect(cronState(neutron)).toMatchObject([{ name: 'a' }, { last_execute_height: String(neutron.height) }])
  })

  test('of one stage run up to the limit in a block, the others in the next', async () => {
    const { neutron, gov, diary } = started()
    neutron.setParams('cron', { limit: '2' })
    const schedule = (name: string) =>
      addSchedule(gov.address, { name, period: 3n, msgs: [[diary.address, `{"note":"${name}"}`]] })
    const { height } = await gov.send([schedule('c'), schedule('a'), schedule('b')])
    neutron.nextBlock(4)
    expect(entries(diary).map((entry) => entry.split(' ').slice(0, 2))).toEqual([
      ['a', String(height + 3n)],
      ['b', String(height + 3n)],
      ['c', String(height + 4n)],
    ])
  })

  test('are stored with the keys and the bytes of the real chain', async () => {
    const { neutron, gov } = started()
    const { height } = await gov.send([
      addSchedule(gov.address, { name: 'x', period: 300n, msgs: [['c', '{}']], stage: 1n }),
    ])
    expect(height).toBeLessThan(128n)
    const store = neutron.host.app.context.rawStore('cron')
    const row = (...key: number[]) => toHex(store.get(keyOf(Uint8Array.from(key))) ?? new Uint8Array(0))
    const last = Number(height).toString(16).padStart(2, '0')
    expect(row(1, 0x78)).toBe(`0a017810ac021a070a016312027b7d20${last}2801`)
    expect(row(2)).toBe('0801')
    expect(row(3)).toBe('1005')
    await gov.send([removeSchedule(gov.address, 'x'), removeSchedule(gov.address, 'unknown')])
    expect(neutron.host.app.context.rawStore('cron').get(keyOf(Uint8Array.of(2)))).toEqual(new Uint8Array(0))
    expect(cronState(neutron)).toEqual([])
  })
})

test('messages are refused with the texts of the chain', async () => {
  const { gov, alice, diary } = started()
  const good: Given = { name: 'x', period: 1n, msgs: [[diary.address, '{}']] }
  const refused = (given: Partial<Given>, text: string) =>
    expect(gov.send([addSchedule(gov.address, { ...good, ...given })])).rejects.toThrow(
      `failed to validate MsgAddSchedule: ${text}: invalid request`,
    )
  await refused({ name: '' }, 'name is invalid')
  await refused({ period: 0n }, 'period is invalid')
  await refused({ msgs: [] }, 'msgs should not be empty')
  await refused({ stage: 2n }, 'execution stage is invalid')
  await refused({ stage: -1n }, 'execution stage is invalid')
  await expect(gov.send([removeSchedule(gov.address, '')])).rejects.toThrow(
    'failed to validate MsgRemoveSchedule: name is invalid: invalid request',
  )
  await expect(gov.send([updateParams(gov.address, '', 5n)])).rejects.toThrow(
    'failed to validate MsgUpdateParams: security_address is invalid: empty address string is not allowed',
  )
  for (const message of [
    addSchedule(alice.address, good),
    removeSchedule(alice.address, 'x'),
    updateParams(alice.address, alice.address, 5n),
  ])
    await expect(alice.send([message])).rejects.toThrow(
      `invalid authority; expected ${gov.address}, got ${alice.address}: invalid request`,
    )
  await gov.send([addSchedule(gov.address, good)])
  await expect(gov.send([addSchedule(gov.address, good)])).rejects.toThrow(
    'failed to add schedule: schedule already exists with name=x',
  )
})

test('only the contract that the params name removes schedules', async () => {
  const { neutron, gov, alice, diary } = started()
  await gov.send([addSchedule(gov.address, { name: 'x', period: 9n, msgs: [[diary.address, '{}']] })])
  await expect(alice.execute(diary, { remove: 'x' })).rejects.toThrow('only the security dao can remove schedule')
  await gov.send([updateParams(gov.address, diary.address, 5n)])
  await expect(alice.execute(diary, { remove: '' })).rejects.toThrow(
    'failed to remove  schedule: failed to validate MsgRemoveSchedule: name is invalid: invalid request',
  )
  await alice.execute(diary, { remove: 'x' })
  expect(cronState(neutron)).toEqual([])
})

test('queries answer as the chain', async () => {
  const { neutron, gov } = started()
  for (const name of ['a', 'b']) await gov.send([addSchedule(gov.address, { name, period: 9n, msgs: [['c', '{}']] })])
  const ask = (method: string, request?: Uint8Array) =>
    neutron.host.app.baseApp.query(`/neutron.cron.Query/${method}`, request)
  const page = new ProtoWriter().message(1, new ProtoWriter().uint64(3, 1n)).finish()
  expect(toHex(ask('Params'))).toBe('0a021005')
  expect(toHex(ask('Schedule', new ProtoWriter().string(1, 'b').finish()))).toMatch(/^0a100a016210091a/)
  expect(() => ask('Schedule')).toThrow('schedule not found')
  expect(toHex(ask('Schedules', page))).toMatch(/12030a0162$/)
})
