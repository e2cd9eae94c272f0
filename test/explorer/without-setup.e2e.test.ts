import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AccountRow } from '../../src/explorer/model.js'
import { startServe, type ServeProcess } from '../cli/serve-process.js'
import { findingsIn, TestBrowser, WITHOUT_BROWSER } from '../report/browser.js'

const WASM = 'contracts/artifacts/callback_lab.wasm'
const SCHEMA = 'contracts/artifacts/schema/callback_lab.json'

const goTo = (page: Page, name: string): Promise<void> => page.getByRole('tab', { name }).click()

/** Drops files of this machine on a part of a page, as a file manager does. */
async function drop(page: Page, area: Locator, ...paths: readonly string[]): Promise<void> {
  const files = paths.map((path) => ({ name: basename(path), base64: readFileSync(path, 'base64') }))
  const dataTransfer = await page.evaluateHandle((given) => {
    const { DataTransfer: Transfer } = globalThis as unknown as {
      DataTransfer: new () => { readonly items: { add(file: File): void } }
    }
    const transfer = new Transfer()
    for (const { name, base64 } of given)
      transfer.items.add(new File([Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))], name))
    return transfer
  }, files)
  for (const event of ['dragover', 'drop']) await area.dispatchEvent(event, { dataTransfer })
}

describe.skipIf(WITHOUT_BROWSER)('a network of `sudobox serve --accounts 3`, and nothing else', () => {
  let serve: ServeProcess
  let browser: TestBrowser
  let page: Page
  beforeAll(async () => {
    serve = await startServe('--accounts', '3', '--ui')
    browser = await TestBrowser.start()
    page = await browser.openUrl(serve.told.ui!)
  }, 60_000)
  afterAll(async () => {
    await browser.close()
    await serve.interrupt()
  })

  test('its accounts are listed by name with their coins, and so is a faucet with many', async () => {
    await goTo(page, 'Accounts')
    const table = page.getByRole('group', { name: 'Accounts of hub' })
    await table.getByRole('row', { name: /^account2 .*1,000,000,000,000 uatom/ }).waitFor()
    await table.getByRole('row', { name: /^faucet .*10,000,000,000,000,000 uatom/ }).waitFor()
    await goTo(page, 'Contracts')
    const options = page.getByLabel('from', { exact: true }).getByRole('option')
    await expect
      .poll(() => options.allInnerTexts())
      .toEqual([
        'account0 (1,000,000,000,000 untrn)',
        'account1 (1,000,000,000,000 untrn)',
        'account2 (1,000,000,000,000 untrn)',
        'faucet (10,000,000,000,000,000 untrn)',
        'any address, without a signature …',
      ])
  })

  test('a file that is no contract is refused before it is sent', async () => {
    const store = page.getByRole('form', { name: 'Store code' })
    await drop(page, store.getByText('Drop the files here'), 'package.json', 'README.md')
    await store.getByRole('alert').getByText('README.md is not a contract').waitFor()
    expect(await store.getByRole('button', { name: 'Store the code' }).isDisabled()).toBe(true)
    // Beside the area a file does not replace the page.
    await drop(page, page.getByRole('heading', { name: 'Sudobox explorer' }), 'README.md')
  })

  test('a contract is dropped, deployed and called; its callback fails, and is resubmitted', async () => {
    const store = page.getByRole('form', { name: 'Store code' })
    await drop(page, store.getByText('Drop the files here'), WASM, SCHEMA)
    await store.getByRole('button', { name: 'Store callback_lab.wasm' }).click()
    const instantiate = page.getByRole('form', { name: 'Instantiate' })
    await expect
      .poll(() => instantiate.getByLabel('code', { exact: true }).getByRole('option').allInnerTexts())
      .toEqual(['1: callback_lab.wasm'])
    await instantiate.getByText('Schema: given here').waitFor()
    expect(await instantiate.getByLabel('label', { exact: true }).inputValue()).toBe('callback-lab')
    await instantiate.getByLabel('on_timeout').check()
    await instantiate.getByLabel('on_timeout value').selectOption('spend_gas')
    await instantiate.getByLabel('spend_gas', { exact: true }).fill('1500000')
    await instantiate.getByRole('button', { name: 'Instantiate' }).click()
    await page.getByRole('heading', { name: 'callback-lab on neutron' }).waitFor()
    await page.getByText('1: callback_lab.wasm').waitFor()

    const call = page.getByRole('form', { name: 'execute' })
    await call.getByLabel('message', { exact: true }).selectOption('transfer')
    await call.getByLabel('amount').fill('100')
    await call.getByLabel('channel').fill('channel-0')
    await call.getByLabel('to', { exact: true }).fill(serve.told.mnemonics[0].accounts[1]!.addresses['hub']!)
    await call.getByLabel('funds').fill('3000untrn')
    await call.getByRole('button', { name: 'Execute' }).click()
    await page.getByRole('status').getByRole('heading', { name: '✓ execute transfer' }).waitFor()

    await goTo(page, 'Packets')
    await page.getByRole('button', { name: 'Time out: packet 1' }).click()
    await goTo(page, 'Failures')
    await page.getByRole('button', { name: 'Resubmit' }).click()
    await page.getByText('No callback has failed').waitFor()
  })

  test('forms remember each message of a contract over a reload', async () => {
    await goTo(page, 'Contracts')
    await page.getByRole('button', { name: 'callback-lab' }).click()
    const call = page.getByRole('form', { name: 'execute' })
    const message = call.getByLabel('message', { exact: true })
    const [transfer, resubmit] = ['transfer', 'resubmit'] as const
    const chosen = async (): Promise<string> =>
      message.evaluate((element) => {
        const { selectedOptions } = element as unknown as { selectedOptions: readonly { text: string }[] }
        return selectedOptions[0]!.text
      })
    await expect.poll(chosen).toBe(transfer)
    await message.selectOption(resubmit)
    await call.getByLabel('failure_id').fill('7')
    await page.reload()
    await expect.poll(chosen).toBe(resubmit)
    expect(await call.getByLabel('failure_id').inputValue()).toBe('7')
    expect(await call.getByLabel('funds').inputValue()).toBe('')
    await message.selectOption(transfer)
    expect(await call.getByLabel('amount').inputValue()).toBe('100')
    expect(await call.getByLabel('funds').inputValue()).toBe('3000untrn')
    await call.getByRole('button', { name: 'Clear the message' }).click()
    expect([await chosen(), await call.getByLabel('amount').inputValue()]).toEqual([transfer, '0'])
  })

  test('coins are sent on a chain and to another one; an example contract is there', async () => {
    await goTo(page, 'Accounts')
    const send = page.getByRole('form', { name: 'Send coins' })
    await send.getByLabel('to', { exact: true }).selectOption('account2 on neutron')
    await send.getByLabel('amount').fill('5untrn')
    await send.getByRole('button', { name: 'Send' }).click()
    const table = page.getByRole('group', { name: 'Accounts of neutron' })
    await table.getByRole('row', { name: /^account2 .*1,000,000,000,005 untrn/ }).waitFor()
    await goTo(page, 'Packets')
    const packet = page.getByRole('form', { name: 'Send a packet' })
    await page.getByText('Send a packet').click({ trial: true })
    if (!(await packet.isVisible())) await page.getByText('Send a packet').click()
    await packet.getByLabel('to', { exact: true }).selectOption('account1 on hub')
    await packet.getByLabel('amount').fill('6untrn')
    await packet.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('button', { name: 'Deliver: packet 2' }).click()
    await page.getByRole('button', { name: 'Deliver the acknowledgement: packet 2' }).click()
    await page.getByText('No packet is in flight').waitFor()
    await goTo(page, 'Accounts')
    const there = page.getByRole('group', { name: 'Accounts of hub' })
    await there.getByRole('row', { name: /^account1 .*6 ibc\// }).waitFor()

    await goTo(page, 'Contracts')
    await page.getByText('Deploy a contract').click()
    await page.getByRole('button', { name: 'Store cw20_base.wasm' }).click()
    const instantiate = page.getByRole('form', { name: 'Instantiate' })
    await instantiate.getByText('Schema: from the file').waitFor()
    await expect.poll(() => instantiate.getByLabel('label', { exact: true }).inputValue()).toBe('cw20-base')
  })

  test('axe finds nothing, and no page logs an error', async () => {
    for (const name of ['Contracts', 'Accounts', 'Packets']) {
      await goTo(page, name)
      expect([name, await findingsIn(page)]).toEqual([name, []])
    }
    expect(browser.complaints).toEqual([])
  })
})

test('without accounts, the faucet has coins', async () => {
  const { told, interrupt } = await startServe('--ui')
  try {
    const accounts = (await (await fetch(`${told.ui!}/api/accounts`)).json()) as readonly AccountRow[]
    const faucets = accounts.filter(({ name }) => name === 'faucet')
    expect(faucets.map(({ chain, balances }) => [chain, balances])).toEqual([
      ['neutron', [{ denom: 'untrn', amount: '10000000000000000' }]],
      ['hub', [{ denom: 'uatom', amount: '10000000000000000' }]],
    ])
  } finally {
    await interrupt()
  }
})
