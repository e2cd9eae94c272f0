import { afterAll, expect, test } from 'vitest'
import { createSandbox } from 'sudobox'
import { Explorer } from 'sudobox/explorer'

const COIN = '0x0000000000000000000000000000000000000000'
const sandbox = createSandbox({ chains: { evm: { kind: 'evmd' }, neutron: {} } })
afterAll(() => sandbox.close())

test('the page shows what contracts in Solidity did, and what failed', async () => {
  const { evm } = sandbox.chains
  const alice = evm.account('alice', '1000000000000000000000atest')
  const { url } = await new Explorer(sandbox).serve()
  const vault = await evm.deploy('contracts/artifacts/solidity/PacketVault.json', {
    from: alice,
    args: ['atest', '60000'],
    label: 'vault',
  })
  const channel = sandbox.link('evm', 'neutron').channels['evm']!
  const sent = [channel, COIN, 1000n, 'nobody', evm.time + 10_000_000_000n]
  await vault.write['send']!(sent, { value: 1000n })
  await vault.write['withdraw']!([COIN]).catch(() => undefined)
  sandbox.advance(20)
  await sandbox.relayer.relay()

  const view = async (path: string): Promise<unknown> => (await fetch(`${url}/api/${path}`)).json()
  const { rows } = (await view('rows?kind=txs&from=0&count=20')) as { rows: { title: string; state: string }[] }
  const shown = rows.map(({ title, state }) => `${state} ${title}`)
  expect(shown.filter((row) => !/block|update client/.test(row))).toEqual([
    'failure timeout of packet 1 of channel-0 (transfer)',
    'refused vault: withdraw',
    'ok vault: send',
    'ok create a contract',
  ])
  expect(await view('failures')).toMatchObject([
    { chain: 'evm', label: 'vault', details: expect.stringContaining('out of gas') },
  ])
  expect(await view('contracts')).toMatchObject({
    codes: [],
    contracts: [],
    solidity: [
      {
        chain: 'evm',
        label: 'vault',
        address: vault.evmAddress,
        balances: [{ denom: 'atest', amount: '1000' }],
        failures: 1,
        functions: expect.arrayContaining(['withdraw(address)']),
      },
    ],
  })
})
