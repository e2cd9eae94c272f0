import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSandbox } from '../../src/sandbox/index.js'
import { Explorer } from '../../src/explorer/index.js'
import { sudobox } from '../cli/command.js'
import { freePort } from '../free-port.js'
import { findingsIn, LOOKS, pathOf, TestBrowser, WITHOUT_BROWSER } from './browser.js'

const FAILING = 'fixtures/scenarios/failing-timeout.yaml'
const LAB = 'contracts/artifacts/callback_lab.wasm'

const failed =
  readFileSync('contracts/std3/callback_lab/src/behaviour.rs', 'utf8')
    .split('\n')
    .findIndex((line) => line.includes('Detailed::Error(text) => Err')) + 1

/** Both widths in both themes. */
const ALL_LOOKS = LOOKS.flatMap(({ width }) => LOOKS.map(({ theme }) => ({ width, theme })))

test('a report with one failing call is a file of less than 2 MB', async () => {
  const html = pathOf('size.html')
  await sudobox('replay', FAILING, '--html', html, '--quiet')
  expect(readFileSync(html).length).toBeLessThan(2_000_000)
})

/** Whether the source is scrolled to the current line. */
const isInView = `(() => {
  const [box, line] = ['.source', '.source .current'].map((one) => document.querySelector(one).getBoundingClientRect())
  return line.top >= box.top && line.bottom <= box.bottom
})()`

describe.skipIf(WITHOUT_BROWSER)('in a browser', () => {
  let browser: TestBrowser
  beforeAll(async () => {
    browser = await TestBrowser.start()
  })
  afterAll(() => browser.close())

  test('a failed call opens at the line that failed, and the keyboard goes through its lines', async () => {
    const html = pathOf('lines.html')
    await sudobox('replay', FAILING, '--html', html, '--quiet')
    const page = await browser.open(html)
    await page.getByRole('option', { name: /a callback in it failed/ }).click()
    const scrubber = page.getByRole('slider', { name: 'Line of the call' })
    await scrubber.waitFor()
    const shown = (): Promise<string> => page.locator('.lines-view').innerText()
    expect(await shown()).toContain(`contracts/std3/callback_lab/src/behaviour.rs:${failed}`)
    expect(await shown()).toContain('failed here')
    expect(await page.locator('.source .current').innerText()).toContain('Detailed::Error(text) => Err')
    const values = page.getByRole('group', { name: 'Locals and storage' })
    expect(await values.innerText()).toMatch(/counters\s+\{.*"timeout":1/)
    const gas = (): Promise<number> =>
      page
        .locator('.lines-view .number')
        .innerText()
        .then((text) => Number(text.split(' ')[0]!.replaceAll(',', '')))
    const atFailure = await gas()

    expect(await page.evaluate(isInView)).toBe(true)

    await scrubber.focus()
    await page.keyboard.press('ArrowLeft')
    expect(await shown()).toContain(`behaviour.rs:${failed - 1}`)
    expect(await shown()).not.toContain('failed here')
    await page.keyboard.press('Home')
    expect(await shown()).toMatch(/^line 1 of /m)
    expect(await shown()).toContain('contract.rs')
    expect(await values.innerText()).toContain('No key was read or written before this line.')
    expect(await gas()).toBeLessThan(atFailure)
    await page.keyboard.press('End')
    await page.getByRole('button', { name: 'Previous line' }).click()
    await page.getByRole('button', { name: 'Next line' }).click()
    expect(await page.getByRole('button', { name: 'Next line' }).isDisabled()).toBe(true)
    expect(await findingsIn(page, ALL_LOOKS)).toEqual([])
    expect(browser.complaints).toEqual([])
  })

  test('the explorer goes through the lines of calls that succeed, too', async () => {
    const sandbox = createSandbox()
    try {
      const { url } = await new Explorer(sandbox).serve({ port: await freePort() })
      const alice = sandbox.chains.neutron.account('alice')
      const lab = await alice.deploy(LAB, {}, { label: 'lab' })
      await alice.execute(lab, { act: { behaviour: { spend_gas: '3000' } } })
      const page = await browser.openUrl(url)
      await page
        .getByRole('option', { name: /execute.*lab|lab.*act/ })
        .first()
        .click()
      await page.locator('button.call').first().click()
      await page.getByRole('slider', { name: 'Line of the call' }).waitFor()
      expect(await page.locator('.lines-view').innerText()).not.toContain('failed here')
      expect(await findingsIn(page, ALL_LOOKS)).toEqual([])
      expect(browser.complaints).toEqual([])
    } finally {
      await sandbox.close()
    }
  })
})
