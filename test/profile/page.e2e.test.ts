import { statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSandbox } from 'sudobox'
import { takeGasProfile } from 'sudobox/profile'
import { buildProfile } from '../../src/profile/build.js'
import { rawProfile } from '../../src/profile/raw.js'
import { writeProfile } from '../../src/profile/write.js'
import { findingsIn, TestBrowser, WITHOUT_BROWSER } from '../report/browser.js'
import { labWithTwin } from './lab.js'

const { lab, scratch } = labWithTwin()
const file = join(scratch, 'gas.html')
const REQUEST = {
  sequence: '8',
  source_port: 'transfer',
  source_channel: 'channel-0',
  destination_port: 'transfer',
  destination_channel: 'channel-0',
  data: 'e30=',
  timeout_height: { revision_number: '1', revision_height: '2' },
  timeout_timestamp: '1767225600000000000',
}

let browser: TestBrowser
let gasUsed: bigint

beforeAll(async () => {
  if (WITHOUT_BROWSER !== undefined) return
  const sandbox = createSandbox({}, { profile: true })
  const { neutron } = sandbox.chains
  const { vm } = neutron.host.app
  const alice = neutron.account('alice', '10000000untrn')
  const contract = await alice.deploy(lab, {})
  vm.gasTree!.clear()
  gasUsed = (await alice.execute(contract, { act: { behaviour: { spend_gas: '300000' } } })).gasUsed
  writeProfile(file, buildProfile(rawProfile(vm)), 'spending <gas>')
  await sandbox.close()
  browser = await TestBrowser.start()
})
afterAll(async () => browser?.close())

const here = test.skipIf(WITHOUT_BROWSER !== undefined)

here('a page shows all gas, is small, asks for nothing, and axe finds nothing', async () => {
  expect(statSync(file).size).toBeLessThan(1_000_000)
  const page = await browser.open(file)
  expect(await page.textContent('h1')).toBe('spending <gas>')
  expect((await page.textContent('.tiles'))!.replaceAll(',', '')).toContain(String(gasUsed))
  for (const tab of ['functions', 'lines', 'source']) {
    await page.click(`#tab-${tab}`)
    await page.locator(`#tab-${tab}[aria-selected=true]`).waitFor()
    // Nothing but tables, which scroll by themselves, is wider than the window.
    expect([tab, await findingsIn(page)]).toEqual([tab, []])
  }
  await browser.leave(page)
  expect(browser.complaints).toEqual([])
})

here('several contracts have a table, and one that is picked leaves its functions', async () => {
  const sandbox = createSandbox({}, { profile: true })
  const alice = sandbox.chains.neutron.account('alice', '10000000untrn')
  await alice.deploy(lab, {})
  await alice.deploy('contracts/artifacts/ping_pong.wasm', {})
  const two = join(scratch, 'two.html')
  takeGasProfile(sandbox).write(two, 'two contracts')
  await sandbox.close()
  const page = await browser.open(two)
  await expect.poll(() => page.locator('.gas-table tbody tr').count()).toBe(2)
  expect(await findingsIn(page)).toEqual([])
  await page.click('.gas-table button:has-text("ping_pong.wasm")')
  await page.click('#tab-functions')
  const owners = page.locator('.gas-table tbody td.quiet')
  await expect.poll(async () => [...new Set(await owners.allTextContents())]).toEqual(['ping_pong.wasm'])
  await browser.leave(page)
})

