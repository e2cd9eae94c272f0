import { describe, expect, test } from 'vitest'
import { createSandbox, type Sandbox } from '../../src/sandbox/index.js'

/** All that a chain commits to, says of itself and answers. */
function everything(sandbox: Sandbox) {
  return Object.values(sandbox.chains).map((chain) => {
    const { baseApp: app } = chain.host.app
    return {
      hash: app.stores.latest!.commitment.hash,
      header: app.block(app.last.height)!.signed.header,
      genesis: app.genesis,
      exported: chain.exportGenesis(),
    }
  })
}

describe('sandboxes that start alike', () => {
  test('never see what happens in each other', async () => {
    const untouched = everything(createSandbox())
    const used = createSandbox()
    const before = everything(used)
    used.chains.neutron.account('alice', '5untrn')
    used.chains.hub.setParams('bank', { default_send_enabled: false })
    used.advance(100)
    expect(before).toEqual(untouched)
    expect(everything(used)).not.toEqual(untouched)
    expect(everything(createSandbox())).toEqual(untouched)
  })

  test('behave like one that started by itself', () => {
    const play = (sandbox: Sandbox) => {
      sandbox.chains.neutron.account('alice', '5untrn')
      sandbox.advance(100)
      return everything(sandbox)
    }
    // A genesis of the user's own, even one that changes nothing, is not looked up.
    const own = { genesis: { app_state: { bank: {} } } }
    expect(play(createSandbox())).toEqual(play(createSandbox({ chains: { neutron: own, hub: own } })))
  })

  test('every option distinguishes them', () => {
    const plain = everything(createSandbox())
    for (const neutron of [
      { chainId: 'other-1' },
      { denom: 'uother' },
      { prefix: 'other' },
      { time: 1_700_000_000_000_000_000n },
      { params: { auth: { max_memo_characters: '7' } } },
      { genesis: { app_state: { bank: { send_enabled: [{ denom: 'untrn', enabled: false }] } } } },
    ])
      expect(everything(createSandbox({ chains: { neutron } }))[0], JSON.stringify(Object.keys(neutron))).not.toEqual(
        plain[0],
      )
    expect(everything(createSandbox({ ibc: { trustingPeriod: 1000n } }))[0]).not.toEqual(plain[0])
    expect(everything(createSandbox())).toEqual(plain)
  })
})

test('chains without a link have no client, connection or channel', () => {
  for (const chain of Object.values(createSandbox({ links: [] }).chains))
    expect(chain.exportGenesis().app_state['ibc']).toMatchObject({
      client_genesis: { clients: [], next_client_sequence: '0' },
      connection_genesis: { next_connection_sequence: '0' },
      channel_genesis: { channels: [] },
    })
})
