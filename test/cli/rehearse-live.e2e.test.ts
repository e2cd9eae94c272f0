import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startChain, type ServedChain } from '../fork/served.js'
import { sudobox } from './command.js'

const scratch = mkdtempSync(join(tmpdir(), 'sudobox-rehearse-live-'))
let chain: ServedChain
beforeAll(async () => {
  chain = await startChain()
}, 60_000)
afterAll(async () => {
  await chain.stop()
  rmSync(scratch, { recursive: true })
})

const live = (...args: readonly string[]) =>
  sudobox('rehearse', '--rpc', chain.rpc, '--cache', join(scratch, 'cache'), ...args)

test('runs the last transactions of a live contract on both, each on the state before its block', async () => {
  const junit = join(scratch, 'live.xml')
  const { code, stdout } = await live(chain.lab, '--from', 'neutron', '--to', 'neutron/1.5.0', '--junit', junit)
  expect(stdout).toContain(
    `${chain.lab}\nneutron, cosmwasm-vm 3.0.6 → neutron, cosmwasm-vm 1.5.0, on neutron\n3 runs\n`,
  )
  expect(stdout).toMatch(/prices of cosmwasm-vm 3\.0\.6 → 1\.5\.0: .* \(in 2 runs\)\n {4}step 1 of block \d+ /)
  // The relayer of a sandbox gets its account in the block of its first transaction.
  expect(stdout).toMatch(
    /not as on the chain\n {2}block 9: transaction 1 fails here with sdk\/9, and succeeded on the chain: fee payer/,
  )
  expect(code).toBe(1)
  expect(readFileSync(junit, 'utf8')).toContain('failures="')
  const same = await live(chain.lab, '--last', '1', '--from', 'neutron', '--to', 'neutron/3.0.7')
  expect(same).toMatchObject({ code: 0 })
  expect(same.stdout).toContain('1 steps, no difference')
})

test('what cannot be rehearsed is told, with 2', async () => {
  const told = async (...args: readonly string[]) => {
    const { code, stderr } = await live(...args)
    expect(code).toBe(2)
    return stderr
  }
  expect(await told('story.yaml', '--to', 'neutron')).toContain('"story.yaml" is not the address of a contract')
  expect(await told(chain.alice, '--to', 'neutron')).toContain(`pion-1 has no transaction that called ${chain.alice}`)
  expect(await told(chain.lab, '--from', 'neutron', '--to', 'wasmd@0.70')).toContain(
    'neutron continues a live chain, whose state is that of neutron: it is not migrated to wasmd@0.70',
  )
  expect(await told(chain.lab, '--to', 'neutron', '--corpus', scratch)).toContain('--corpus is for a campaign')
})