here('a run is shown from its first callback on, and its contracts fill the graph', async () => {
  const sandbox = createSandbox({}, { profile: true })
  const { neutron } = sandbox.chains
  const alice = neutron.account('alice', '10000000untrn')
  const contract = await alice.deploy(lab, {})
  await alice.execute(contract, { act: { behaviour: 'succeed' } })
  await contract.callback({ timeout: { request: REQUEST } })
  await alice.execute(contract, { act: { behaviour: 'succeed' } })
  const run = join(scratch, 'run.html')
  takeGasProfile(sandbox).write(run, 'a run')
  await sandbox.close()
  const page = await browser.open(run)
  const frame = (name: string | RegExp) => page.getByRole('treeitem', { name })
  const graph = (await page.locator('.flame-box').boundingBox())!
  const shareOf = async (name: string): Promise<number> => {
    const boxes = await Promise.all((await frame(name).all()).map((one) => one.boundingBox()))
    return boxes.reduce((sum, box) => sum + box!.width, 0) / graph.width
  }
  // The contract has all of it, and the function that is called back its part.
  expect(await shareOf('lab.wasm: arguments and answer')).toBeGreaterThan(0.95)
  expect(await shareOf('callback_lab::contract::sudo')).toBeGreaterThan(0.25)
  const before = page.getByLabel('the set-up before the first callback')
  const charges = page.getByLabel('charges of the chain outside contracts')
  expect([await before.isChecked(), await charges.isChecked()]).toEqual([false, false])
  expect(await frame(/^(?:MsgStoreCode|instantiate|chain: )/).count()).toBe(0)
  await charges.check()
  await frame(/^chain: Loading CosmWasm module: sudo/).waitFor()
  expect(await frame(/^MsgStoreCode/).count()).toBe(0)
  await before.check()
  await frame(/^MsgStoreCode/).waitFor()
  // Nothing is left out now.
  expect(await page.getByText('gas shown').count()).toBe(0)
  expect(await findingsIn(page)).toEqual([])
  await browser.leave(page)
})

here('where no contract ran, the charges of the chain are there at once', async () => {
  const sandbox = createSandbox({}, { profile: true })
  const alice = sandbox.chains.neutron.account('alice', '10000000untrn')
  await alice.send([{ send: { to: 'alice', amount: '5untrn' } }])
  const sent = join(scratch, 'sent.html')
  takeGasProfile(sandbox).write(sent, 'a transfer')
  await sandbox.close()
  const page = await browser.open(sent)
  await page.getByRole('treeitem', { name: /^chain: size of the transaction/ }).waitFor()
  expect(await page.getByLabel('the set-up before the first callback').count()).toBe(0)
  await browser.leave(page)
  expect(browser.complaints).toEqual([])
})

here('no name of a function is dots alone', async () => {
  const page = await browser.open(file)
  await page.locator('.gas-table .link').first().waitFor()
  const hidden = await page.evaluate<number>(`[...document.querySelectorAll('.gas-table .name')].filter((cell) => {
    const name = cell.querySelector('.link')
    return name.offsetLeft + name.offsetWidth > cell.offsetLeft + cell.clientWidth
  }).length`)
  expect(hidden).toBe(0)
  await browser.leave(page)
})

here('the keyboard reaches each frame, and zooms', async () => {
  const page = await browser.open(file)
  const focused = () => page.evaluate<string>(`document.activeElement?.getAttribute('aria-label') ?? ''`)
  await page.focus('[role=treeitem][tabindex="0"]')
  await expect.poll(focused).toMatch(/^transaction on .*: [\d,]+ gas, 100 %$/)
  // Each time the widest below, down to where most was spent.
  const seen: string[] = []
  for (let i = 0; i < 40 && !/gas::spin/.test(seen.at(-1) ?? ''); i++) {
    const above = await focused()
    await page.keyboard.press('ArrowDown')
    await expect.poll(focused).not.toBe(above)
    seen.push(await focused())
  }
  expect(seen.at(-1)).toMatch(/^callback_lab::gas::spin: 300,000 gas/)
  const widthOf = () => page.evaluate<number>('document.activeElement.getBoundingClientRect().width')
  const before = await widthOf()
  await page.keyboard.press('Enter')
  await expect.poll(widthOf).toBeGreaterThan(before)
  await page.keyboard.press('Escape')
  await expect.poll(focused).toContain('transaction on')
  await page.locator('text=Show all').waitFor({ state: 'detached' })
  await browser.leave(page)
})

here('a search marks frames and rows; a line leads to its source', async () => {
  const page = await browser.open(file)
  await page.fill('input[type=search]', 'gas::spin')
  await expect.poll(() => page.locator('.flame.found').count()).toBe(1)
  await expect.poll(() => page.textContent('[role=status]')).toContain('300,000 gas')
  await expect.poll(() => page.locator('.gas-table tbody tr').count()).toBe(1)
  await page.fill('input[type=search]', '')
  await page.click('#tab-lines')
  await page.click('.gas-table tbody tr:first-child button')
  const marked = page.locator('.source .marked')
  await expect.poll(() => marked.textContent()).toContain('while left != 0')
  await expect.poll(() => page.locator('.source').getAttribute('aria-label')).toContain('callback_lab/src/gas.rs')
  await browser.leave(page)
})
