import { appendFileSync, mkdtempSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSandbox, type Sandbox } from 'sudobox'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { checkpointFileOf, readCheckpoints } from '../../src/cli/serve/checkpoint-file.js'
import { Checkpoints, NotResumedError, resumable } from '../../src/cli/serve/checkpoints.js'
import { readFixture, replay } from '../../src/replay/index.js'

afterEach(() => void vi.restoreAllMocks())

interface Kept {
  readonly sandbox: Sandbox
  readonly checkpoints: Checkpoints
  /** Saves the state, writes the actions, and closes the sandbox. */
  readonly stop: () => Promise<void>
}

const stateFile = (): string => join(mkdtempSync(join(tmpdir(), 'sudobox-checkpoints-')), 'state.yaml')

/** As `sudobox serve --state` keeps a network. */
function keep(state: string, from?: ReturnType<typeof resumable>): Kept {
  const sandbox = createSandbox()
  const checkpoints = new Checkpoints(sandbox, state)
  if (from !== undefined) checkpoints.resume(from.checkpoints)
  const recording = sandbox.record(state, { expect: 'partial', heads: true })
  recording.follow()
  const save = checkpoints.follow(recording)
  const stop = async (): Promise<void> => {
    save()
    await sandbox.close()
  }
  return { sandbox, checkpoints, stop }
}

const read = (state: string) => resumable(state, readFileSync(state))

/** The first checkpoint of a file, with its header. */
function firstOf(state: string): Buffer {
  const bytes = readFileSync(checkpointFileOf(state))
  const start = bytes.indexOf('\n') + 1
  const { length } = JSON.parse(bytes.toString('utf8', 0, start)) as { length: number }
  return bytes.subarray(0, start + length)
}

function act({ chains: { neutron } }: Sandbox, times: number): void {
  for (let time = 0; time < times; time++) neutron.account(`account-${time % 7}`, '5untrn')
}

describe('the checkpoints of a network', () => {
  test('are written every hundred actions, and at the end', async () => {
    const state = stateFile()
    const { sandbox, stop } = keep(state)
    act(sandbox, 99)
    expect(readCheckpoints(checkpointFileOf(state))).toHaveLength(0)
    act(sandbox, 1)
    expect(readCheckpoints(checkpointFileOf(state))).toHaveLength(1)
    act(sandbox, 101)
    expect(readCheckpoints(checkpointFileOf(state))).toHaveLength(2)
    await stop()
    expect(readCheckpoints(checkpointFileOf(state))).toHaveLength(3)
  })

  test('leave only later actions to be replayed', async () => {
    const state = stateFile()
    const { sandbox, stop } = keep(state)
    act(sandbox, 130)
    const killed = read(state)!
    expect(killed.rest.split('\n').filter((line) => line.startsWith('  - '))).toHaveLength(30)
    await stop()
    const whole = read(state)!
    // The hashes of both chains, which check the state.
    expect(whole.rest.split('\n').filter((line) => line.startsWith('  - '))).toHaveLength(2)
    const next = keep(state, whole)
    expect(next.sandbox.log).toEqual(sandbox.log)
    expect(next.sandbox.chains.neutron.height).toBe(sandbox.chains.neutron.height)
    act(next.sandbox, 3)
    await next.stop()
    expect(readFixture(state).steps).toHaveLength(135)
    expect((await replay(readFixture(state), state)).passed).toBe(true)
    expect(readCheckpoints(checkpointFileOf(state))).toHaveLength(3)
  })

  test('do not count once the file of actions is another', async () => {
    const state = stateFile()
    const { sandbox, stop } = keep(state)
    act(sandbox, 3)
    await stop()
    const text = readFileSync(state, 'utf8')
    expect(text).toContain('"5untrn"')
    writeFileSync(state, text.replace('"5untrn"', '"6untrn"'))
    expect(read(state)).toBeUndefined()
    writeFileSync(state, text)
    expect(read(state)?.checkpoints).toHaveLength(1)
  })

  test('that were written in part, or by another release, do not count', async () => {
    const state = stateFile()
    const file = checkpointFileOf(state)
    const { sandbox, stop } = keep(state)
    act(sandbox, 100)
    const { size } = statSync(file)
    act(sandbox, 100)
    truncateSync(file, statSync(file).size - 1)
    expect(read(state)?.checkpoints).toHaveLength(1)
    truncateSync(file, size)
    appendFileSync(file, 'rubbish')
    expect(read(state)?.checkpoints).toHaveLength(1)
    await stop()
    expect(read(state)?.checkpoints.length).toBeGreaterThan(0)
    const written = readFileSync(file, 'latin1')
    for (const [part, other] of [
      ['"by":"sudobox ', '"by":"sudobox 9'],
      ['"actions":{', '"others":{'],
      ['"actions":{"length":', '"actions":{"size":'],
    ] as const) {
      writeFileSync(file, written.replace(part, other), 'latin1')
      expect(read(state)).toBeUndefined()
    }
  })

  test('that two processes wrote in turns do not count from where they differ', async () => {
    const [state, other] = [stateFile(), stateFile()]
    const [ours, theirs] = [keep(state), keep(other)]
    for (const [kept, coins] of [
      [ours, '5untrn'],
      [theirs, '6untrn'],
    ] as const) {
      for (let time = 0; time < 200; time++) kept.sandbox.chains.neutron.account('alice', coins)
    }
    const [first, rest] = [firstOf(other), readFileSync(checkpointFileOf(state)).subarray(firstOf(state).length)]
    writeFileSync(checkpointFileOf(state), Buffer.concat([first, rest]))
    expect(readCheckpoints(checkpointFileOf(state))).toHaveLength(1)
    expect(read(state)).toBeUndefined()
    await Promise.all([ours.stop(), theirs.stop()])
  })

  test('of another network are refused', async () => {
    const state = stateFile()
    const { sandbox, stop } = keep(state)
    act(sandbox, 1)
    await stop()
    const other = createSandbox({
      chains: { neutron: { genesis: { app_state: { bank: { params: { default_send_enabled: false } } } } } },
    })
    expect(() => new Checkpoints(other, state).resume(read(state)!.checkpoints)).toThrow(NotResumedError)
  })

  test('end, with a word, where an EVM starts', async () => {
    const said = vi.spyOn(console, 'error').mockReturnValue()
    const state = stateFile()
    const { sandbox, stop } = keep(state)
    act(sandbox, 100)
    await sandbox.evm.request({ method: 'eth_accounts', params: [] })
    act(sandbox, 200)
    expect(said).toHaveBeenCalledTimes(1)
    expect(said).toHaveBeenCalledWith(expect.stringContaining('the EVM of neutron has started'))
    await stop()
    const found = read(state)!
    expect(found.checkpoints).toHaveLength(1)
    expect(found.rest.split('\n').filter((line) => line.startsWith('  - ')).length).toBeGreaterThanOrEqual(200)
  })
})
