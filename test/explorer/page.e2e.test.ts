import { readFileSync } from 'node:fs'
import { createContract, deployContract, type ParsedABI } from 'micro-eth-signer/abi.js'
import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RowData, RowsData } from '../../src/explorer/model.js'
import { createSandbox, type PendingPacket, type Sandbox } from '../../src/sandbox/index.js'
import { sudobox } from '../cli/command.js'
import { freePort } from '../free-port.js'
import { runVitest } from '../vitest/run-vitest.js'
import { axeFindings, findingsIn, LOOKS, TestBrowser, WITHOUT_BROWSER, written } from '../report/browser.js'
import { Explorer } from '../../src/explorer/index.js'

const WASM = 'contracts/artifacts/callback_lab.wasm'
const SCHEMA = 'contracts/artifacts/schema/callback_lab.json'

const ERC20 = 'contracts/artifacts/solidity/ERC20.json'

const VIEWS = ['activity', 'evm', 'contracts', 'accounts', 'failures', 'packets', 'queries', 'ibc', 'sandbox']

const goTo = (page: Page, name: string): Promise<void> => page.getByRole('tab', { name }).click()

describe.skipIf(WITHOUT_BROWSER)('in a browser', () => {
  let browser: TestBrowser
  let sandbox: Sandbox
  let url: string
  let page: Page
  beforeAll(async () => {
    browser = await TestBrowser.start()
    sandbox = createSandbox()
    // One that is still free when the server comes back.
    url = (await new Explorer(sandbox).serve({ port: await freePort() })).url
    page = await browser.openUrl(url)
  })
  afterAll(async () => {
    await browser.close()
    await sandbox.close()
  })

  /** The newest row with a text in its title. */
  const rowOf = async (text: string): Promise<RowData> => {
    const answer = await fetch(`${url}/api/rows?text=${encodeURIComponent(text)}&count=1`)
    return ((await answer.json()) as RowsData).rows[0]!
  }

  test('a contract is deployed through the forms', async () => {
    await goTo(page, 'Contracts')
    await page.getByText('No contracts yet').waitFor()
    await page.getByRole('button', { name: 'Create the account alice' }).click()
    const store = page.getByRole('form', { name: 'Store code' })
    await store.getByLabel('code (.wasm)').setInputFiles([WASM, SCHEMA])
    await store.getByRole('button', { name: 'Store callback_lab.wasm' }).click()
    const instantiate = page.getByRole('form', { name: 'Instantiate' })
    await instantiate.getByText('given here').waitFor()
    await instantiate.getByLabel('on_timeout').check()
    await instantiate.getByLabel('on_timeout value').selectOption('spend_gas')
    await instantiate.getByLabel('spend_gas', { exact: true }).fill('1500000')
    await instantiate.getByLabel('label').fill('lab')
    await instantiate.getByRole('button', { name: 'Instantiate' }).click()
    await page.getByRole('heading', { name: 'lab on neutron' }).waitFor()
    expect(sandbox.chains.neutron.addressOf('lab')).toMatch(/^neutron1/)
  })

  test('a transfer that times out leaves a failure, which is resubmitted', async () => {
    const call = page.getByRole('form', { name: 'execute' })
    await call.getByLabel('message', { exact: true }).selectOption('transfer')
    await call.getByLabel('amount').fill('100')
    await call.getByLabel('channel').fill('channel-0')
    await call.getByLabel('to', { exact: true }).fill(sandbox.chains.hub.account('bob').address)
    await call.getByLabel('funds').fill('3000untrn')
    await call.getByRole('button', { name: 'Execute' }).click()
    const result = page.getByRole('status').filter({ hasText: 'execute transfer' })
    await result.getByText('ibc_transfer', { exact: true }).waitFor({ state: 'attached' })
    await expect.poll(() => result.getByRole('button', { name: /execute lab/ }).count()).toBe(1)

    await goTo(page, 'Packets')
    await page.getByText('transfer/channel-0 → hub transfer/channel-0').waitFor()
    await page.getByRole('button', { name: 'Time out: packet 1' }).click()
    await page.getByText('No packet is in flight').waitFor()

    await goTo(page, 'Failures')
    await page.getByRole('heading', { name: 'failure 0 timeout of lab' }).waitFor()
    expect(await page.getByLabel('Error of failure 0').innerText()).toContain(
      'sudo handling went beyond the gas limit allowed by the module',
    )
    await page.getByRole('button', { name: 'Resubmit' }).click()
    await page.getByText('No callback has failed').waitFor()
    expect(sandbox.chains.neutron.failures()).toEqual([])
  })

  test('numbers above 2^53 are sent and shown as they are written', async () => {
    await page.goto(`${url}/#tab=contracts&chain=neutron&address=${sandbox.chains.neutron.addressOf('lab')}`)
    const call = page.getByRole('form', { name: 'execute' })
    const sent = async (name: string): Promise<string> => {
      await call.getByRole('button', { name: 'Execute' }).click()
      const result = page.getByRole('status').filter({ hasText: `execute ${name}` })
      return result.getByRole('button', { name: /execute lab/ }).innerText()
    }
    await call.getByLabel('message', { exact: true }).selectOption('resubmit')
    await call.getByLabel('failure_id').fill('18446744073709551615')
    expect(await sent('resubmit')).toContain('{"failure_id":18446744073709551615}')
    await call.getByLabel('write it as JSON').check()
    const written = call.getByLabel('message (JSON)')
    await expect.poll(() => written.inputValue()).toContain('"failure_id": 18446744073709551615\n')
    await call.getByLabel('write it as JSON').uncheck()
    await call.getByLabel('message', { exact: true }).selectOption('transfer')
    await call.getByLabel('amount').fill('340282366920938463463374607431768211455')
    expect(await sent('transfer')).toContain('"amount":"340282366920938463463374607431768211455"')
  })

  test('what was done is exported as a fixture, which replays', async () => {
    await goTo(page, 'Sandbox')
    const form = page.getByRole('form', { name: 'Export' })
    await form.getByLabel('title').fill('A timeout')
    await form.getByRole('button', { name: 'Export' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download a-timeout.yaml' }).click()
    const text = readFileSync(await (await download).path(), 'utf8')
    const { code, stdout } = await sudobox('replay', written('exported.yaml', text))
    expect([code, stdout]).toEqual([0, expect.stringContaining('A timeout')])

    await form.getByLabel('as').selectOption('test')
    await form.getByRole('button', { name: 'Export' }).click()
    const link = page.getByRole('link', { name: 'Download a-timeout.test.ts' })
    const asTest = page.waitForEvent('download')
    await link.click()
    const run = await runVitest(readFileSync(await (await asTest).path(), 'utf8'))
    expect([run.code, run.printed]).toEqual([0, expect.stringContaining('1 passed')])
  })

  test('a transaction of the EVM has its calls and logs, by their names once the ABI is given', async () => {
    const ask = (method: string, ...params: unknown[]): Promise<unknown> => sandbox.evm.request({ method, params })
    const { abi, bytecode } = JSON.parse(readFileSync(ERC20, 'utf8')) as { abi: ParsedABI; bytecode: string }
    const [from, other] = (await ask('eth_accounts')) as [string, string]
    const data = deployContract(abi, bytecode, { name_: 'Token', symbol_: 'TOK', supply: 5n })
    const made = await ask('eth_sendTransaction', { from, data, gas: '0x200000' })
    const { contractAddress: to } = (await ask('eth_getTransactionReceipt', made)) as { contractAddress: string }
    const transfer = Buffer.from(createContract(abi)['transfer']!.encodeInput({ to: other, value: 7n })).toString('hex')
    await ask('eth_sendTransaction', { from, to, data: `0x${transfer}`, gas: '0x20000' })

    await goTo(page, 'EVM')
    await page.getByRole('option', { name: `EVM: call transfer of ${to} failed` }).click()
    const panel = page.getByRole('region', { name: 'Details' })
    await panel.getByText('Charged gas and fees').waitFor()
    await panel.getByText('execution reverted: 0xe450d38c').first().waitFor()
    await goTo(page, 'Contracts')
    await page.getByLabel('ABI of a contract').setInputFiles(ERC20)
    await page
      .getByRole('row', { name: `${to} ERC20` })
      .getByRole('button', { name: 'EVM block 1' })
      .click()
    await panel.getByText('bytes of code and arguments').first().waitFor()
    await page.getByRole('option', { name: `EVM: call transfer of ${to} failed` }).click()
    const error = panel.getByLabel('Error')
    await expect
      .poll(() => error.innerText())
      .toBe(`execution reverted: ERC20InsufficientBalance(sender: ${from}, balance: 5, needed: 7)`)
  })

  test('axe finds nothing and nothing overflows, in each width and theme', async () => {
    const address = sandbox.chains.neutron.addressOf('lab')
    const contract = `contracts&chain=neutron&address=${address}`
    const { id: row } = await rowOf('EVM: call')
    const views = [
      ...VIEWS,
      'activity&row=8',
      `evm&row=${row}`,
      contract,
      `${contract}&part=state`,
      `${contract}&part=about`,
    ]
    const other = await browser.openUrl(url)
    for (const view of views) {
      await other.goto(`${url}/#tab=${view}`)
      const [tab] = /^\w+/.exec(view)!
      await other.locator(`#tab-${tab}[aria-selected=true]`).waitFor()
      expect([view, await findingsIn(other)]).toEqual([view, []])
    }
    await browser.leave(other)
  })

  test('no page requests other hosts or logs an error', () => {
    expect(browser.complaints).toEqual([])
  })

  test('a search finds what has a hash, a height, an address or a label', async () => {
    const box = page.getByRole('searchbox', { name: 'Search' })
    await box.fill('la')
    await page.getByRole('button', { name: 'lab', exact: true }).click()
    await page.getByRole('heading', { name: 'lab on neutron' }).waitFor()
    const { hash } = await rowOf('resubmit failure')
    await box.fill(hash.toLowerCase())
    await page.getByRole('list', { name: 'Found' }).getByRole('button', { name: 'resubmit failure' }).click()
    await page.getByRole('region', { name: 'Details' }).getByText('✓ ok').waitFor()
    await box.fill('nothing like this')
    await page.getByText('There is nothing with that hash').waitFor()
    await box.fill('')
  })

  test('a packet is dropped, forged and refunded, and its outcome stays visible', async () => {
    const { neutron, hub } = sandbox.chains
    const balance = neutron.balance('alice', 'untrn')
    await neutron.account('alice').ibcTransfer(hub.account('bob').address, '7untrn')
    const [{ sequence }] = sandbox.relayer.pending() as [PendingPacket]
    await goTo(page, 'Packets')
    const card = page.getByRole('article', { name: `packet ${sequence}` })
    await card.getByRole('button', { name: 'Drop' }).click()
    await card.getByText('dropped', { exact: true }).waitFor()
    expect(await sandbox.relayer.relay()).toEqual([])
    await card.getByText('Forge it').click()
    await card.getByRole('button', { name: 'Forge' }).click()
    await page.getByText('receive packet verification failed').waitFor()
    expect(hub.balance('bob', 'untrn')).toBe(0n)
    // It was released for that, and a button does nothing for a packet that was shown as it was before.
    await card.getByText('dropped', { exact: true }).waitFor({ state: 'detached' })
    await card.getByRole('button', { name: 'Refund' }).click()
    const settled = page.getByRole('group', { name: 'Settled packets' })
    const row = settled.getByRole('row').filter({ hasText: 'refused with an error acknowledgement' })
    expect(await row.getByRole('rowheader').innerText()).toBe(String(sequence))
    await settled.getByRole('row').filter({ hasText: 'timed out' }).waitFor()
    expect(neutron.balance('alice', 'untrn')).toBe(balance)
    expect(sandbox.relayer.pending()).toEqual([])
    await row.getByRole('button', { name: /^Show/ }).click()
    await page.getByRole('region', { name: 'Details' }).getByText('acknowledgement of packet').first().waitFor()
  })

  test('a query is relayed now', async () => {
    const { neutron, hub } = sandbox.chains
    const keys = [{ path: 'bank', key: Buffer.from('none').toString('base64') }]
    const register_kv_query = { connection_id: 'connection-0', update_period: 50, keys }
    await neutron.account('alice').execute('lab', { register_kv_query }, { funds: '1000000untrn' })
    await goTo(page, 'Queries')
    const query = page.getByRole('article', { name: 'query 1' })
    await query.getByText('none yet').waitFor()
    hub.nextBlock()
    await query.getByRole('button', { name: 'Relay now' }).click()
    await query.getByText(/at height [\d,]+, from height 1-\d+ of the remote chain/).waitFor()
    await query.getByText('Last result and its proofs').click()
    await query.getByText('MsgSubmitQueryResult').first().waitFor({ state: 'attached' })
  })

  test('a contract without a schema gets one, is migrated, and is called by the chain', async () => {
    const { neutron } = sandbox.chains
    const alice = neutron.account('alice')
    // No file has these bytes, so no schema is beside them. Other tests of the process may have stored the file itself.
    const customSection = Buffer.of(0, 2, 1, 0x61)
    const codeId = await alice.store(Buffer.concat([readFileSync('contracts/artifacts/cw4_group.wasm'), customSection]))
    const group = await alice.instantiate(
      codeId,
      { admin: alice.address, members: [] },
      { label: 'group', admin: alice.address },
    )
    await page.goto(`${url}/#tab=contracts&chain=neutron&address=${group.address}`)
    await page.getByRole('button', { name: 'Infer it' }).click()
    await page.getByText('inferred from the contract').waitFor()
    const call = page.getByRole('form', { name: 'execute' })
    await expect.poll(() => call.getByLabel('message', { exact: true }).innerText()).toContain('update_members')
    await page.getByRole('radio', { name: 'migrate' }).check()
    const migrate = page.getByRole('form', { name: 'migrate' })
    await migrate.getByLabel('new code').selectOption('1')
    await migrate.getByLabel(/^message/).fill('{}')
    await migrate.getByRole('button', { name: 'Migrate' }).click()
    const migrated = page.getByRole('status').filter({ hasText: 'migrate' })
    await migrated.getByRole('button', { name: /migrate group/ }).waitFor()

    await page.goto(`${url}/#tab=contracts&chain=neutron&address=${neutron.addressOf('lab')}`)
    await page.getByRole('radio', { name: 'sudo' }).check()
    const sudo = page.getByRole('form', { name: 'sudo' })
    await sudo.getByLabel('write it as JSON').check()
    await sudo.getByLabel('message (JSON)').fill('{"timeout":{"request":{}}}')
    await sudo.getByRole('button', { name: 'Call sudo' }).click()
    await page.getByRole('status').filter({ hasText: 'sudo timeout' }).getByText('failure').first().waitFor()
    expect(neutron.failures('lab')).toHaveLength(1)
  })

  test('an invalid message and a missing contract are reported', async () => {
    await page.goto(`${url}/#tab=contracts&chain=neutron&address=neutron1none`)
    await page.getByText('There is no contract at this address').waitFor()
    await page.goto(`${url}/#tab=contracts&chain=neutron&address=${sandbox.chains.neutron.addressOf('lab')}`)
    await page.getByRole('radio', { name: 'query' }).check()
    await page.getByLabel('write it as JSON').check()
    const form = page.getByRole('form', { name: 'query' })
    await form.getByLabel('message (JSON)').fill('{"callbacks": }')
    await form.getByText('not JSON').waitFor()
    await form.getByRole('button', { name: 'Query' }).click()
    await page
      .getByRole('alert')
      .getByText(/unknown variant `callbacks`/)
      .waitFor()
    expect(sandbox.log.some(({ action }) => action === 'query')).toBe(false)
  })

  test('of many rows a page renders those in view, and the keyboard moves through all', async () => {
    sandbox.chains.hub.nextBlock(1000)
    await goTo(page, 'Activity')
    await page.getByLabel('Show').selectOption('blocks')
    const list = page.getByRole('listbox', { name: 'Activity' })
    const options = list.getByRole('option')
    await list
      .getByRole('option', { name: /^block 1\d{3} hub/ })
      .first()
      .waitFor()
    expect(await options.count()).toBeLessThan(100)
    await list.focus()
    await page.keyboard.press('End')
    await list.getByText('block 1', { exact: true }).first().waitFor()
    expect(await options.count()).toBeLessThan(100)
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: 'Details' }).getByText('Block, as the REST gateway shows it').waitFor()
  })

  test('a button for a packet that another page delivered does nothing and tells the user', async () => {
    await goTo(page, 'Packets')
    await sandbox.chains.neutron.account('alice').ibcTransfer(sandbox.chains.hub.account('bob').address, '1untrn')
    const drop = page.getByRole('button', { name: 'Drop: packet' })
    const drops = (): number => sandbox.log.filter(({ action }) => action === 'dropPackets').length
    const before = drops()
    await drop.waitFor()
    // The page learns nothing before its request has left.
    const late = async (route: Route): Promise<void> => {
      await sandbox.relayer.relay()
      await route.continue()
    }
    await page.route('**/api/action', late, { times: 1 })
    await drop.click()
    await page.getByRole('alert').getByText('is no longer in flight').waitFor()
    expect(drops()).toBe(before)
  })

  test('all pages see a restored snapshot, and the page comes back with its server', async () => {
    const other = await browser.openUrl(url, LOOKS[0], '#tab=sandbox')
    await goTo(page, 'Sandbox')
    await page.getByRole('button', { name: 'Take a snapshot' }).click()
    await other.getByRole('button', { name: 'Restore snapshot 1' }).waitFor()
    const before = sandbox.chains.neutron.height
    await other.getByRole('form', { name: 'Advance' }).getByRole('button').click()
    await page.getByText(`height ${before + 1n}`).waitFor()
    await page.getByRole('button', { name: 'Restore snapshot 1' }).click()
    await other.getByText(`height ${before}`).waitFor()
    const advance = other.getByRole('form', { name: 'Advance' }).getByRole('button')
    await advance.click()
    await other.getByRole('alert').getByText('a snapshot was restored or the server was restarted').waitFor()
    expect(sandbox.chains.neutron.height).toBe(before)
    await advance.click()
    await other.getByText(`height ${before + 1n}`).waitFor()
    await browser.leave(other)
    await sandbox.close()
    await page.getByText('The server has stopped or cannot be reached').waitFor()
    sandbox = createSandbox()
    const { url: ui } = await new Explorer(sandbox).serve({ port: Number(new URL(url).port) })
    expect(ui).toBe(url)
    await goTo(page, 'Accounts')
    await page.getByText('No accounts yet. Create one').waitFor()
    // What is shown may be asked for again before the page has found its server.
    await page.getByText('The server has stopped').waitFor({ state: 'detached' })
  })

  test('if the server has a token, the page asks for it', async () => {
    const { url: ui } = await new Explorer(sandbox).serve({ token: 'a secret' })
    const locked = await browser.openUrl(ui)
    await locked.getByLabel('The token of the server').fill('another')
    await locked.getByRole('button', { name: 'Open' }).click()
    await locked.getByText('This token is wrong').waitFor()
    expect(await axeFindings(locked)).toEqual([])
    await locked.getByLabel('The token of the server').fill('a secret')
    await locked.getByRole('button', { name: 'Open' }).click()
    await locked.getByRole('tab', { name: 'Activity' }).waitFor()
    await locked.reload()
    await locked.getByRole('tab', { name: 'Activity' }).waitFor()
    await browser.leave(locked)
  })
})

test.runIf(WITHOUT_BROWSER)('tests in a browser', ({ skip }) => skip(WITHOUT_BROWSER))
