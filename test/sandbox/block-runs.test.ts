import { inspect } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createSandbox, type BlockRunResult, type Json, type TxResult } from 'sudobox'
import { describe } from 'vitest'
import { partsOf } from '../../src/replay/parts.js'
import { checkFixture, replay } from '../../src/replay/index.js'
import { RunRecorder } from '../../src/report/record/recorder.js'
import { History } from '../../src/explorer/history.js'
import { expect, test } from '../../src/vitest/index.js'

const GROUP = 'contracts/artifacts/cw4_group.wasm'
const BEGIN = 'EXECUTION_STAGE_BEGIN_BLOCKER'
const END = 'EXECUTION_STAGE_END_BLOCKER'

function vaultOn(sandbox = createSandbox()) {
  const { neutron } = sandbox.chains
  const vault = neutron.mock(
    {
      execute: ({ storage, api }, _env, _info, msg) => {
        api.debug('called')
        storage.save('count', (storage.load<number>('count') ?? 0) + 1)
        if ('fail' in (msg as object)) throw new Error('no payment')
        return { attributes: [{ key: 'done', value: 'yes' }] }
      },
      query: ({ storage }) => storage.load<number>('count') ?? 0,
    },
    { label: 'vault' },
  )
  const schedule = (name: string, msg: string, execution_stage: string, period = '1') =>
    neutron.state.put('cron', 'schedule', {
      name,
      period,
      msgs: [{ contract: vault.address, msg }],
      last_execute_height: String(neutron.height),
      execution_stage,
    })
  return { sandbox, neutron, vault, schedule }
}

describe('runs of schedules', () => {
  test('are reported with the block, in its order, with calls, gas, events and errors', () => {
    const told: TxResult[] = []
    const { neutron, schedule, vault } = vaultOn(createSandbox({}, { onTx: (result) => told.push(result) }))
    schedule('broken', '{"fail":{}}', END, '3')
    schedule('pay', '{"go":{}}', BEGIN, '2')
    told.length = 0
    const { height, runs = [] } = neutron.nextBlock()
    expect(told).toEqual(runs)
    expect(runs.map(({ run }) => run)).toEqual([
      { module: 'cron', name: 'pay', stage: 'BeginBlock' },
      { module: 'cron', name: 'broken', stage: 'EndBlock' },
    ])
    const [pay, broken] = runs as [BlockRunResult, BlockRunResult]
    expect(pay).toSucceed()
    expect(pay).toEmit('wasm', { done: 'yes' })
    expect(pay).toMatchObject({ chain: 'neutron', height, hash: '', gasWanted: 0n, debug: [{ text: 'called' }] })
    expect(pay.trace).toMatchObject([{ entryPoint: 'execute', label: 'vault', message: '{"go":{}}' }])
    expect(pay.gasUsed).toBe(pay.trace[0]!.gasUsed)
    expect(broken).toFailWith({ codespace: 'wasm', code: 5, message: /^no payment: execute wasm contract failed$/ })
    expect(broken.events).toEqual([])
    expect(broken).toUseGas({ max: 200_000n })
    expect(vault.query({})).toBe(1)
    expect(neutron.nextBlock().runs).toBe(undefined)
    expect(inspect(broken)).toContain('Schedule broken at the end of the block on neutron at height 5: it failed with')
    expect(inspect(broken)).toContain('execute vault (double) {"fail":{}}')
  })

  test('are reported for blocks with transactions too, and undone by a restored snapshot', async () => {
    const { neutron, sandbox, schedule } = vaultOn()
    const alice = neutron.account('alice', '10untrn')
    schedule('pay', '{"go":{}}', BEGIN)
    const id = await sandbox.snapshot()
    const before = neutron.runs.length
    const { height } = await alice.transfer('vault', '1untrn')
    expect(neutron.runs.slice(before)).toMatchObject([{ height, run: { name: 'pay' }, code: 0 }])
    expect(sandbox.advance(5).runs).toMatchObject([{ chain: 'neutron', run: { name: 'pay' } }])
    await sandbox.restore(id)
    expect(neutron.runs).toHaveLength(before)
  })

  test('are not reported of a block that is undone', () => {
    const { neutron, schedule } = vaultOn()
    schedule('pay', '{"go":{}}', BEGIN)
    const before = neutron.runs.length
    const { app } = neutron.host
    const undone = () =>
      app.block(app.baseApp.nextTime, () => {
        throw new Error('undone')
      })
    expect(undone).toThrow('undone')
    expect(neutron.runs).toHaveLength(before)
    expect(neutron.nextBlock().runs).toHaveLength(1)
  })

  test('that call no contract are reported with the reason', () => {
    const { neutron } = vaultOn()
    neutron.state.put('cron', 'schedule', {
      name: 'gone',
      period: '1',
      msgs: [{ contract: neutron.account('nobody').address, msg: '{}' }],
      last_execute_height: '0',
      execution_stage: END,
    })
    const [run] = neutron.nextBlock().runs ?? []
    expect(run).toMatchObject({ trace: [], run: { name: 'gone' } })
    expect(run).toFailWith({ message: /no such contract/ })
  })

  test('are hit by injected faults, once', () => {
    const { neutron, schedule } = vaultOn()
    schedule('pay', '{"go":{}}', BEGIN)
    neutron.fault({ contract: 'vault', fail: { hostCall: { name: 'db_write', nth: 1 } } })
    const [first, second] = neutron.nextBlock(2).runs ?? []
    expect(first).toFailWith({ message: /injected fault/ })
    expect(first?.faults).toMatchObject([{ struck: true }])
    // What a contract prints is heard although a fault waits.
    expect(first?.debug).toMatchObject([{ text: 'called' }])
    expect(second).toSucceed()
    expect(neutron.faults).toEqual([])
  })

  test('are in coverage and in profiles, as calls of the chain', async () => {
    const { takeGasProfile } = await import('sudobox/profile')
    const sandbox = createSandbox({}, { coverage: true, profile: true })
    const { neutron } = sandbox.chains
    const group = await neutron.account('alice', '10000000untrn').deploy(GROUP, { members: [] })
    const ran = () => sandbox.coverage().flatMap(({ counters }) => [...counters].filter((count) => count > 0)).length
    const before = ran()
    neutron.state.put('cron', 'schedule', {
      name: 'act',
      period: '1',
      msgs: [{ contract: group.address, msg: '{"add_hook":{"addr":"hook"}}' }],
      last_execute_height: '0',
      execution_stage: END,
    })
    expect(neutron.runs.at(-1)).toFailWith({ message: /addr_validate errored/ })
    expect(ran()).toBeGreaterThan(before)
    expect(takeGasProfile(sandbox).format('.folded')).toContain('cron act on neutron-sandbox-1')
  })
})

