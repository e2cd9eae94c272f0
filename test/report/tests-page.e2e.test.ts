import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testsPage, type ReportedFile, type ReportedTest } from '../../src/report/tests.js'
import { findingsIn, LOOKS, TestBrowser, WITHOUT_BROWSER, written } from './browser.js'

// The page of a run of tests that no small project has: many, and long names.

const LONG = 'a_name_without_any_space_'.repeat(12)

const testOf = (name: string, state: ReportedTest['state'] = 'passed'): ReportedTest => ({
  name: ['a suite', name],
  state,
  milliseconds: 1.5,
  recording: undefined,
  errors: state !== 'failed' ? [] : [{ message: `${name} failed`, diff: `- ${LONG}\n+ b`, frames: [] }],
})

const MANY: readonly ReportedFile[] = ['one', 'two', 'three'].map((file) => ({
  path: `test/${file}.test.ts`,
  errors: [],
  tests: Array.from({ length: 100 }, (_, i) =>
    testOf(`${file} ${i}`, file === 'three' && i % 50 === 49 ? 'failed' : 'passed'),
  ),
}))

describe.skipIf(WITHOUT_BROWSER)('a run of tests', () => {
  let browser: TestBrowser
  beforeAll(async () => {
    browser = await TestBrowser.start()
  })
  afterAll(() => browser.close())

  test('of 300: the failed ones are in sight, the rest is closed until it is searched for', async () => {
    const page = await browser.open(written('many-tests.html', testsPage('Tests', MANY, [])))
    const tests = page.locator('.test')
    await page.getByText('a suite › three 99').waitFor()
    expect(await tests.filter({ visible: true }).count()).toBe(2)
    for (const failed of await page.locator('.failures').all()) await expect.poll(() => failed.isVisible()).toBe(true)
    await page.getByText('100 passed').first().click()
    await expect.poll(() => tests.filter({ visible: true }).count()).toBe(102)
    await page.getByLabel('Search tests').fill('three 4')
    // 4, and 40 to 49, of which the last one failed.
    await expect.poll(() => tests.filter({ visible: true }).count()).toBe(11)
    await page.getByLabel('failed tests only').check()
    await expect.poll(() => tests.allInnerTexts()).toEqual([expect.stringContaining('three 49')])
    await page.getByLabel('Search tests').fill('nothing like it')
    await page.getByText('No test has this text in its name.').waitFor()
    await browser.leave(page)
  })

  test('with long names, none that failed, and none at all', async () => {
    const long = [{ path: `test/${LONG}.test.ts`, errors: [], tests: [testOf(LONG), testOf(`${LONG}2`, 'failed')] }]
    const page = await browser.open(written('long-tests.html', testsPage('Tests', long, [])), LOOKS[1])
    await page.locator('.test').first().waitFor()
    expect(await findingsIn(page)).toEqual([])
    await page.goto(`file://${written('no-tests.html', testsPage('Tests', [], []))}`)
    await page.getByText('No test ran.').waitFor()
    await expect.poll(() => page.locator('.verdict').innerText()).toBe('✓ no test ran')
    await page.goto(
      `file://${written('good-tests.html', testsPage('Tests', [{ path: 'a', errors: [], tests: [testOf('b')] }], []))}`,
    )
    await page.getByLabel('failed tests only').check()
    await page.getByText('No test failed.').waitFor()
    await browser.leave(page)
    expect(browser.complaints).toEqual([])
  })

  test.each(LOOKS)('no tab is cut at $width px', async ({ width, theme }) => {
    const page = await browser.open(written('many-tests.html', testsPage('Tests', MANY, [])), { width, theme })
    for (const tab of await page.getByRole('tab').all()) {
      const box = (await tab.boundingBox())!
      expect(box.x + box.width).toBeLessThanOrEqual(width)
    }
    await browser.leave(page)
  })
})
