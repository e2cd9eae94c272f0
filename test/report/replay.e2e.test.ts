import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sudobox } from '../cli/command.js'
import { findingsIn, LOOKS, pathOf, TestBrowser, WITHOUT_BROWSER, written } from './browser.js'

const DEMO = 'fixtures/scenarios/first-light.yaml'
const PACKETS = 'fixtures/scenarios/packets.yaml'

/** Texts that would run as script in a page that trusts them. */
const EVIL = `</script><script>globalThis.hacked = 1</script><img src=x onerror="globalThis.hacked = 1">`

const hostile = {
  sudobox: 1,
  title: `A title ${EVIL} $& $1`,
  description: EVIL,
  steps: [
    { name: `name ${EVIL}`, do: { action: 'account', name: 'alice', funds: '10000000untrn' } },
    {
      name: 'memo',
      do: { action: 'tx', from: 'alice', memo: EVIL, messages: [{ send: { to: 'alice', amount: '1untrn' } }] },
    },
  ],
}

async function report(name: string, ...files: readonly string[]): Promise<string> {
  const html = pathOf(name)
  const { code, stderr } = await sudobox('replay', ...files, '--html', html, '--quiet')
  expect([code, stderr]).toEqual([0, ''])
  return html
}

let made: Promise<string> | undefined
const pageOfDemo = (): Promise<string> => (made ??= report('demo.html', DEMO))

