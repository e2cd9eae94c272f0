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

const STORY = `
import { expect, prepared, test } from 'sudobox/vitest'
import { describe } from 'vitest'

const LAB = '${resolve('contracts/artifacts/callback_lab.wasm')}'

describe('a suite', () => {
  test('fails after a callback that failed', async ({ neutron }) => {
    const alice = neutron.account('alice', '1000000untrn')
    const lab = await alice.deploy(LAB, { on_timeout: 'error' })
    await lab.callback({ timeout: {} })
    expect('</script><img src=x>').toBe('')
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
