import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PoolReport } from '../../src/fuzz/index.js'
import { campaignDocument, CampaignProgress } from '../../src/report/campaign.js'
import { reportPage } from '../../src/report/page.js'
import type { RunData } from '../../src/report/model.js'
import { packed } from '../../src/base/packed.js'
import type { Recorded } from '../../src/report/record/recorder.js'
import { Runs } from '../../src/report/runs.js'
import { axeFindings, findingsIn, LOOKS, TestBrowser, WITHOUT_BROWSER, written } from './browser.js'

const REPORT: PoolReport = {
  title: 'A campaign </script>',
  seed: 7,
  seconds: 61.4,
  workers: 2,
  earlier: 0,
  sequences: 120,
  actions: 2400,
  features: 5000,
  corpus: 31,
  findings: [
    {
      invariant: 'I2',
      text: 'the callback timeout failed with <b>gas</b>',
      about: 'vault/timeout',
      level: 'error',
      exception: { invariant: 'I2', at: 'vault/timeout', reason: 'meant' },
      cluster: 'I2',
      verdict: { invariant: 'I2', text: '', level: 'error', cluster: 'I2' },
      seed: 7,
      actions: [],
      lines: ['1. alice: vault {"deposit":{}} with 5untrn', '2. time passes  ← the first wrong step', 'before:'],
      fixture: {} as never,
      file: 'found/i2.json',
    },
  ],
  warnings: ['something to know'],
  checks: [
    { invariant: 'mine', judged: 3, limits: [] },
    { invariant: 'I10', judged: 0, limits: [{ why: 'no callback succeeded', partly: false, times: 9 }] },
    { invariant: 'I11', judged: 0, limits: [] },
    {
      invariant: 'I2',
      judged: 2400,
      limits: [
        { why: 'only a half', partly: true, times: 1200 },
        { why: 'the chain called no contract', partly: false, times: 12 },
      ],
    },
  ],
  growths: [
    {
      contract: 'vault',
      callback: 'timeout of transfer',
      message: 'deposit',
      limit: 1_000_000n,
      points: [
        { records: 1, gas: 110_000n },
        { records: 8, gas: 180_000n },
        { records: 64, gas: 740_000n },
      ],
    },
    {
      contract: 'vault',
      callback: 'response',
      message: 'deposit',
      limit: 1_000_000n,
      points: [{ records: 1, gas: 90_000n }],
    },
  ],
  certificates: [
    {
      contract: 'vault',
      callback: 'timeout of transfer',
      entryPoint: 'sudo',
      ran: true,
      limit: 1_000_000n,
      most: 120_000n,
      crossing: undefined,
      bounds: [
        {
          gas: 412_000n,
          added: 292_000n,
          quantity: { of: 'entries', name: 'users' },
          message: 'deposit',
          points: [],
          reaches: undefined,
          upTo: 500,
          measuredTo: 64,
          how: 'extrapolated',
          degree: 'linear',
          residual: 3n,
        },
        {
          gas: 120_000n,
          added: 0n,
          quantity: { of: 'messages', name: 'tick' },
          message: 'tick',
          points: [],
          reaches: undefined,
          upTo: 500,
          measuredTo: 64,
          how: 'proven',
          degree: 'constant',
          residual: 0n,
        },
      ],
      notCovered: { blocks: 1_616, of: 3_567 },
    },
    {
      contract: 'vault',
      callback: 'response',
      entryPoint: 'sudo',
      ran: true,
      limit: 1_000_000n,
      most: 120_000n,
      crossing: { sent: { message: 'deposit', times: 1_151 }, file: 'found/i2.json' },
      bounds: [],
      notCovered: { blocks: 1_616, of: 3_567 },
    },
    {
      contract: 'vault',
      callback: 'error',
      entryPoint: 'sudo',
      ran: true,
      limit: 1_000_000n,
      most: 98_765n,
      crossing: undefined,
      bounds: [],
      notCovered: { blocks: 1_616, of: 3_567 },
    },
  ],
  contracts: [
    {
      label: 'vault',
      overTime: [
        { seconds: 1, ran: Uint8Array.from([1, 0, 0, 0]) },
        { seconds: 10, ran: Uint8Array.from([1, 1, 0, 0]) },
      ],
      messages: [
        { name: 'deposit', tried: 100, accepted: 80, refusals: [{ text: 'no coins were sent', times: 20 }] },
        { name: 'sweep', tried: 0, accepted: 0, refusals: [] },
      ],
      code: {
        ran: Uint8Array.from([1, 1, 0, 0]),
        entryPoints: [
          { name: 'execute', blocks: Uint32Array.from([0, 1, 2]) },
          { name: 'migrate', blocks: Uint32Array.from([3]) },
        ],
      },
    },
  ],
}

