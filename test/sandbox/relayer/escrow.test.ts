import { expect, test } from '../../../src/vitest/index.js'
import { NeutronApp } from '../../../src/app/neutron/app.js'
import { escrowAddress } from '../../../src/modules/transfer/index.js'

const escrow = (channel: string): Uint8Array => escrowAddress('transfer', channel)

test("nobody mints into a channel's account, whichever side opened it, nor after the state was carried over", async ({
  sandbox,
}) => {
  const app = sandbox.chains.neutron.host.app as NeutronApp
  const isKnown = ({ tokenFactory, coinFactory, context }: NeutronApp, id: string): boolean => {
    const known = [tokenFactory, coinFactory].map((factory) => factory.isEscrow(context, escrow(id)))
    expect(new Set(known).size).toBe(1)
    return known[0]!
  }
  const known = (): boolean[] => ['channel-0', 'channel-1', 'channel-2', 'channel-3'].map((id) => isKnown(app, id))
  expect(known()).toEqual([true, false, false, false])
  await sandbox.relayer.openChannel({ chain: 'neutron' })
  expect(known()).toEqual([true, true, false, false])
  await sandbox.relayer.openChannel({ chain: 'hub' })
  expect(known()).toEqual([true, true, true, false])

  const again = new NeutronApp({ ...app.options, genesis: app.baseApp.exportGenesis() as never })
  expect(['channel-0', 'channel-2', 'channel-3'].map((id) => isKnown(again, id))).toEqual([true, true, false])
})
