import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSandbox, type Sandbox } from '../../src/sandbox/index.js'
import { settledBy } from '../../src/explorer/settled.js'
import type { ExplorerState, PacketRow, RowData, SettledRow } from '../../src/explorer/model.js'
import { Explorer } from '../../src/explorer/index.js'

// oxlint-disable-next-line typescript/no-explicit-any -- answers of many forms, which the tests compare
type Answer = { readonly [member: string]: any }

let sandbox: Sandbox
let url: string
beforeAll(async () => {
  sandbox = createSandbox()
  sandbox.chains.neutron.account('alice', '1000000untrn')
  url = (await new Explorer(sandbox).serve()).url
})
afterAll(() => sandbox.close())

const get = async (path: string, headers: Record<string, string> = {}, at = url): Promise<[number, Answer]> => {
  const response = await fetch(`${at}/api/${path}`, { headers })
  return [response.status, (await response.json()) as Answer]
}

const stateOf = async (at = url): Promise<ExplorerState> => (await get('state', {}, at))[1] as ExplorerState

async function post(name: string, body: object, headers: Record<string, string> = {}): Promise<[number, Answer]> {
  const { epoch } = await stateOf()
  const response = await fetch(`${url}/api/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ epoch, ...body }),
  })
  return [response.status, (await response.json()) as Answer]
}

describe('who is answered', () => {
  test('the page may request only its own server, and may not be framed', async () => {
    const page = await fetch(url)
    expect(page.headers.get('content-security-policy')).toBe("frame-ancestors 'none'")
    const html = await page.text()
    expect(html).toContain("default-src 'none'; script-src 'sha256-")
    expect(html).toContain("connect-src 'self'")
    expect(html).not.toMatch(/<(?:script|img|link|iframe)[^>]*\s(?:src|href)="(?!data:,)/)
    expect(html).not.toMatch(/@import|url\(/)
    expect(Buffer.byteLength(html)).toBeLessThan(500_000)
  })

  test('other pages are refused, also from another port of this machine', async () => {
    const own = new URL(url).origin
    const others = ['http://localhost:3000', 'http://127.0.0.1:1', 'null', 'https://evil.example']
    for (const origin of others)
      expect([origin, (await fetch(`${url}/api/state`, { headers: { origin } })).status]).toEqual([origin, 403])
    expect((await get('state', { origin: own }))[0]).toBe(200)
    expect((await get('state', { 'sec-fetch-site': 'same-site' }))[0]).toBe(403)
    expect((await get('state', { 'sec-fetch-site': 'same-origin' }))[0]).toBe(200)
    expect((await post('action', { action: { action: 'block' } }, { origin: 'http://localhost:3000' }))[0]).toBe(403)
    const form = await fetch(`${url}/api/action`, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'text/plain' },
    })
    expect(form.status).toBe(415)
  })

  test('a token is needed for everything but the page, and required on other addresses', async () => {
    const other = createSandbox()
    try {
      const ui = (await new Explorer(other).serve({ token: 'secret' })).url
      expect((await fetch(ui)).status).toBe(200)
      for (const path of ['state', 'listen', 'rows', 'rest?chain=neutron&path=/'])
        expect([path, (await get(path, {}, ui))[0]]).toEqual([path, 401])
      expect((await get('state', { authorization: 'Bearer wrong' }, ui))[0]).toBe(401)
      expect((await get('state', { authorization: 'Bearer secret' }, ui))[0]).toBe(200)
      const open = await new Explorer(other).serve({ host: '0.0.0.0' })
      const [status, { error }] = await get('state', {}, open.url.replace('0.0.0.0', '127.0.0.1'))
      expect([status, error.message]).toEqual([403, expect.stringContaining('--token')])
    } finally {
      await other.close()
    }
  })
})

describe('what a page may do', () => {
  test('actions are logged, and answered with their outcome and trees of calls', async () => {
    const before = sandbox.log.length
    const action = { action: 'tx', from: 'alice', messages: [{ send: { to: 'alice', amount: '1untrn' } }] }
    const [status, { outcome, parts }] = await post('action', { action })
    expect([status, outcome.code, parts[0].hash]).toEqual([200, 0, outcome.hash])
    expect(sandbox.log.slice(before)).toMatchObject([{ action: 'tx', chain: 'neutron', from: 'alice' }])
    const [, { rows }] = await get(`rows?text=${outcome.hash.slice(0, 12)}`)
    expect(rows).toMatchObject([{ kind: 'tx', title: 'send', hash: outcome.hash }])
    const [, entry] = await get(`entry?id=${rows[0].id}`)
    expect(entry).toMatchObject({ part: { hash: outcome.hash }, raw: { tx: { body: {} } } })
  })

  test('the error of an invalid action tells what would be valid', async () => {
    const [, wrong] = await post('action', { action: { action: 'block', count: 0 } })
    expect(wrong['error']).toMatchObject({ kind: 'invalid', details: [expect.stringContaining('/count')] })
    const [, unknown] = await post('action', { action: { action: 'query', contract: 'nobody', msg: {} } })
    expect(unknown['error']).toMatchObject({ kind: 'refused', message: 'neutron has no contract "nobody"' })
    expect((await get('contract?chain=neutron&address=neutron1none'))[1]['error'].message).toContain('decoding bech32')
    expect((await get('rows?from=-1'))[1]['error'].message).toContain('must be a whole number')
    expect((await get('constructor'))[0]).toBe(400)
  })

  test('no action names a file or touches the machine', async () => {
    const file = { store: { wasm: { path: 'contracts/artifacts/cw20_base.wasm' } } }
    const actions = [
      { action: 'tx', from: 'alice', messages: [file] },
      { action: 'evm', method: 'admin_startHTTP' },
      { action: 'repeat', times: 2, do: { action: 'evm', method: 'eth_blockNumber', over: 'http' } },
    ]
    for (const action of actions) expect((await post('action', { action }))[1]['error'].kind).toBe('refused')
  })

  test('an action on a state that no longer exists is refused', async () => {
    const { epoch, revision } = await stateOf()
    const [, { id }] = await post('snapshot', {})
    const changed = await post('action', { action: { action: 'block' }, revision })
    expect(changed).toMatchObject([409, { error: { kind: 'stale' } }])
    await sandbox.restore(id)
    expect(await post('action', { action: { action: 'block' }, epoch })).toMatchObject([
      409,
      { error: { kind: 'stale' } },
    ])
    expect((await post('restore', { id: 99 }))[1]['error'].message).toBe('there is no snapshot 99')
    expect((await stateOf()).epoch).not.toBe(epoch)
  })
})

test('an action on a packet is refused once the packet is no longer as the page showed it', async () => {
  const { neutron, hub } = sandbox.chains
  await neutron.account('alice').ibcTransfer(hub.account('bob').address, '1untrn')
  const [, [packet]] = (await get('packets')) as unknown as [number, [PacketRow]]
  const action = { action: 'dropPackets', filter: { sequence: packet.sequence } }
  expect((await post('action', { action, packet }))[0]).toBe(200)
  const [changed, { error }] = await post('action', { action, packet })
  expect([changed, error.kind, error.message]).toEqual([409, 'stale', expect.stringContaining('has changed since')])
  sandbox.relayer.release({ sequence: BigInt(packet.sequence) })
  await sandbox.relayer.relay()
  const [gone, { error: late }] = await post('action', { action, packet })
  expect([gone, late.message]).toEqual([409, expect.stringContaining('is no longer in flight')])
})

test('settled packets link to the transaction that notified the sender, found by its events', async () => {
  const other = createSandbox()
  try {
    const { neutron, hub } = other.chains
    const at = (await new Explorer(other).serve()).url
    const alice = neutron.account('alice', '1000untrn')
    const bob = hub.account('bob', '1000uatom')
    for (let i = 0; i < 2; i++) await alice.ibcTransfer(bob.address, '1untrn')
    // The same channel and sequence on the other chain.
    await bob.ibcTransfer(alice.address, '1uatom')
    const delivered = await other.relayer.relay()
    const [, { packets }] = await get('settled', {}, at)
    const [, { rows }] = await get('rows?from=0&count=100&kind=transactions', {}, at)
    const told = (packets as SettledRow[]).map(({ from, sequence, row }) => {
      const { chain, title } = (rows as RowData[]).find(({ id }) => id === row)!
      return `${from} ${sequence}: ${title} on ${chain}`
    })
    expect(told.sort()).toEqual([
      'hub 1: acknowledgement of packet 1 of channel-0 (transfer) on hub',
      'neutron 1: acknowledgement of packet 1 of channel-0 (transfer) on neutron',
      'neutron 2: acknowledgement of packet 2 of channel-0 (transfer) on neutron',
    ])
    // A relayer of a served network puts many into one transaction, whose title does not name them all.
    const all = delivered.filter(({ chain }) => chain === 'neutron').flatMap(({ events }) => events)
    expect(settledBy('neutron', [], all)).toEqual(['neutron/transfer/channel-0/1', 'neutron/transfer/channel-0/2'])
  } finally {
    await other.close()
  }
})

describe('listeners', () => {
  test('are told of each change, wherever it comes from, and see what a snapshot undoes', async () => {
    const lines = listener()
    const first = await lines.next()
    sandbox.chains.hub.nextBlock(3)
    const height = sandbox.chains.hub.height
    const told = await lines.next()
    expect(told.chains[1]).toMatchObject({ key: 'hub', height: Number(height) })
    expect(told.revision).toBeGreaterThan(first.revision)
    const id = await sandbox.snapshot()
    const rows = (await get('rows?count=1'))[1]['total'] as number
    sandbox.chains.neutron.nextBlock()
    expect((await get('rows?count=1'))[1]['total']).toBe(rows + 1)
    await sandbox.restore(id)
    expect((await get('rows?count=1'))[1]['total']).toBe(rows)
    let last = told
    while (last.epoch === first.epoch) last = await lines.next()
    expect(last.snapshots.map((one) => one.id)).toContain(id)
    await lines.end()
  })

  function listener() {
    const abort = new AbortController()
    const waiting: ExplorerState[] = []
    let wake: (() => void) | undefined
    const reading = (async () => {
      const response = await fetch(`${url}/api/listen`, { signal: abort.signal })
      let text = ''
      for await (const part of response.body!.pipeThrough(new TextDecoderStream())) {
        text += part
        const lines = text.split('\n')
        text = lines.pop()!
        waiting.push(...lines.filter((line) => line !== '').map((line) => JSON.parse(line) as ExplorerState))
        wake?.()
      }
    })().catch(() => undefined)
    return {
      next: async (): Promise<ExplorerState> => {
        while (waiting.length === 0) await new Promise<void>((resolve) => (wake = resolve))
        return waiting.shift()!
      },
      end: async () => {
        abort.abort()
        await reading
      },
    }
  }
})

test('an export as a test has the actions and what was refused', async () => {
  const action = { action: 'tx', from: 'alice', messages: [{ send: { to: 'alice', amount: '9999999999untrn' } }] }
  await post('action', { action })
  const [, { name, text }] = await post('fixture', { form: 'test', title: "Alice's coins" })
  expect(name).toBe('alice-s-coins.test.ts')
  expect(text).toContain(String.raw`test('Alice\'s coins', async () => {`)
  expect(text).toContain(
    "await sandbox.perform({ action: 'account', chain: 'neutron', name: 'alice', funds: '1000000untrn' })",
  )
  expect(text).toMatch(
    /await expect\(sandbox\.perform\([^]*\)\.rejects\.toMatchObject\(\{ codespace: 'sdk', code: 5 \}\)/,
  )
})
