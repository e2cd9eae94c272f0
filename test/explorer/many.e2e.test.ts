import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Explorer } from '../../src/explorer/index.js'
import { createSandbox, type Sandbox } from '../../src/sandbox/index.js'
import { TestBrowser, WITHOUT_BROWSER } from '../report/browser.js'

// The explorer of a sandbox with many contracts, by the keyboard alone, and its tabs on a narrow screen.

const COUNT = 100

/** Role and name of what has the focus. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(`(() => {
    const at = document.activeElement
    const name = at?.getAttribute('aria-label') ?? at?.textContent ?? ''
    return (at?.getAttribute('role') ?? at?.tagName.toLowerCase()) + ' ' + name.trim()
  })()`)

/** Presses a key until the focus is where it should be. */
async function press(page: Page, key: string, wanted: RegExp): Promise<void> {
  const seen: string[] = []
  for (let times = 0; times < 3 * COUNT; times++) {
    const now = await focused(page)
    if (wanted.test(now)) return
    seen.push(now)
    await page.keyboard.press(key)
  }
  throw new Error(`${key} leads to ${[...new Set(seen)].join(', ')}`)
}

describe.skipIf(WITHOUT_BROWSER)('in a browser', () => {
  let browser: TestBrowser
  let sandbox: Sandbox
  let page: Page
  beforeAll(async () => {
    browser = await TestBrowser.start()
    sandbox = createSandbox()
    const alice = sandbox.chains.neutron.account('alice', '1000000untrn')
    const codeId = await alice.store('contracts/artifacts/callback_lab.wasm')
    for (let i = 0; i < COUNT; i++) await alice.instantiate(codeId, {}, { label: `lab-${i}` })
    page = await browser.openUrl((await new Explorer(sandbox).serve()).url)
  })
  afterAll(async () => {
    await browser.close()
    await sandbox.close()
  })

  test('one of a hundred contracts is found and executed with the keyboard alone', async () => {
    await press(page, 'Tab', /^tab Activity/)
    await press(page, 'ArrowRight', /^tab Contracts/)
    await page.getByRole('tab', { name: 'Contracts', selected: true }).waitFor()
    await page
      .getByText(`lab-${COUNT - 1}`)
      .first()
      .waitFor()
    await press(page, 'Tab', /lab-42\b/)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'lab-42 on neutron' }).waitFor()
    await press(page, 'Tab', /^button Execute$/)
    await page.keyboard.press('Enter')
    const executed = (): string => JSON.stringify(sandbox.log.filter(({ action }) => action === 'tx').at(-1))
    await expect.poll(executed, { timeout: 60_000 }).toMatch(/"execute":\{"contract":"(?:lab-42|neutron1[a-z0-9]+)"/)
  })

  test('all tabs are in sight on a narrow screen, and the page does not scroll sideways', async () => {
    await page.setViewportSize({ width: 400, height: 760 })
    const tabs = await page.getByRole('tab').all()
    expect(tabs.length).toBeGreaterThanOrEqual(9)
    for (const tab of tabs) {
      const box = (await tab.boundingBox())!
      expect([await tab.innerText(), box.x >= 0 && box.x + box.width <= 400]).toEqual([await tab.innerText(), true])
    }
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(400)
  })
})
