import { spawn } from 'node:child_process'
import { appendFileSync, cpSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSandbox, ForkError, type ForkProgress, type SandboxOptions } from '../../src/sandbox/index.js'
import { readFixture, replay } from '../../src/replay/index.js'
import { ROOT } from '../cli/command.js'
import { startChain, type ServedChain } from './served.js'

const ROWS = 300

let chain: ServedChain
beforeAll(async () => {
  chain = await startChain(ROWS)
}, 60_000)
afterAll(() => chain.stop())

const folder = () => mkdtempSync(join(tmpdir(), 'sudobox-fork-'))
const fork = (
  more: object = {},
  setting: object = {},
  options: Pick<SandboxOptions<'neutron' | 'hub'>, 'links'> = {},
) => createSandbox({ ...options, chains: { neutron: { fork: { rpc: chain.rpc, ...more } }, hub: {} } }, setting)

/** Alice pays bob in tokens; what each has then, and the gas. */
async function pay(sandbox: ReturnType<typeof fork>) {
  const { neutron } = sandbox.chains
  const bob = neutron.account('bob', '5000untrn')
  const { gasUsed } = await neutron
    .actAs(chain.alice)
    .execute(chain.token, { transfer: { recipient: bob.address, amount: '7' } })
  const balance = neutron.query(chain.token, { balance: { address: chain.alice } })
  return { gasUsed, balance, height: neutron.height, time: neutron.time }
}

describe('a fork of a served chain', () => {
  test('goes on from its state, with few requests; and from the cache alone', async () => {
    const cache = folder()
    let progress: ForkProgress | undefined
    const onFork = (now: ForkProgress) => (progress = now)
    const first = fork({ cache }, { onFork })
    expect(first.chains.neutron).toMatchObject({ chainId: 'pion-1', height: BigInt(chain.height) })
    // As its node says, and as all of Neutron's networks run.
    expect(first.chains.neutron.host.app.options).toMatchObject({ prefix: 'neutron', denom: 'untrn', wasmd: 'neutron' })
    const paid = await pay(first)
    expect(paid).toMatchObject({ balance: { balance: '999993' }, height: BigInt(chain.height + 2) })
    expect(progress).toMatchObject({ chain: 'neutron', chainId: 'pion-1', height: chain.height })
    expect(progress!.requests).toBeLessThan(60)
    const { requests } = progress!
    progress = undefined
    expect(await pay(fork({ cache, height: BigInt(chain.height) }, { onFork }))).toEqual(paid)
    expect(progress).toBeUndefined()
    expect(await pay(fork({ cache, rpc: undefined, height: BigInt(chain.height) }))).toEqual(paid)
    expect(requests).toBeGreaterThan(0)
  })

  test('iterates, remembers what was written and deleted, and forgets it when it is restored', async () => {
    const { neutron } = fork({ cache: false }).chains
    const all = () => {
      const found: string[] = []
      for (;;) {
        const { accounts } = neutron.query<{ accounts: string[] }>(chain.token, {
          all_accounts: { limit: 30, ...(found.length > 0 && { start_after: found.at(-1) }) },
        })
        found.push(...accounts)
        if (accounts.length < 30) return found
      }
    }
    const found = all()
    expect(found).toHaveLength(ROWS + 1)
    expect(found).toEqual(found.toSorted())
    expect(neutron.failures(chain.lab)).toMatchObject([{ id: 0n }])
    const { sandbox } = neutron
    const before = await sandbox.snapshot()
    await neutron
      .actAs(chain.lab)
      .execute(chain.lab, { resubmit: { failure_id: 0 } })
      .catch(() => undefined)
    await pay(sandbox)
    await sandbox.restore(before)
    expect(all()).toEqual(found)
  })

  test('is linked with another chain, and packets travel', async () => {
    const sandbox = fork({ cache: false }, {}, { links: [['neutron', 'hub']] })
    const [link] = sandbox.links
    expect(link!.channels).toEqual({ neutron: 'channel-1', hub: 'channel-0' })
    const { neutron, hub } = sandbox.chains
    const bob = neutron.account('bob', '5000untrn')
    const carl = hub.account('carl', '1uatom')
    await bob.ibcTransfer(carl, '70untrn')
    await sandbox.relayer.relay()
    expect(hub.balances(carl.address)).toHaveLength(2)
  })

  test.each([
    { by: 'default', icq: {}, refused: true },
    { by: 'option', icq: { callbacks: 'wrapped' }, refused: false },
  ] as const)('refuses a query result whose callback fails, as the live chain does: $by', async ({ icq, refused }) => {
    const sandbox = createSandbox({
      chains: { neutron: { fork: { rpc: chain.rpc, cache: false }, icq }, hub: {} },
      links: [['neutron', 'hub']],
    })
    const { neutron, hub } = sandbox.chains
    const alice = neutron.actAs(chain.alice)
    const address = hub.host.app.address(hub.account('bob', '500uatom').address)
    const key = Buffer.from([2, address.length, ...address, ...Buffer.from('uatom')]).toString('base64')
    const [link] = sandbox.links
    await alice.transfer(chain.lab, '10000000untrn')
    await alice.execute(chain.lab, {
      register_kv_query: {
        connection_id: link!.connections['neutron'],
        update_period: 1,
        keys: [{ path: 'bank', key }],
      },
    })
    await alice.execute(chain.lab, { configure: { callback: 'kv_query_result', behaviour: 'error' } })
    const [failuresBefore, submissions] = [
      neutron.failures(chain.lab).length,
      [() => sandbox.queryRelayer.deliver(1), () => neutron.callback(chain.lab, { kv_query_result: { query_id: 1 } })],
    ]
    for (const submit of submissions)
      if (refused) await expect(submit()).rejects.toThrow(/contract .* rejected/)
      else await submit()
    expect(neutron.failures(chain.lab)).toHaveLength(failuresBefore + (refused ? 0 : submissions.length))
  })

  test('is recorded with what it read, and replays without its chain and without trust', async () => {
    const file = join(folder(), 'forked.yaml')
    const sandbox = fork({ cache: false })
    const recording = sandbox.record(file)
    await pay(sandbox)
    await recording.save()
    expect(readFileSync(file, 'utf8')).not.toContain(chain.rpc)
    const { passed, steps } = await replay(readFixture(file), file)
    expect([passed, steps.length]).toEqual([true, 4])
    const broken = join(folder(), 'broken.yaml')
    writeFileSync(broken, readFileSync(file, 'utf8').replaceAll('forked.yaml.forks', 'elsewhere'))
    await expect(replay(readFixture(broken), broken)).rejects.toThrow(/there is no cache of the fork at height/)
    const dialing = join(folder(), 'dialing.yaml')
    writeFileSync(dialing, readFileSync(file, 'utf8').replace(/cache: .*/, `rpc: ${chain.rpc}`))
    await expect(replay(readFixture(dialing), dialing)).rejects.toThrow('a file may not connect to a chain')
  })
})