describe('the file', () => {
  test('is one small file without links, and the same each time', async () => {
    const [one, other] = [await pageOfDemo(), await report('other.html', DEMO)]
    const html = readFileSync(one, 'utf8')
    expect(html).toBe(readFileSync(other, 'utf8'))
    expect(Buffer.byteLength(html)).toBeLessThan(1_000_000)
    expect(html).not.toMatch(/<(?:script|img|link|iframe)[^>]*\s(?:src|href)=/)
    expect(html).not.toMatch(/@import|url\(/)
    expect(html).toMatch(/Content-Security-Policy" content="default-src 'none'; script-src 'sha256-/)
  })

  test('is made of a run on a chain with the EVM inside', async () => {
    const steps = [
      { do: { action: 'account', chain: 'evm', name: 'alice', funds: '1000000000000000000000atest' } },
      {
        do: {
          action: 'ethereumTx',
          chain: 'evm',
          from: 'alice',
          deploy: { artifact: { abi: [], bytecode: '0x00' }, label: 'nothing' },
        },
      },
    ]
    const options = { chains: { evm: { kind: 'evmd' } } }
    const fixture = written('evmd.json', JSON.stringify({ sudobox: 1, title: 'inside', options, steps }))
    expect(readFileSync(await report('evmd.html', fixture), 'utf8')).toContain('nothing')
  })

  test('holds foreign texts as data', async () => {
    const html = readFileSync(await report('hostile.html', written('hostile.json', JSON.stringify(hostile))), 'utf8')
    expect(html).not.toContain('</script><script>')
    expect(html).not.toContain('<img')
  })
})

describe.skipIf(WITHOUT_BROWSER)('in a browser', () => {
  let browser: TestBrowser
  let demo: string
  let packets: string
  beforeAll(async () => {
    browser = await TestBrowser.start()
    demo = await pageOfDemo()
    packets = await report('packets.html', PACKETS, DEMO)
  })
  afterAll(() => browser.close())

  test('a failed callback is red where it failed, and opens with its calls, gas and limit', async () => {
    const page = await browser.open(demo)
    const row = page.getByRole('option', {
      name: /^10 KV result, error callback on neutron, a callback in it failed/,
    })
    await row.waitFor()
    expect(await row.locator('.mark').count()).toBe(1)
    await row.click()
    const panel = page.getByRole('region', { name: 'Step 10' })
    await panel.getByRole('heading', { name: 'Calls' }).waitFor()
    const text = await panel.innerText()
    expect(text).toContain('callback failed')
    expect(text).toContain('kv_query_result of lab')
    expect(text).toContain('78,997 of 1,000,000 (7.9 %)')
    expect(text).toContain('failure 0')
    expect(text).toContain('told to fail')
    // The call that failed is open.
    expect(await panel.getByLabel('Message of sudo').innerText()).toContain('"query_id": 1')
    await expect.poll(() => page.evaluate('location.hash')).toBe('#run=0&tab=timeline&row=9')
    await page.goBack()
    await panel.waitFor({ state: 'detached' })
    await browser.leave(page)
  })

  test('storage before and after, balances, events', async () => {
    const page = await browser.open(demo, LOOKS[0], '#run=0&tab=timeline&row=8')
    const panel = page.getByRole('region', { name: 'Step 9' })
    const storage = panel.locator('.stored').first()
    await storage.waitFor()
    await expect.poll(() => storage.innerText()).toMatch(/behaviours\/|behaviour|lab/)
    await expect.poll(() => panel.locator('.stored').count()).toBeGreaterThan(3)
    await panel.getByText('Events').click()
    await expect.poll(() => panel.locator('.events').innerText()).toContain('_contract_address')
    const first = await browser.open(demo, LOOKS[0], '#run=0&tab=timeline&row=0')
    await expect
      .poll(() => first.getByRole('table').innerText())
      .toMatch(/alice neutron\s+untrn\s+0\s+10,000,000\s+\+10,000,000/)
    await browser.leave(page)
    await browser.leave(first)
  })

  test('packets, acknowledgements and timeouts are arrows between the lanes of chains', async () => {
    const page = await browser.open(packets)
    const list = page.getByRole('listbox', { name: 'Timeline' })
    await list.getByRole('option', { name: /packet from neutron to hub by the relayer, refused/ }).waitFor()
    await page.getByLabel('Show').selectOption('packets')
    for (const arrow of [
      /packet from neutron to hub by the relayer/,
      /acknowledgement from hub to neutron by the relayer/,
      /timeout from hub to neutron by the relayer/,
    ])
      await list.getByRole('option', { name: arrow }).first().waitFor()
    // The same packet, from one delivery to the next.
    await list
      .getByRole('option', { name: /acknowledgement from hub/ })
      .first()
      .click()
    await page.getByRole('button', { name: /^packet in step/ }).click()
    await page
      .getByText(/recv of packet/)
      .first()
      .waitFor()
    // All that happened to one, each step with its transaction.
    await page.getByRole('tab', { name: /^Packets/ }).click()
    await page.getByRole('listitem').filter({ hasText: 'timed out' }).first().waitFor()
    expect(await findingsIn(page)).toEqual([])
    await page
      .getByRole('button', { name: /^received hub/ })
      .first()
      .click()
    await page.getByRole('heading', { name: 'Packet', exact: true }).waitFor()
    // The other fixture of the command.
    await page
      .getByLabel('Fixture')
      .selectOption({ label: 'First light: a real contract is called back, fails, and is resubmitted' })
    await page.getByRole('tab', { name: /Callbacks 16/ }).waitFor()
    await browser.leave(page)
  })

  test('the selected row is fully visible', async () => {
    const page = await browser.open(demo, LOOKS[0], '#run=0&tab=timeline&row=22')
    const bottomOf = async (place: string): Promise<number> => {
      const box = await page.locator(place).boundingBox()
      return box!.y + box!.height
    }
    // Lines of the page are no whole pixels.
    await expect.poll(async () => (await bottomOf('#row-22')) - (await bottomOf('.timeline-rows'))).toBeLessThan(1)
    await browser.leave(page)
  })

  test('the keyboard is enough', async () => {
    const page = await browser.open(demo)
    await page.getByRole('listbox', { name: 'Timeline' }).focus()
    await page.keyboard.press('ArrowDown')
    await page.getByRole('region', { name: 'Step 1', exact: true }).waitFor()
    await page.keyboard.press('n')
    await page.getByRole('region', { name: 'Step 10' }).waitFor()
    await page.keyboard.press('End')
    await page.getByRole('region', { name: 'Step 35' }).waitFor()
    await page.getByRole('tab', { name: 'Timeline' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.getByRole('figure', { name: 'Gas of callbacks' }).waitFor()
    await browser.leave(page)
  })

  test('foreign texts are not executed', async () => {
    const page = await browser.open(pathOf('hostile.html'), LOOKS[0], '#run=0&tab=timeline&row=1')
    await page.getByRole('heading', { name: 'Action' }).click()
    await expect
      .poll(() => page.getByLabel('Action', { exact: true }).innerText())
      .toContain('</script><script>globalThis.hacked')
    await expect.poll(() => page.title()).toBe(hostile.title)
    await expect.poll(() => page.locator('h1').innerText()).toBe(hostile.title)
    expect(await page.evaluate('[globalThis.hacked, document.images.length]')).toEqual([undefined, 0])
    await browser.leave(page)
  })

  test('axe finds nothing and nothing overflows, in each width and theme', async () => {
    const page = await browser.open(demo)
    const places = {
      'tab=timeline&row=17': LOOKS,
      'tab=callbacks': LOOKS,
      'tab=timeline': [LOOKS[0]!],
      'tab=balances': [LOOKS[0]!],
    }
    for (const [place, looks] of Object.entries(places)) {
      await page.goto(`${page.url().split('#')[0]}#run=0&${place}`)
      const [tab] = /(?<=tab=)\w+/.exec(place)!
      await page.locator(`#tab-${tab}[aria-selected=true]`).waitFor()
      await page
        .getByRole('heading', { name: 'Calls' })
        .waitFor({ state: place.includes('row') ? 'visible' : 'detached' })
      expect([place, await findingsIn(page, looks)]).toEqual([place, []])
    }
    await browser.leave(page)
  })

  test('no page makes a request or has an error', () => {
    expect(browser.complaints).toEqual([])
  })
})

test.runIf(WITHOUT_BROWSER)('tests in a browser', ({ skip }) => skip(WITHOUT_BROWSER))
