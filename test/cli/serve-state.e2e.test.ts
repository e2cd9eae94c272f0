import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { KINDS } from '../../src/app/kinds.js'
import { readFixture, replay } from '../../src/replay/index.js'
import { ROOT, sudobox } from './command.js'
import { startServe, type ServeProcess } from './serve-process.js'

let running: ServeProcess | undefined
afterEach(() => running?.kill())

const DENOM = 'untrn'

test('keeps its state, whether it is stopped or killed', async () => {
  const at = mkdtempSync(join(tmpdir(), 'sudobox-state-'))
  const [state, record] = [join(at, 'state.yaml'), join(at, 'session.yaml')]
  const kept = ['--state', state, '--record', record, '--accounts', '1', '--account', 'alice=5untrn', '--relay', 'auto']
  const faucet = ['--faucet', '--faucet-cooldown', '0', '--faucet-coins', `neutron=1${DENOM}`]
  const start = async (): Promise<ServeProcess> => (running = await startServe(...kept, ...faucet))
  const balance = async ({ told }: ServeProcess): Promise<number> => {
    const { address } = told.accounts[0]!
    const answer = await fetch(`${told.urls.neutron.rest}/cosmos/bank/v1beta1/balances/${address}`)
    const { balances } = (await answer.json()) as { balances: { amount: string }[] }
    return Number(balances[0]!.amount)
  }
  const credit = async ({ told }: ServeProcess): Promise<boolean> => {
    const body = JSON.stringify({ denom: DENOM, address: told.accounts[0]!.address })
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${told.urls.neutron.faucet}/credit`, { method: 'POST', body, headers })
    return answer.ok
  }
  const first = await start()
  let sent = 0
  if (await credit(first)) sent++
  expect(await balance(first)).toBe(5 + sent)
  expect(await first.interrupt()).toBe(0)
  expect(readFixture(state).options?.chains?.['neutron']?.vm).toBe(KINDS.neutron.defaults.vm)
  for (const moment of [40, 150]) {
    const served = await start()
    expect(await balance(served)).toBeGreaterThanOrEqual(5 + sent)
    const had = (await balance(served)) - 5
    sent = had
    const killed = new Promise((resolve) => setTimeout(resolve, moment)).then(() => served.kill())
    try {
      while (await credit(served)) sent++
    } catch {
      // The connection ends with the process.
    }
    await killed
    for (const file of [state, record]) {
      const copy = join(at, 'copy.yaml')
      copyFileSync(file, copy)
      const fixture = readFixture(copy)
      const credits = fixture.steps.filter(({ do: step }) => step.action === 'tx').length
      expect(credits).toBeGreaterThan(sent)
      expect((await replay(fixture, copy)).passed).toBe(true)
    }
  }
  const last = await start()
  expect(await balance(last)).toBeGreaterThanOrEqual(5 + sent)
  expect(await balance(last)).toBeLessThanOrEqual(5 + sent + 1)
  expect(await last.interrupt()).toBe(0)
  expect((await replay(readFixture(record), record)).passed).toBe(true)
})

test('does not continue as another network', async () => {
  const at = mkdtempSync(join(tmpdir(), 'sudobox-state-'))
  const state = join(at, 'state.yaml')
  writeFileSync(state, 'sudobox: 1\ntitle: old\noptions: { chains: { hub: { chainId: mine-1 } } }\n')
  const other = await sudobox('serve', '--free-ports', '--state', state, '--chain-id', 'hub=mine-2')
  expect(other.stderr).toMatch(/--chain-id hub=mine-2: in .*state\.yaml the chain has mine-1/)
  expect(other.code).toBe(2)
  writeFileSync(state, 'nothing')
  expect((await sudobox('serve', '--free-ports', '--state', state)).stderr).toMatch(/state\.yaml: /)
  expect((await sudobox('serve', '--free-ports', '--state', 'state.bin')).stderr).toMatch(/--state must be a \.yaml/)
})

test('a start that fails leaves the files as they were', async () => {
  const at = mkdtempSync(join(tmpdir(), 'sudobox-state-'))
  const [state, record] = [join(at, 'state.yaml'), join(at, 'session.yaml')]
  const step = (seconds: number, ok: boolean) =>
    `  - { do: { action: advance, seconds: ${seconds} }, expect: { ok: ${ok} } }\n`
  const text = `sudobox: 1\ntitle: old\nsteps:\n${step(1, true)}${step(2, false)}${step(3, true)}`
  for (const file of [state, record]) writeFileSync(file, text)
  const failed = await sudobox('serve', '--free-ports', '--state', state, '--record', record)
  expect(failed.stderr).toMatch(/expected false/)
  expect(failed.code).toBe(1)
  for (const file of [state, record]) expect(readFileSync(file, 'utf8')).toBe(text)
  const refused = text.replace('seconds: 2', 'seconds: 0').replace('ok: false', 'ok: true')
  writeFileSync(state, refused)
  expect((await sudobox('serve', '--free-ports', '--state', state)).code).toBe(2)
  expect(readFileSync(state, 'utf8')).toBe(refused)
})

test('finds the contracts of a fixture in another folder again, with checkpoints or without', async () => {
  const at = mkdtempSync(join(tmpdir(), 'sudobox-state-'))
  const state = join(at, 'state.yaml')
  mkdirSync(join(at, 'start'))
  copyFileSync(join(ROOT, 'contracts/artifacts/cw4_group.wasm'), join(at, 'start/group.wasm'))
  const store = '{ action: tx, from: alice, messages: [{ store: { wasm: { path: group.wasm } } }] }'
  const fixture = join(at, 'start/start.yaml')
  writeFileSync(
    fixture,
    `sudobox: 1\ntitle: start\nsteps:\n  - do: { action: account, name: alice, funds: 5untrn }\n  - do: ${store}\n`,
  )
  for (const args of [[fixture], [], []]) {
    running = await startServe(...args, '--state', state)
    expect(await running.interrupt()).toBe(0)
    expect(readFileSync(state, 'utf8')).toContain('"path":"start/group.wasm"')
  }
  expect((await replay(readFixture(state), state)).passed).toBe(true)
})