/** A finding as a fixture of three steps, the last of which is wrong. */
const RECORDED: Recorded = {
  journeys: [],
  lanes: [
    { kind: 'actor', name: 'alice' },
    { kind: 'chain', name: 'neutron' },
  ],
  rows: [0, 1, 2].map((step) => ({
    step,
    part: -1,
    title: `step ${step}`,
    kind: 'tx',
    state: 'ok',
    from: 0,
    to: 1,
    ...(step === 2 && { wrong: true as const }),
  })),
  balances: [],
  firsts: [0],
  blocks: [packed(JSON.stringify([0, 1, 2].map(() => ({ parts: [], storage: [], balances: [] }))))],
}
const ABOUT: Omit<RunData, keyof Recorded> = {
  title: 'A finding',
  verdict: { state: 'bad', text: 'I1 is violated' },
  finding: {
    invariant: 'I1',
    rule: 'balances cover and keep claims',
    text: 'somebody may claim what nobody has',
    seed: '7',
    commands: ['sudobox replay found/i1.json'],
    setup: 1,
    lines: ['1. alice: vault {"deposit":{}}', '2. 60 seconds pass'],
    wrong: 2,
    numbers: [
      {
        of: 'all contracts',
        where: 'has',
        unit: 'hub:uatom',
        points: [
          [0, '0'],
          [1, '5'],
        ],
      },
      {
        of: 'all actors',
        where: 'may claim',
        unit: 'hub:uatom',
        points: [
          [0, '0'],
          [1, '5'],
          [2, '7'],
        ],
      },
    ],
    fixture: '{ "sudobox": 1 }',
  },
}

const pageOf = (report: PoolReport, name: string): string => {
  const progress = new CampaignProgress()
  for (let i = 0; i < 5000; i++)
    progress.note({ seconds: i / 100, sequences: i, features: i * 2, kept: Math.floor(i / 100), findings: 0 })
  const last = { seconds: 61.4, sequences: 120, features: 5000, kept: 31, findings: 1 }
  const runs = new Runs()
  runs.add(RECORDED, ABOUT)
  const shown = new Map(report.findings.map((finding) => [finding, 0]))
  const document = campaignDocument(report, {
    command: 'sudobox fuzz a.json',
    progress: progress.ended(last),
    runs,
    shown,
  })
  expect(document.campaign?.progress.length).toBeLessThan(700)
  expect(document.campaign?.progress.at(-1)).toEqual(last)
  return written(name, reportPage(document, runs.blocks))
}

