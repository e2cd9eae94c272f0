import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { packed } from '../../src/base/packed.js'
import type { FindingData, ReportDocument } from '../../src/report/model.js'
import { FindingStorage } from '../../src/report/finding-storage.js'
import { reportPage } from '../../src/report/page.js'
import { findingsIn, TestBrowser, WITHOUT_BROWSER, written } from './browser.js'

const FINDING: FindingData = {
  invariant: 'I3',
  text: 'bob has 8',
  seed: '1',
  commands: ['sudobox replay a.json'],
  setup: 1,
  lines: ['1. bob deposits', '2. a timeout'],
  wrong: 2,
  subject: { account: 'bob', asset: 'hub:uatom' },
  numbers: [
    {
      of: 'bob',
      where: 'has',
      unit: 'hub:uatom',
      points: [
        [0, '10'],
        [1, '8'],
      ],
    },
    {
      of: 'bob',
      where: 'may claim of vault',
      unit: 'hub:uatom',
      points: [
        [0, '0'],
        [1, '2'],
        [2, '0'],
      ],
    },
    { of: 'alice', where: 'has', unit: 'hub:uatom', points: [[0, '10']] },
    {
      of: 'bob',
      where: 'has',
      unit: 'neutron:untrn',
      points: [
        [0, '10'],
        [1, '9'],
      ],
    },
  ],
  storage: [
    {
      contract: 'vault',
      key: 'pending/bob',
      values: [
        [0, null],
        [1, '"2"'],
      ],
    },
  ],
  fixture: '{}',
}

const pageOf = (name: string, finding: FindingData): string => {
  const rows = [0, 1, 2].map(
    (step) => ({ step, part: -1, title: `step ${step}`, kind: 'tx', state: 'ok', from: 0, to: 0 }) as const,
  )
  const run = {
    title: 'a finding',
    verdict: { state: 'bad', text: 'I3 is violated' } as const,
    lanes: [{ kind: 'chain', name: 'neutron' } as const],
    rows,
    balances: [],
    journeys: [],
    blocks: [{ first: 0, block: 0 }],
    finding,
  }
  const document: ReportDocument = { format: 1, by: 'sudobox', kind: 'replay', title: run.title, runs: [run] }
  return written(
    name,
    reportPage(document, [packed(JSON.stringify(rows.map(() => ({ parts: [], storage: [], balances: [] }))))]),
  )
}

test('the storage of a finding: the map that it names, the account, or what the wrong step changed', () => {
  const storage = new FindingStorage()
  const change = { chain: 'neutron', contract: 'vault' }
  storage.note(1, [
    { ...change, key: 'pending/a', after: '1' },
    { ...change, key: 'total', before: '1', after: '2' },
  ])
  storage.note(2, [{ ...change, key: 'total', before: '2' }])
  const keys = (subject: object, wrong: number) =>
    storage.about(subject, { chains: {} } as never, wrong).map(({ key }) => key)
  expect(keys({ key: 'vault/pending until sent again' }, 2)).toEqual(['pending/a'])
  expect(keys({}, 2)).toEqual(['total'])
  // Of coins, what nobody stored about the account says nothing.
  expect(keys({ asset: 'hub:uatom' }, 2)).toEqual([])
  expect(storage.about({}, { chains: {} } as never, 2)[0]!.values).toEqual([
    [0, '1'],
    [1, '2'],
    [2, null],
  ])
})

describe.skipIf(WITHOUT_BROWSER)('the page of a finding', () => {
  let browser: TestBrowser
  beforeAll(async () => {
    browser = await TestBrowser.start()
  })
  afterAll(() => browser.close())

  test('shows what it is about, each amount in a lane of its own, and no coins that do not matter', async () => {
    const page = await browser.open(pageOf('about.html', FINDING))
    const lanes = page.getByRole('figure', { name: 'hub:uatom', exact: true }).getByRole('listitem')
    await expect
      .poll(() => lanes.allInnerTexts())
      .toEqual([
        expect.stringMatching(/^bob has and may claim\s+10 → 8 \(step 2: −2\)/),
        expect.stringMatching(/^bob has\s+10 → 8 \(step 1: −2\)/),
        expect.stringMatching(/^bob may claim of vault\s+0 → 0 \(step 1: \+2, step 2: −2\)/),
      ])
    expect(await page.getByRole('figure', { name: 'neutron:untrn' }).count()).toBe(0)
    expect(await page.locator('.stored').innerText()).toMatch(
      /vault pending\/bob\s+before step 2\s+"2"\s+after step 2: still the same\s+"2"/,
    )
    expect(await findingsIn(page)).toEqual([])
    await browser.leave(page)
  })

  test('without money, storage and steps', async () => {
    const { subject: _, storage: __, ...rest } = FINDING
    const page = await browser.open(pageOf('bare.html', { ...rest, numbers: [], lines: [] }))
    await page.getByText('The campaign is needed to describe').waitFor()
    expect(await page.getByText('What it is about').count()).toBe(0)
    await browser.leave(page)
    expect(browser.complaints).toEqual([])
  })
})
