import { fc, runs } from '../random.js'
import { expect, test } from 'vitest'
import type { Action } from '../../src/sandbox/actions/schema.js'
import { ActionLog, type LogEntry } from '../../src/sandbox/actions/log.js'

test('after any restored snapshots, the log has the actions that led to the present state, whenever it is read', () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('push' as const), seconds: fc.bigInt({ min: 0n, max: 99n }) }),
    fc.record({ kind: fc.constant('keep' as const) }),
    fc.record({ kind: fc.constant('read' as const) }),
    fc.record({ kind: fc.constant('back' as const), to: fc.nat() }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const log = new ActionLog()
      let expected: readonly Action[] = []
      const kept: { entry: LogEntry | undefined; actions: readonly Action[] }[] = [{ entry: undefined, actions: [] }]
      for (const one of steps) {
        if (one.kind === 'push') {
          const action: Action = { action: 'advance', seconds: one.seconds }
          log.push(action)
          expected = [...expected, action]
        } else if (one.kind === 'keep') kept.push({ entry: log.snapshot(), actions: expected })
        else if (one.kind === 'read') expect(log.actions).toEqual(expected)
        else {
          const { entry, actions } = kept[one.to % kept.length]!
          log.restore(entry)
          expected = actions
        }
      }
      expect(log.actions).toEqual(expected)
    }),
    { numRuns: runs(1000) },
  )
})