test('a passed proposal is a run of its own, with the error of its failing message', async () => {
  const sandbox = createSandbox()
  const { validators } = sandbox.chains.neutron.exportGenesis().app_state['staking'] as unknown as {
    readonly validators: readonly [{ readonly operator_address: string }]
  }
  const { neutron, vault } = vaultOn(sandbox)
  const voter = neutron.account('voter', '1untrn')
  neutron.state.setDelegation(voter, validators[0].operator_address, 1_000_000_000n)
  const propose = (id: bigint, msg: { readonly [name: string]: Json }) => {
    neutron.state.setProposal({
      id,
      messages: [
        {
          '@type': '/cosmwasm.wasm.v1.MsgExecuteContract',
          sender: neutron.actAs('gov').address,
          contract: vault.address,
          msg,
          funds: [],
        },
      ],
      status: 'PROPOSAL_STATUS_VOTING_PERIOD',
      submit_time: '2026-01-01T00:00:00Z',
      deposit_end_time: '2026-01-01T00:00:00Z',
      voting_start_time: '2026-01-01T00:00:00Z',
      voting_end_time: '2026-01-02T00:00:00Z',
      total_deposit: [],
      title: 'pay',
      summary: 'pay',
      proposer: voter.address,
    })
    neutron.state.setVote(id, voter, [{ option: 'VOTE_OPTION_YES', weight: '1.0' }])
  }
  propose(1n, { go: {} })
  propose(2n, { fail: {} })
  const { runs = [] } = neutron.sandbox.advance(86_400)
  expect(runs.map(({ run, code, trace }) => [run.module, run.name, run.stage, code, trace[0]?.label])).toEqual([
    ['gov', '1', 'EndBlock', 0, 'vault'],
    ['gov', '2', 'EndBlock', 5, 'vault'],
  ])
  expect(runs[0]).toEmit('wasm', { done: 'yes' })
  expect(runs[1]).toFailWith({ message: /no payment/ })
})

