import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { sudoData } from '../../src/pages/index.js'
import { createSandbox } from '../../src/sandbox/index.js'

const COIN = `0x${'0'.repeat(40)}`

test('a callback of a contract in Solidity counts, with the gas that its memo gives it, and its failure', async () => {
  const sandbox = createSandbox({ chains: { evm: { kind: 'evmd' }, neutron: {} } })
  const { evm } = sandbox.chains
  const alice = evm.account('alice', '1000000000000000000000atest')
  const channel = sandbox.link('evm', 'neutron').channels.evm!
  const outcome = async (gasLimit: string) => {
    const artifact = resolve('contracts/artifacts/solidity/PacketVault.json')
    const vault = await evm.deploy(artifact, { from: alice, args: ['atest', gasLimit], label: `vault-${gasLimit}` })
    const timeout = evm.time + 10_000_000_000n
    await vault.write.send!([channel, COIN, 1000n, 'neutron1nobody', timeout], { value: 1000n })
    sandbox.advance(20)
    return (await sandbox.relayer.relay()).flatMap(sudoData)
  }
  const [good, ...others] = await outcome('200000')
  expect(others).toEqual([])
  expect(good).toMatchObject({ contract: 'vault-200000', kind: 'onPacketTimeout', limit: '200000' })
  expect(Number(good!.gas)).toBeGreaterThan(10_000)
  expect(good).not.toHaveProperty('failure')
  expect(await outcome('60000')).toMatchObject([
    { contract: 'vault-60000', limit: '60000', failure: { error: expect.stringMatching(/out of gas/) as string } },
  ])
})
