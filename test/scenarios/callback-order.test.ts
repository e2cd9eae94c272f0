// The second kind of user: a property over the order of callbacks, failures and resubmissions.
import { fc, runs } from '../random.js'
import { createSandbox, type Contract } from 'sudobox'
import { beforeAll, expect, test } from 'sudobox/vitest'

const LAB = 'contracts/artifacts/callback_lab.wasm'
const KINDS = ['response', 'error', 'timeout', 'kv_query_result', 'tx_query_result'] as const
type Kind = (typeof KINDS)[number]

const MESSAGES = {
  response: { response: { data: 'AQ==' } },
  error: { error: { details: 'ABCI code: 5' } },
  timeout: { timeout: {} },
  kv_query_result: { kv_query_result: { query_id: 1 } },
  tx_query_result: { tx_query_result: { query_id: 2 } },
} as const

type Event =
  | { readonly deliver: Kind; readonly works: boolean }
  | { readonly resubmit: number; readonly works: boolean }

const event: fc.Arbitrary<Event> = fc.oneof(
  fc.record({ deliver: fc.constantFrom(...KINDS), works: fc.boolean() }),
  fc.record({ resubmit: fc.nat(5), works: fc.boolean() }),
)

/** What the chain's documentation says: each failure stays until it is resubmitted with success; ids are the highest plus one. */
class Model {
  readonly failures = new Map<number, Kind>()
  readonly received: Kind[] = []

  deliver(kind: Kind, works: boolean): void {
    if (works) this.received.push(kind)
    else this.failures.set(this.failures.size === 0 ? 0 : Math.max(...this.failures.keys()) + 1, kind)
  }
  /** @returns whether there was such a failure and it could be delivered */
  resubmit(id: number, works: boolean): boolean {
    const kind = this.failures.get(id)
    if (kind === undefined || !works) return false
    this.failures.delete(id)
    this.received.push(kind)
    return true
  }
}

const sandbox = createSandbox()
let lab: Contract

beforeAll(async () => {
  lab = await sandbox.chains.neutron.account('alice').deploy(LAB)
})

test('whatever the order, each callback is received once or is among the failures', async () => {
  const alice = sandbox.chains.neutron.account('alice')
  const start = await sandbox.snapshot()
  const behave = async (kind: Kind, works: boolean) =>
    alice.execute(lab, { configure: { callback: kind, behaviour: works ? 'succeed' : 'error' } })

  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 12 }), async (events) => {
      await sandbox.restore(start)
      const model = new Model()
      for (const step of events) {
        if ('deliver' in step) {
          await behave(step.deliver, step.works)
          await lab.callback(MESSAGES[step.deliver])
          model.deliver(step.deliver, step.works)
        } else {
          const kind = model.failures.get(step.resubmit)
          if (kind !== undefined) await behave(kind, step.works)
          const resubmission = alice.execute(lab, { resubmit: { failure_id: step.resubmit } })
          if (model.resubmit(step.resubmit, step.works)) await resubmission
          else await expect(resubmission).rejects.toFailWith({})
        }
        expect(lab.failures().map((failure) => Number(failure.id))).toEqual(
          [...model.failures.keys()].sort((a, b) => a - b),
        )
        const { received } = lab.query<{ received: { callback: Kind }[] }>({ received: { limit: 100 } })
        expect(received.map(({ callback }) => callback)).toEqual(model.received)
      }
    }),
    { numRuns: runs(30) },
  )
})