describe.skipIf(WITHOUT_BROWSER)('the report of a campaign', () => {
  let browser: TestBrowser
  let page: string
  let shown: Page
  beforeAll(async () => {
    browser = await TestBrowser.start()
    page = pageOf(REPORT, 'campaign.html')
    shown = await browser.open(page)
  })
  afterAll(() => browser.close())

  const textAt = async (tab: string, file = page): Promise<string> => {
    await shown.goto(`${pathToFileURL(file).href}#tab=${tab}`)
    await shown.locator(`#tab-${tab}[aria-selected=true]`).waitFor()
    return shown.getByRole('tabpanel').innerText()
  }

  test('has the findings, and how to except them', async () => {
    const text = await textAt('findings')
    expect(text).toMatch(/the callback timeout failed with <b>gas<\/b>\s+at vault\/timeout/)
    expect(text).toContain('except: [{ invariant: I2')
    expect(text).toContain('something to know')
  })

  test('has messages, entry points and invariants', async () => {
    const contracts = await textAt('contracts')
    expect(contracts).toMatch(/deposit\s+80\s+20\s+20 × no coins were sent/)
    expect(contracts).toContain('never sent')
    expect(contracts).toMatch(/execute\s+3\s+66 %\s+yes/)
    expect(contracts).toMatch(/migrate\s+1\s+0 %\s+never called/)
    const invariants = await textAt('invariants')
    expect(invariants.indexOf('I2')).toBeLessThan(invariants.indexOf('I10'))
    expect(invariants).toMatch(
      /I2\s.*2,400\s+12\s+1,200 × in part: only a half\s+12 × the chain called no contract\s+1/,
    )
    expect(invariants).toMatch(/I10\s.*never\s+9\s+9 × no callback succeeded\s+0/)
    expect(invariants).toMatch(/I11\s.*never\s+0\s+it never came up\s+0/)
    expect(invariants).toContain('Switched off: I1, I3')
  })

  test('has each callback with its gas against the limit, and what is known of it', async () => {
    const opened = await browser.open(page, LOOKS[0], '#tab=gas')
    const callback = (name: string) => opened.getByRole('article', { name, exact: true })
    // The nearest to its limit first.
    const names = await opened.getByRole('article').getByRole('heading').allInnerTexts()
    expect(names).toEqual([
      'vault/response runs out of gas',
      'vault/timeout of transfer a cliff',
      'vault/error nothing grew',
    ])
    const timeout = callback('vault/timeout of transfer')
    expect(await timeout.innerText()).toContain(
      'It will run out of gas after deposit was sent about 91 times: its limit is 1,000,000. Measured to 64 times; beyond, extrapolated.',
    )
    await timeout.locator('canvas').waitFor()
    await timeout.getByText('as a table').click()
    const rows = await timeout.getByRole('row').allInnerTexts()
    const row = (times: number) => rows.find((text) => text.startsWith(`${times}\t`))?.split('\t')
    expect(rows[0]!.split('\t')).toEqual([
      'how often deposit was sent',
      'deposit, measured',
      'deposit, extrapolated',
      'limit',
    ])
    expect(row(8)).toEqual(['8', '180,000', '', '1,000,000'])
    // The extrapolated part begins where measuring ended, and passes the limit.
    expect(row(64)).toEqual(['64', '740,000', '740,000', '1,000,000'])
    expect(row(101)).toEqual(['101', '', '1,110,000', '1,000,000'])
    const certificate = await timeout.getByLabel('Certificate of').innerText()
    expect(certificate).toMatch(
      /extrapolated\s+up to 500 entries of users\s+412,000\s+linear\s+measurements to 64, lifted by 3 gas above all of them/,
    )
    expect(certificate).toMatch(/proven\s+any number of messages tick\s+120,000\s+constant\s+the same answers/)
    const response = await callback('vault/response').innerText()
    expect(response).toContain('It ran out of gas after deposit was sent 1,151 times')
    expect(response).toContain('found/i2.json')
    expect(await callback('vault/error').innerText()).toContain('It used 98,765 of 1,000,000 gas (10 %)')
    expect(await opened.getByText('1,616 of 3,567 blocks of sudo of vault').count()).toBe(1)
    const overview = await opened.getByLabel('Gas of callbacks against their limits').innerText()
    expect(overview).toMatch(/vault\/response\s+100 %\s+1,151 × deposit\s+runs out of gas/)
    expect(overview).toMatch(/vault\/timeout of transfer\s+100 %\s+≈ 91 × deposit\s+a cliff/)
    expect(await findingsIn(opened)).toEqual([])
    await browser.leave(opened)
  })

  test('has the share of code that had run over time', async () => {
    const opened = await browser.open(page, LOOKS[0], '#tab=progress')
    const chart = opened.getByRole('figure', { name: 'Code that ran, in % of its blocks' })
    await chart.getByText('as a table').click()
    await expect.poll(() => chart.getByRole('table').innerText()).toMatch(/1\s+25\s+10\s+50\s+\d+\s+50/)
    await browser.leave(opened)
  })

  test('links to a finding: its story, the first wrong step, the numbers, the fixture', async () => {
    const opened = await browser.open(page)
    await opened.getByRole('button', { name: 'Timeline, numbers and fixture' }).click()
    const panel = opened.getByRole('tabpanel')
    await panel.getByText('first wrong step', { exact: true }).waitFor()
    const text = await panel.innerText()
    expect(text).toContain('The rule: balances cover and keep claims.')
    expect(text).toContain('sudobox replay found/i1.json')
    await panel.getByText('as a table').click()
    // Change since the start, at the end of the setup and after each step.
    await expect.poll(() => panel.getByRole('table').innerText()).toMatch(/1\s+0\s+0\s+2\s+5\s+5\s+3\s+5\s+7/)
    expect(await axeFindings(opened)).toEqual([])
    await panel.getByRole('button', { name: '60 seconds pass' }).click()
    await opened.getByText('The first wrong step: I1').waitFor()
    await browser.leave(opened)
  })

  test('tells where nothing was found', async () => {
    const empty = pageOf(
      { ...REPORT, findings: [], checks: [], growths: [], certificates: [], contracts: [] },
      'empty.html',
    )
    expect(await textAt('findings', empty)).toContain('No action sequence violated an invariant.')
    expect(await textAt('gas', empty)).toContain('No callback was measured')
    expect(await textAt('invariants', empty)).toContain('All invariants are switched off.')
  })

  test('axe finds nothing and nothing overflows', async () => {
    const opened = await browser.open(page)
    for (const tab of ['findings', 'progress', 'invariants', 'contracts', 'gas']) {
      await opened.goto(`${opened.url().split('#')[0]}#tab=${tab}`)
      await opened.locator(`#tab-${tab}[aria-selected=true]`).waitFor()
      expect([tab, await findingsIn(opened, LOOKS.slice(0, tab === 'contracts' ? 2 : 1))]).toEqual([tab, []])
    }
    await browser.leave(opened)
    expect(browser.complaints).toEqual([])
  })
})
