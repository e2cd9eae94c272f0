import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runVitest } from '../vitest/run-vitest.js'
import { findingsIn, LOOKS, pathOf, TestBrowser, WITHOUT_BROWSER, written } from './browser.js'

const REPORTER = written(
  'reporter.mjs',
  `import { GasReporter } from '${resolve('dist/vitest/reporter.js')}'
  export default class extends GasReporter { constructor() { super({ html: '${pathOf('tests.html')}' }) } }`,
)

const HELPER = `
import { expect } from 'vitest'
export const helper = (value: unknown) => expect(value).toEqual({ owner: 'bob', shares: [1, 2] })
`

const STORY = `
import { expect, prepared, test } from 'sudobox/vitest'
import { describe } from 'vitest'
import { helper } from './helper.js'

const LAB = '${resolve('contracts/artifacts/callback_lab.wasm')}'

test('passes before all others', () => {})
describe('a suite', () => {
  test('fails after a callback that failed', async ({ neutron }) => {
    const alice = neutron.account('alice', '1000000untrn')
    const lab = await alice.deploy(LAB, { on_timeout: 'error' })
    await lab.callback({ timeout: {} })
    expect('</script><img src=x>').toBe('')
  })
  test('differs', () => {
    helper({ owner: 'alice', shares: [1, 2] })
  })
  test('has a cause', () => {
    throw new TypeError('outer', { cause: new RangeError('inner') })
  })
})
test('passes', async ({ neutron }) => {
  const alice = neutron.account('alice')
  const lab = await alice.deploy(LAB)
  expect(await alice.execute(lab, { act: { behaviour: 'succeed' } })).toMatchGasSnapshot()
})
test.skip('is skipped', () => {})
const ready = prepared(async ({ chains }) => chains.neutron.account('bob'))
ready('is prepared', async ({ world: bob, neutron }) => {
  await bob.deploy(LAB)
})
`

describe('the reporter of Vitest, with html', () => {
  test('writes one page, prints its path, and leaves no recordings', async () => {
    // Other test files leave files for a while in that of the system.
    const temporary = mkdtempSync(join(tmpdir(), 'sudobox-temporary-'))
    const { printed } = await runVitest(STORY, {
      args: ['--reporter=default', `--reporter=${REPORTER}`],
      env: { TMPDIR: temporary },
      more: { 'helper.ts': HELPER, 'broken.test.ts': "import './missing.js'" },
    })
    expect(printed).toMatch(/report: .*tests\.html/)
    const html = readFileSync(pathOf('tests.html'), 'utf8')
    expect(Buffer.byteLength(html)).toBeLessThan(1_000_000)
    expect(html).not.toContain('<img')
    expect(readdirSync(temporary).filter((name) => name.startsWith('sudobox-recordings-'))).toEqual([])
    // The page of a failed test is attached to it.
    expect(printed).toContain('the transactions of the test, as a page')
  })

  describe.skipIf(WITHOUT_BROWSER)('in a browser', () => {
    let browser: TestBrowser
    beforeAll(async () => {
      browser = await TestBrowser.start()
    })
    afterAll(() => browser.close())

    test('tests with what failed, their transactions, and the gas', async () => {
      const page = await browser.open(pathOf('tests.html'))
      const panel = page.getByRole('tabpanel')
      await expect.poll(() => panel.innerText()).toMatch(/a suite › fails after a callback that failed/)
      await expect.poll(() => panel.innerText()).toContain("expected '</script><img src=x>' to be ''")
      await page.getByRole('button', { name: 'Transactions of fails after a callback that failed' }).click()
      await page
        .getByRole('option', { name: /callback timeout to .*callback on neutron, a callback in it failed/ })
        .click()
      await page.getByRole('heading', { name: 'Calls' }).waitFor()
      await page.getByRole('button', { name: '← Tests' }).click()
      await page.getByRole('tab', { name: 'Gas 1' }).click()
      await expect
        .poll(() => page.getByRole('table').innerText())
        .toMatch(/passes .*story\.test\.ts.*\s104,581\s+written/)
      await browser.leave(page)
    })

    test('failed tests come first, with the difference, the code, and frames of the test file alone', async () => {
      const page = await browser.open(pathOf('tests.html'))
      const panel = page.getByRole('tabpanel')
      await panel.locator('.test').first().waitFor()
      const states = (await panel.locator('.test .badge').allInnerTexts()).map((text) => text.split(' ')[1])
      expect(states).toEqual(['failed', 'failed', 'failed', 'passed', 'passed', 'skipped', 'passed'])
      const lineOf = (code: string): number => STORY.split('\n').findIndex((line) => line.includes(code)) + 1
      const differs = panel.getByRole('listitem').filter({ hasText: 'a suite › differs' })
      const difference = differs.getByLabel('Difference')
      expect(await difference.locator('.expected').allInnerTexts()).toEqual(['- Expected\n', '-   "owner": "bob",\n'])
      expect(await difference.locator('.received').allInnerTexts()).toEqual(['+ Received\n', '+   "owner": "alice",\n'])
      // The helper is another file: the place is the call in the test.
      const line = lineOf("helper({ owner: 'alice'")
      const code = differs.getByLabel(`Code at line ${line} of story.test.ts`)
      expect(await code.locator('.marked').innerText()).toBe(
        `${line}     helper({ owner: 'alice', shares: [1, 2] })\n       ^\n`,
      )
      const text = await panel.innerText()
      expect(text).not.toMatch(/node_modules|helper\.ts|file:\/\//)
      expect(text).toMatch(/TypeError: outer[^]*caused by RangeError: inner/)
      // A file that could not be loaded failed too.
      expect(await page.getByRole('region', { name: 'Failed in broken.test.ts' }).innerText()).toContain('missing.js')
      await expect.poll(() => page.locator('.verdict').innerText()).toBe('✗ 4 failed')
      await page.getByLabel('failed tests only').check()
      await expect.poll(() => panel.locator('.test').count()).toBe(3)
      await browser.leave(page)
    })

    test('axe finds nothing and nothing overflows', async () => {
      const page = await browser.open(pathOf('tests.html'))
      for (const tab of ['tests', 'gas']) {
        await page.goto(`${page.url().split('#')[0]}#tab=${tab}`)
        await page.locator(`#tab-${tab}[aria-selected=true]`).waitFor()
        expect([tab, await findingsIn(page, LOOKS.slice(0, tab === 'tests' ? 2 : 1))]).toEqual([tab, []])
      }
      await browser.leave(page)
      expect(browser.complaints).toEqual([])
    })
  })
})
