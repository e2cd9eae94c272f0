import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { UsageError } from '../../src/base/errors.js'
import { Clock } from '../../src/explorer/clock.js'
import type { Explored } from '../../src/explorer/explored.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A sandbox of one chain. @param fails whether an action fails, and whether its block is made nevertheless */
function sandboxThat(fails: 'no' | 'after its block' | 'without a block') {
  const app = { height: 1 }
  const perform = (): Promise<void> => {
    if (fails !== 'without a block') app.height++
    return fails === 'no' ? Promise.resolve() : Promise.reject(new UsageError('the chain is halted'))
  }
  return { app, explored: { hosts: new Map([['neutron', { app }]]), perform } as unknown as Explored }
}

test.each([
  ['no', 4, []],
  ['after its block', 4, []],
  ['without a block', 1, ['the chain is halted']],
] as const)('makes blocks while there are any; an action fails: %s', async (fails, height, reasons) => {
  const { app, explored } = sandboxThat(fails)
  const told: string[] = []
  const clock = new Clock(explored, (reason) => void told.push(reason))
  clock.set(1)
  await vi.advanceTimersByTimeAsync(3000)
  expect([app.height, told]).toEqual([height, reasons])
  clock.set(null)
  await vi.advanceTimersByTimeAsync(3000)
  expect(app.height).toBe(height)
})