test('a chain that this process serves is refused at once, and so is a cache that cannot be written', async () => {
  const served = createSandbox()
  const { urls } = await served.serve()
  expect(() => fork({ rpc: urls['neutron']!.rpc })).toThrow('is served by this same process')
  await served.close()
  const file = join(folder(), 'file')
  writeFileSync(file, '')
  expect(() => fork({ cache: file })).toThrow('cannot write the cache of the fork: ENOTDIR')
})

describe('the cache of a fork', () => {
  test('stays valid when one of two processes that fill it is killed', async () => {
    const cache = folder()
    const script = `
      import { createSandbox } from ${JSON.stringify(join(ROOT, 'dist/sandbox/index.js'))}
      const { neutron } = createSandbox({ chains: { neutron: { fork: { rpc: '${chain.rpc}', cache: ${JSON.stringify(cache)} } }, hub: {} } }).chains
      for (let at = ''; ; ) {
        const { accounts } = await neutron.query('${chain.token}', { all_accounts: { limit: 3, ...(at && { start_after: at }) } })
        at = accounts.at(-1)
        console.log(at)
        if (accounts.length < 3) break
      }`
    const run = (killAfter: number) =>
      new Promise<number>((resolve, reject) => {
        const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
          cwd: ROOT,
          stdio: ['ignore', 'pipe', 'inherit'],
        })
        let lines = 0
        child.stdout.on('data', (data: Buffer) => {
          lines += data.toString().split('\n').length - 1
          if (lines >= killAfter) child.kill('SIGKILL')
        })
        child.once('error', reject)
        child.once('exit', () => resolve(lines))
      })
    const [, whole] = await Promise.all([run(20), run(Infinity)])
    expect(whole).toBe(Math.ceil((ROWS + 2) / 3))
    const [height] = readdirSync(join(cache, 'pion-1'))
    const files = readdirSync(join(cache, 'pion-1', height!))
    // One that began when the other had read everything writes nothing.
    expect([1, 2]).toContain(files.length)
    // As a write leaves it that a killed process did not finish.
    appendFileSync(join(cache, 'pion-1', height!, files[0]!), '0123456789abcdef {"store":"wasm","fr')
    expect((await pay(fork({ cache, height: BigInt(chain.height) }))).balance).toEqual({ balance: '999993' })
  })

  test('of a chain that was started anew under the same address is not mixed with it', async () => {
    const cache = folder()
    await pay(fork({ cache, height: BigInt(chain.height) }))
    const [height] = readdirSync(join(cache, 'pion-1'))
    const place = join(cache, 'pion-1', height!)
    const other = join(cache, 'pion-1', `${chain.height}-ffffffffffffffff`)
    cpSync(place, other, { recursive: true })
    expect(() => fork({ rpc: undefined, cache, height: BigInt(chain.height) })).toThrow(ForkError)
  })
})
