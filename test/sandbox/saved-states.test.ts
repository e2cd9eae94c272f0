import { createSandbox, definePlugin, type Sandbox } from 'sudobox'
import { describe, expect, test } from 'vitest'

const LAB = 'contracts/artifacts/callback_lab.wasm'

/** Contracts, packets under way and delivered, a failure that is stored, a query with a result. */
async function prepare(sandbox: Sandbox): Promise<void> {
  const { neutron, hub } = sandbox.chains
  const alice = neutron.account('alice', '10000000untrn')
  const lab = await alice.deploy(LAB, { on_timeout: { spend_gas: '1500000' } })
  const to = hub.account('bob').address
  const transfer = { transfer: { channel: 'channel-0', to, amount: '100' } }
  await alice.execute(lab, transfer, { funds: '3000untrn' })
  await hub.skipPastTimeout()
  await sandbox.relayer.relay()
  await alice.execute(lab, transfer, { funds: '3000untrn' })
  await sandbox.relayer.relay()
  await alice.execute(lab, transfer, { funds: '3000untrn' })
  sandbox.advance(5)
}

/** What follows depends on all parts of the state. */
async function goOn(sandbox: Sandbox): Promise<unknown> {
  const { neutron, hub } = sandbox.chains
  const alice = neutron.account('alice')
  const lab = neutron.contract('callback_lab')
  const deliveries = await sandbox.relayer.relay()
  const resubmitted = await alice.execute(lab, { resubmit: { failure_id: 0 } }).catch((error: Error) => error.message)
  sandbox.advance(5)
  return { deliveries, resubmitted, chains: facts(sandbox), failures: neutron.failures(lab), bob: hub.balances('bob') }
}

const facts = (sandbox: Sandbox) =>
  Object.values(sandbox.chains).map((chain) => {
    const { baseApp } = chain.host.app
    return {
      height: baseApp.last.height,
      time: baseApp.last.time,
      appHash: baseApp.stores.latest!.commitment.hash,
      blocks: [...baseApp.blocks()].map(({ signed, txs, events }) => [
        signed.blockId,
        signed.commit,
        txs.map(({ hash, events: ofTx }) => [hash, ofTx]),
        events,
      ]),
    }
  })

const resumed = (pieces: readonly Uint8Array[]): Sandbox => {
  const sandbox = createSandbox()
  sandbox.savedStates('state.yaml').resume(pieces)
  return sandbox
}

describe('a saved state', () => {
  test('goes on in another sandbox as in the first one', async () => {
    const first = createSandbox()
    await prepare(first)
    const states = first.savedStates('state.yaml')
    const second = resumed([states.save()])
    expect(facts(second)).toEqual(facts(first))
    expect(second.log).toMatchObject(first.log)
    expect(await goOn(second)).toEqual(await goOn(first))
  })
  test('is written piece by piece, each with what is new', async () => {
    const first = createSandbox()
    await prepare(first)
    const states = first.savedStates('state.yaml')
    const pieces = [states.save()]
    first.advance(5)
    pieces.push(states.save())
    expect(pieces[1]!.length).toBeLessThan(pieces[0]!.length / 20)
    const second = createSandbox()
    const more = second.savedStates('state.yaml')
    more.resume(pieces)
    expect(facts(second)).toEqual(facts(first))
    const ends = [await goOn(first), await goOn(second)]
    pieces.push(more.save())
    expect(pieces[2]!.length).toBeLessThan(pieces[0]!.length / 4)
    const third = createSandbox()
    third.savedStates('state.yaml').resume(pieces)
    expect(facts(third)).toEqual(facts(first))
    expect(ends[1]).toEqual(ends[0])
  })

  test('of a chain with another plug-in is refused', () => {
    const withPlugin = () => createSandbox({ chains: { neutron: { plugins: [definePlugin({ name: 'one' })] } } })
    const [plain, other] = [createSandbox(), withPlugin()]
    plain.advance(5)
    other.advance(5)
    const refusal = 'the saved state of neutron is that of another chain'
    expect(() =>
      withPlugin()
        .savedStates('state.yaml')
        .resume([plain.savedStates('state.yaml').save()]),
    ).toThrow(refusal)
    expect(() =>
      createSandbox()
        .savedStates('state.yaml')
        .resume([other.savedStates('state.yaml').save()]),
    ).toThrow()
    withPlugin()
      .savedStates('state.yaml')
      .resume([other.savedStates('state.yaml').save()])
  })
})
