import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ReportDocument, RunData } from '../../src/report/model.js'
import { packed } from '../../src/base/packed.js'
import { reportPage } from '../../src/report/page.js'
import { isTooWide, LOOKS, TestBrowser, WITHOUT_BROWSER, written } from './browser.js'

const STEPS = 10_000
const BLOCK = 500

/** Whether a chart has a point in the colour of its first line. */
const HAS_LINE = `(() => {
  const canvas = document.querySelector('canvas')
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
  for (let i = 0; i < data.length; i += 4)
    if (data[i] === 0x24 && data[i + 1] === 0x54 && data[i + 2] === 0xc7 && data[i + 3] === 255) return true
  return false
})()`

const detailOf = (step: number) => ({
  parts: [],
  storage: [],
  balances: [],
  outcome: { ok: true, step, text: 'x'.repeat(200) },
})

const runOf = (steps: number): RunData => ({
  title: `${steps} steps`,
  verdict: { state: 'good', text: 'as expected' },
  lanes: [
    { kind: 'actor', name: 'alice' },
    { kind: 'chain', name: 'neutron' },
  ],
  rows: Array.from({ length: steps }, (_, step) => ({
    step,
    part: -1,
    title: `step ${step + 1} does something`,
    kind: 'tx',
    state: step === 7000 ? 'refused' : 'ok',
    from: 0,
    to: 1,
    gas: String(100_000 + step),
    ...(step % 2 === 0 && {
      sudo: [{ contract: 'lab', kind: 'timeout', gas: String(50_000 + 10 * step), limit: '1000000' }],
    }),
  })),
  blocks: Array.from({ length: Math.ceil(steps / BLOCK) }, (_, i) => ({ first: i * BLOCK, block: i })),
  journeys: [],
  balances:
    steps === 0
      ? []
      : [
          {
            of: 'alice',
            unit: 'untrn',
            where: 'neutron',
            points: Array.from({ length: steps }, (_, step) => [step, String(10_000_000 - step)] as const),
          },
        ],
})

function pageOf(steps: number, title?: string): string {
  const run = { ...runOf(steps), ...(title !== undefined && { title }) }
  const document: ReportDocument = { format: 1, by: 'sudobox', kind: 'replay', title: run.title, runs: [run] }
  const blocks = run.blocks.map(({ first }) =>
    packed(JSON.stringify(Array.from({ length: Math.min(BLOCK, steps - first) }, (_, i) => detailOf(first + i)))),
  )
  return written(`${steps}.html`, reportPage(document, blocks))
}

describe.skipIf(WITHOUT_BROWSER)('runs of every length', () => {
  let browser: TestBrowser
  beforeAll(async () => {
    browser = await TestBrowser.start()
  })
  afterAll(() => browser.close())

  test('of 10,000 steps only the visible rows are rendered, and the last one opens', async () => {
    const page = await browser.open(pageOf(STEPS))
    const rows = page.locator('[role=option]')
    await rows.first().waitFor()
    expect(await rows.count()).toBeLessThan(80)
    const list = page.getByRole('listbox', { name: 'Timeline' })
    await list.focus()
    await page.keyboard.press('End')
    await page.getByRole('region', { name: 'Step 10000' }).waitFor()
    await expect.poll(() => page.getByLabel('Outcome', { exact: true }).innerText()).toContain('"step": 9999')
    await list.getByRole('option', { name: /^10,000 / }).waitFor()
    await list.focus()
    await page.keyboard.press('p')
    await page.getByRole('region', { name: 'Step 7001' }).waitFor()
    await page.getByLabel('Search steps').fill('step 4321 ')
    await list.getByRole('option', { name: /^4,321 / }).waitFor()
    await expect.poll(() => rows.count()).toBe(1)
    await browser.leave(page)
  })

  test.each([1, STEPS])('charts of %d points', async (steps) => {
    const page = await browser.open(pageOf(steps), LOOKS[0], '#run=0&tab=balances')
    await page.locator('canvas').waitFor()
    await expect.poll(() => page.evaluate(HAS_LINE)).toBe(true)
    await page.getByText('as a table').click()
    await expect.poll(() => page.getByRole('row').count()).toBe(Math.min(steps, 500) + 1)
    await page.getByRole('tab', { name: /Callbacks/ }).click()
    await page.locator('canvas').waitFor()
    await browser.leave(page)
  })

  test('a title with HTML and a very long word is shown as text within the window', async () => {
    const page = await browser.open(pageOf(1, `</script><img src=x onerror="alert(1)"> ${'a'.repeat(300)}`), LOOKS[1])
    await page.getByRole('heading', { name: '<img src=x' }).waitFor()
    expect(await page.locator('img').count()).toBe(0)
    expect(await isTooWide(page)).toBe(false)
    await browser.leave(page)
  })

  test('nothing at all', async () => {
    const page = await browser.open(pageOf(0))
    const panel = page.getByRole('tabpanel')
    await panel.getByText('There are no steps.').waitFor()
    await page.getByRole('tab', { name: /Callbacks/ }).click()
    await panel.getByText('There were no callbacks').waitFor()
    await page.getByRole('tab', { name: 'Balances' }).click()
    await panel.getByText('There are no balances.').waitFor()
    await browser.leave(page)
  })

  test('no page has an error', () => {
    expect(browser.complaints).toEqual([])
  })
})
