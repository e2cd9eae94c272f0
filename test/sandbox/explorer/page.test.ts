import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSandbox, type Sandbox } from '../../../src/sandbox/index.js'
import { sudobox } from '../../cli/command.js'
import { axeFindings, isTooWide, LOOKS, TestBrowser, WITHOUT_BROWSER, written } from '../../report/browser.js'

const WASM = 'contracts/artifacts/callback_lab.wasm'
const SCHEMA = 'contracts/artifacts/schema/callback_lab.json'

const VIEWS = ['activity', 'contracts', 'failures', 'packets', 'queries', 'ibc', 'sandbox']

const goTo = (page: Page, name: string): Promise<void> => page.getByRole('tab', { name }).click()

describe.skipIf(WITHOUT_BROWSER)('in a browser', () => {
  let browser: TestBrowser
  let sandbox: Sandbox
  let url: string
  let page: Page
  beforeAll(async () => {
    browser = await TestBrowser.start()
    sandbox = createSandbox()
    url = (await sandbox.serve({ ui: true })).ui!
    page = await browser.openUrl(url)
  })
  afterAll(async () => {
    await browser.close()
    await sandbox.close()
  })

  test('a contract is deployed through the forms', async () => {
    await goTo(page, 'Contracts')
    await page.getByText('No contracts yet').waitFor()
    await page.getByRole('button', { name: 'Make the account alice' }).click()
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
    expect(await result.getByRole('button', { name: /execute lab/ }).count()).toBe(1)

    await goTo(page, 'Packets')
    await page.getByText('transfer/channel-0 → hub transfer/channel-0').waitFor()
    await page.getByRole('button', { name: 'Time out: packet 1' }).click()
    await page.getByText('No packet is on its way').waitFor()

    await goTo(page, 'Failures')
    await page.getByRole('heading', { name: 'failure 0 timeout of lab' }).waitFor()
    expect(await page.getByLabel('Error of failure 0').innerText()).toContain(
      'sudo handling went beyond the gas limit allowed by the module',
    )
    await page.getByRole('button', { name: 'Resubmit' }).click()
    await page.getByText('No callback has failed').waitFor()
    expect(sandbox.chains.neutron.failures()).toEqual([])
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
  })

  test.each(LOOKS)('axe finds nothing, and nothing is too wide: $width px, $theme', async (look) => {
    const other = await browser.openUrl(url, look)
    for (const view of VIEWS) {
      await other.goto(`${url}/#tab=${view}`)
      await other.getByRole('tab', { selected: true }).waitFor()
      expect([view, await axeFindings(other), await isTooWide(other)]).toEqual([view, [], false])
    }
    await other.context().close()
  })

  test('no page asks anybody else, or has an error', () => {
    expect(browser.complaints).toEqual([])
  })
})

test.runIf(WITHOUT_BROWSER)('tests in a browser', ({ skip }) => skip(WITHOUT_BROWSER))