describe('where transactions are shown', () => {
  const fixture = checkFixture(
    {
      sudobox: 1,
      title: 'a schedule that calls nobody',
      steps: [
        {
          do: {
            action: 'putRecord',
            chain: 'neutron',
            module: 'cron',
            kind: 'schedule',
            record: {
              name: 'gone',
              period: '1',
              msgs: [{ contract: 'neutron1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqgf3auy', msg: '{}' }],
              last_execute_height: '0',
              execution_stage: BEGIN,
            },
          },
        },
        {
          do: { action: 'block', chain: 'neutron' },
          expect: { runs: [{ ok: false, run: { module: 'cron', name: 'gone' } }] },
        },
        { do: { action: 'account', name: 'alice', funds: '5untrn' } },
        { do: { action: 'tx', from: 'alice', messages: [{ send: { to: 'alice', amount: '1untrn' } }] } },
      ],
    },
    'a.json',
  )

  test('steps of a replay and the report list them in the order of the block', async () => {
    let recorder: RunRecorder | undefined
    const { passed, steps } = await replay(fixture, 'a.json', {
      onStart: (sandbox) => (recorder = new RunRecorder(sandbox)),
      onStep: (step) => void recorder!.report(step),
    })
    expect(steps.map(({ difference }) => difference)).toEqual([undefined, undefined, undefined, undefined])
    expect(passed).toBe(true)
    const gone = 'schedule gone, beginning of block'
    expect(steps.map((step) => partsOf(step).map(({ title }) => title))).toEqual([[], [gone], [gone], [gone, '']])
    const rows = recorder!.done().rows.map(({ step, kind, state, title }) => [step, kind, state, title])
    expect(rows.slice(1)).toEqual([
      [1, 'run', 'refused', 'block'],
      [2, 'run', 'refused', 'account alice'],
      [3, 'run', 'refused', 'alice: send'],
      [3, 'tx', 'ok', 'alice: send'],
    ])
  })

  test("the explorer's activity lists them beside the transactions of the block, also after a snapshot", async () => {
    const { neutron, sandbox, schedule } = vaultOn()
    const history = new History(new Map([['neutron', neutron.host]]))
    schedule('pay', '{"go":{}}', BEGIN)
    schedule('broken', '{"fail":{}}', END)
    await neutron.account('alice', '5untrn').transfer('vault', '1untrn')
    const rows = () => history.entries.slice(-4).map(({ kind, title, state }) => [kind, title, state])
    const expected = [
      ['block', `block ${neutron.height}, 1 transaction`, 'ok'],
      ['run', 'schedule pay, beginning of block', 'ok'],
      ['tx', 'send', 'ok'],
      ['run', 'schedule broken, end of block', 'refused'],
    ]
    expect(rows()).toEqual(expected)
    const id = await sandbox.snapshot()
    neutron.nextBlock()
    await sandbox.restore(id)
    history.restored()
    expect(rows()).toEqual(expected)
    expect(history.entries.at(-1)!.result?.trace).toMatchObject([{ label: 'vault', error: 'no payment' }])
  })
})

test('a block that a restored chain has undone is not kept for its runs', async () => {
  setFlagsFromString('--expose_gc')
  const collectGarbage = runInNewContext('gc') as () => void
  const { sandbox, neutron, schedule } = vaultOn()
  schedule('pay', '{"go":{}}', BEGIN)
  const before = await sandbox.snapshot()
  const made = (): WeakRef<object> => {
    expect(neutron.nextBlock().runs).toHaveLength(1)
    return new WeakRef(neutron.host.app.baseApp.block(neutron.host.app.height)!)
  }
  const block = made()
  await sandbox.restore(before)
  neutron.nextBlock()
  // A weak reference holds on to its target until the turn ends.
  await new Promise(setImmediate)
  collectGarbage()
  expect(block.deref()).toBeUndefined()
})
